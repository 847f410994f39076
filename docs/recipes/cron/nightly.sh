#!/usr/bin/env bash
# Judges a sandbox, and shows what has changed since the last night with a verdict. Silent when all is well, so that
# cron sends mail only when there is something to read.
#
# Stands in the folder that has package.json, conformance.config.yaml and nightly.env (BFC_CLIENT_SECRET=…, mode 600).
# Exit codes: 0 nothing to tell, 1 nonconformant or changed, 2 wrong usage or configuration, 3 no verdict,
# 75 the check of the night before still runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

keep_reports_days=30
keep_history_days=365
today=nightly/$(date +%Y-%m-%d)
last=nightly/last

mkdir -p nightly/history
exec 9> nightly/lock
if ! flock --nonblock 9; then
  echo 'The check of the night before still runs.'
  exit 75
fi

set -a
# shellcheck source=/dev/null
. ./nightly.env
set +a

# of an earlier check nothing may be taken for this one's
rm -rf "$today" nightly/changes.txt
code=0
npx bfc run --config conformance.config.yaml --profile health --history nightly/history --out "$today" > nightly/output.txt 2>&1 || code=$?
if [ "$code" -ne 0 ]; then
  cat nightly/output.txt
fi

# a night without a verdict is compared with nothing, and none is compared with it
if [ "$code" -eq 0 ] || [ "$code" -eq 1 ]; then
  if [ -f "$last/report.json" ]; then
    changed=0
    npx bfc compare "$last" "$today" --fail-on drift --update > nightly/changes.txt 2>&1 || changed=$?
    if [ "$changed" -ne 0 ]; then
      cat nightly/changes.txt
      code=$((code > changed ? code : changed))
    fi
  else
    mkdir -p "$last"
    cp "$today/report.json" "$last/report.json"
  fi
fi

find nightly -maxdepth 1 -type d -name '????-??-??' -mtime "+$keep_reports_days" -exec rm -r {} +
find nightly/history -name '*.json' -mtime "+$keep_history_days" -delete
exit "$code"
