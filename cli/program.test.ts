import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { failed, sampleReport, sampleResult } from '../results/sample-reports.test-data.ts';
import { folderOfTests } from '../spec/folders.test-data.ts';
import { bfc, fill } from './command-line.test-data.ts';
import { describeFailure } from './failures.ts';
import { commands } from './program.ts';

const cwd = folderOfTests();
const passing = sampleReport([sampleResult('groups.list')]);
const unresolved = {
  baseUrl: 'https://example.com',
  authUrl: 'https://example.com',
  credentials: { clientId: 'x', clientSecretEnv: 'NOWHERE' },
};

const files = {
  'good.json': passing,
  'bad.json': sampleReport([sampleResult('groups.list', { outcome: 'fail' })]),
  'elsewhere.json': {
    ...sampleReport([failed('groups.list')]),
    target: { name: 'embedded reference service', baseUrl: 'https://api.example.com' },
  },
  'night/report.json': passing,
  'none.json': [],
  file: '',
  'no-edges.json': passing,
  'odd.json': { ...passing, edges: [{ name: 1 }] },
  'unknown-key.json': { baseURL: '' },
  'no-secret.json': unresolved,
};

beforeAll(async () => {
  await mkdir(join(cwd, 'empty'));
  await fill(cwd, files);
});

/** Commands, and the one line that each prints. An ellipsis stands for any text. */
const transcript = `
$ bfc rnu
unknown command 'rnu'; did you mean run?
$ bfc run --bse-url x
unknown option '--bse-url'; did you mean --base-url?
$ bfc run --clnt-secrt=hush
unknown option '--clnt-secrt'; see "bfc run --help"
$ bfc run extra
too many arguments for 'run'. Expected 0 arguments but got 1: extra; see "bfc run --help"
$ bfc run --seed
--seed: its value is missing; write --seed <n>
$ bfc run --client-secret hush
--client-secret: a secret on the command line can be read by every process of the machine; put it into BFC_CLIENT_SECRET, or name its variable with --client-secret-env NAME
$ bfc run --level all
--level: "all" is not one of its values; choose one of required, expected
$ bfc run --config unknown-key.json
unknown-key.json: unknown key "baseURL" at the top; did you mean "baseUrl"?
$ bfc run --config no-secret.json
no-secret.json at /credentials/clientSecretEnv: the environment variable NOWHERE is not set; set it and export it
$ bfc run --config gone.json
gone.json (--config) does not exist; check the path
$ bfc run --json
--json: belongs to --dry-run…
$ bfc run --dry-run --baseline gone.json
--baseline: gone.json does not exist…
$ bfc run --dry-run --baseline none.json
--baseline: none.json is not a report…
$ bfc run --dry-run --baseline out/report.json --out out
--baseline: out/report.json is what this run writes its report to; …
$ bfc run --dry-run --update-baseline
--update-baseline needs --baseline FILE
$ bfc run --dry-run --fail-on drift
--fail-on: … Name an earlier report with --baseline
$ bfc run --dry-run --fail-on drift --update-baseline --baseline base.json
--fail-on: with --update-baseline all that has changed is accepted, so drift cannot fail; leave one of them out
$ bfc run --min-decided 100
--min-decided: "100" is not a whole number from 1 to …
$ bfc run --only groups.*,input.* --min-decided 60
--min-decided: 60 cannot be decided, as the run checks … that are required; give less, or check more
$ bfc run --dry-run --out file
--out: …/file is a file; choose a directory
$ bfc run --dry-run --out file/x/y
--out: …/file/x/y lies below a file; choose another place
$ bfc run --dry-run --baseline file/base.json --update-baseline
--baseline: …/file is a file; choose a directory
$ bfc run --dry-run --history file
--history: …/file is a file; choose a directory
$ bfc run --dry-run --history out --out out
--history: out would have the report of this run twice, with what --out names; keep the history in another directory
$ bfc run --dry-run --baseline good.json
--baseline: it is of a sandbox, and no target is given; name it with --config or --base-url
$ bfc run --out file
--out: …/file is a file; choose a directory
$ bfc run --baseline file/base.json --update-baseline
--baseline: …/file is a file; choose a directory
$ bfc run --history past --baseline past/baseline.json --update-baseline
--history: past holds the baseline past/baseline.json, which would count as a run; keep the baseline in another directory
$ bfc run --history out --out out
--history: out would have the report of this run twice, with what --out names; keep the history in another directory
$ bfc run --keep-token out/token.json --out out
--keep-token: out/token.json is in out, where reports are written that may be passed on; keep the token in another place
$ bfc run --dry-run --keep-token none.json
--keep-token: none.json does not hold a token that a run kept; name another file
$ bfc run --dry-run --keep-token night
--keep-token: night is a directory; name a file
$ bfc run --baseline good.json
--baseline: it is of a sandbox, and no target is given; name it with --config or --base-url
$ bfc run --cases 1e1
--cases: "1e1" is not a whole number from 1 to 1000000
$ bfc run --cases=
--cases: "" is not a whole number from 1 to 1000000
$ bfc run --cases 1000001
--cases: "1000001" is not a whole number from 1 to 1000000
$ bfc run --time-budget 10
--time-budget: "10" is not a duration; write it like 90s, 10m or 1h, up to 24h
$ bfc run --time-budget 25h
--time-budget: "25h" is not a duration…
$ bfc run --today 2027-02-29
--today: "2027-02-29" is not a day of the years 2000 to 2099; write it like 2027-01-31
$ bfc run --today 1999-12-31
--today: "1999-12-31" is not a day of …
$ bfc run --out=
--out: a value is empty; is a variable unset?
$ bfc run --format junti
--format: no report is called "junti"; did you mean "junit"?
$ bfc run --format toString
--format: no report is called "toString"…
$ bfc run --only renewals
--only: no requirement is called "renewals"; did you mean "renewals.*"?
$ bfc run --only token.issue,
--only: a value is empty; is a variable unset?
$ bfc run --only token.type --skip token.type
--only and --skip: nothing…
$ bfc run --profile health --only renewals.lines
--only: the profile health skips it; take --profile full
$ bfc run --shard 1/2
--shard: all shards have to draw the same data; give each of them the same --seed
$ bfc run --shard 1/2 --profile health
--shard: the profile health makes a handful of records…
$ bfc run --shard 1/2 --seed 1 --baseline a.json
--baseline: a shard is a part of a run; give it to "bfc merge"
$ bfc run --shard 1/2 --seed 1 --baseline a.json --dry-run
--baseline: a shard is a part of a run; give it to "bfc merge"
$ bfc run --shard 1/2 --seed 1 --keep-token a
--keep-token: a shard is a part of a run; take BFC_EXPIRED_TOKEN or --wait-for-expiry
$ bfc run --shard 1/2 --seed 1 --format html
--format: "bfc merge" reads the report.json of each shard; add json
$ bfc judge none.json --only wire.json --skip wire.json
--only and --skip: nothing is left…
$ bfc judge x.har --name=
--name: a value is empty; is a variable unset?
$ bfc judge x.har --review-status=
--review-status: a value is empty; is a variable unset?
$ bfc judge gone.har
FILES: gone.har does not exist; check the path
$ bfc judge empty
FILES: empty is a directory without a journal.ndjson; name the one of a run, or the files
$ bfc judge file
FILES: file is empty; name a journal of a run, or a HAR file
$ bfc judge x.har --base-url nonsense
--base-url: not an address…
$ bfc judge x.har --base-url https://a:b@api.example.com
--base-url: …user name or password…
$ bfc judge x.har --mask (
--mask: not a regular expression: /(/u: …; quote signs with a backslash…
$ bfc judge x.har --mask=
--mask: its value is empty; …
$ bfc serve --data=
--data: a value is empty; is a variable unset?
$ bfc serve --dialect idcase=upper
--dialect: no choice is called "idcase"; did you mean "idCase"?
$ bfc serve --dialect idCase=Upper
--dialect: idCase has no value "Upper"; choose one of "lower", "upper", "mixed"
$ bfc serve --fault token-opaqe
--fault: no fault is called "token-opaqe"; did you mean "token-opaque"?
$ bfc serve --fault groups
--fault: no fault is called "groups"; "bfc list --faults --part groups" lists them
$ bfc serve --fault everything
--fault: no fault is called "everything"; "bfc list --faults" lists them
$ bfc serve --fault token-opaque --fault token-no-jwt
--fault: the service breaks the interface in one way; keep token-opaque or token-no-jwt
$ bfc serve --dialect foo
--dialect: no choice is called "foo"; "bfc list --dialects" lists them
$ bfc serve --dialect randm
--dialect: no choice is called "randm"; did you mean "random"?
$ bfc serve --dialect random,idCase=upper
--dialect: random decides every point, so it stands alone; leave it or the choices out
$ bfc serve --dialect idCase=upper,idCase=lower
--dialect: idCase is chosen twice; keep one
$ bfc serve --rule names30
--rule: no rule is called "names30"; did you mean "names-30"?
$ bfc init --base-url http://127.0.0.1:9 --client-secret-env MINE
missing: --auth-url (or BFC_AUTH_URL), --client-id (or BFC_CLIENT_ID), the secret in the environment variable MINE; …
$ bfc init --file a/b.yaml
--file: …/a is not a directory; make it, or choose another place
$ bfc init --file a.json
--file: a.json must end in .yaml or .yml…
$ bfc init --file=
--file: a value is empty; is a variable unset?
$ bfc init --name=
--name: a value is empty; is a variable unset?
$ bfc init --from gone.har
--from: gone.har does not exist; check the path
$ bfc init --group-id x
--group-id: "x" is no UUID
$ bfc init --plan-ids 0190abcd-0000-4000-8000-00000000000f,y
--plan-ids: "y" is no UUID
$ bfc replay bad.json
REPORT: bad.json is of a sandbox at http://127.0.0.1:8080; name its configuration with --config…
$ bfc replay elsewhere.json
REPORT: elsewhere.json is of embedded reference service at https://api.example.com; name its configuration with --config…
$ bfc replay bad.json groups.lst
ID: no requirement is called "groups.lst"; did you mean "groups.list"?
$ bfc replay good.json groups.list
ID: groups.list did not fail in good.json (pass); without an id all failures are replayed
$ bfc replay good.json token.issue
ID: token.issue is not in good.json; "bfc run" makes a new report
$ bfc replay none.json
REPORT: none.json is not a report…
$ bfc explain renewals.edti
explain: no requirement is called "renewals.edti"; did you mean "renewals.edit"?
$ bfc prove --seedz
unknown option '--seedz'; did you mean one of --seed, --seeds?
$ bfc prove --only grups
--only: no fault's name begins with "grups"; "bfc list --faults" lists them
$ bfc prove --rules 0
--rules: "0" is not a whole number from 1 to 100000
$ bfc prove --rules ssn-with-dash+names-30
--rules: no rule is called "ssn-with-dash"; did you mean "ssn-with-dashes"?
$ bfc prove --no-faults
--no-faults: nothing is left to prove; give --dialects or --rules as well
$ bfc prove --no-faults --dialects 1 --only groups
--only: chooses among the faults that --no-faults leaves out; give one of the two
$ bfc prove --matrix=
--matrix: a value is empty; is a variable unset?
$ bfc prove --matrix gone/matrix.md
--matrix: the directory of gone/matrix.md does not exist; make it, or choose another
$ bfc prove --matrix m.md --only groups
--matrix: with --only, m.md keeps its rows of other faults, and it is no matrix
$ bfc prove --matrix m.md --no-faults --dialects 1
--matrix: has to have all faults; remove --no-faults
$ bfc prove --matrix m.md --shard 1/2
--matrix: has to have all faults; remove --shard
$ bfc prove --shard 0/2
--shard: "0/2" is not a shard; write which one of how many, from 1/4 to 4/4, up to 1000
$ bfc list --part renewal
--part: "renewal" is no part; allowed are wire, token, unauthorized, paging, groups, connections, renewals, snapshots, versions, isolation, input
$ bfc list --part groups,
--part: a value is empty; is a variable unset?
$ bfc list --report good.json
--report: belongs to --edges; add it
$ bfc list --rules --seed 5
--seed: belongs to --edges; add it
$ bfc list --dialects --report good.json
--report: belongs to --edges; add it
$ bfc list --edges --part wire
--edges: cannot be used with --part; leave one of them out
$ bfc list --edges --report gone.json
--report: gone.json does not exist; check the path
$ bfc list --edges --report no-edges.json
--report: no-edges.json does not say which edges its run reached; make a new one with "bfc run"
$ bfc list --edges --report odd.json
--report: odd.json is not a report that this version can read: /edges/0 lacks about; make a new one with "bfc run"
$ bfc compare
OLD and NEW are missing; name two reports, or a folder of them with --history; see "bfc compare --help"
$ bfc compare good.json
NEW is missing; name two reports, or a folder of them with --history; see "bfc compare --help"
$ bfc compare good.json empty
NEW: empty is a directory without a report.json; name the one that "bfc run" has written
$ bfc compare good.json bad.json --beside good.json
--beside: only a page has room for other targets; add --format html
$ bfc compare good.json bad.json --out night
--out: night is a directory; name a file in it
$ bfc compare good.json bad.json --out good.json/x
--out: good.json/x lies below a file; choose another place
$ bfc compare good.json bad.json --update --out good.json
--out: good.json is the report that --update writes; choose another file
$ bfc compare night night/report.json --update
--update: OLD and NEW are one report; name the one that NEW is to take the place of
$ bfc compare --history gone
--history: gone does not exist; name a folder of report.json files
$ bfc compare --history good.json
--history: good.json is a file; name a folder of report.json files
$ bfc compare --history . good.json
--history: takes no OLD and NEW; leave them out
`;

const answers = Array.from(transcript.matchAll(/^\$ bfc (.*)\n(.*)$/gm), ([, words = '', line = '']) => ({
  words,
  line,
}));

it.each(answers)('wrong usage is reported in one line and exits 2: bfc $words', async ({ words, line }) => {
  const pattern = line.replaceAll(/[^\w\s…]/g, String.raw`\$&`).replaceAll('…', '.*');
  const stderr = expect.stringMatching(new RegExp(`^bfc: ${pattern}\n$`));
  expect(await bfc(words.split(' '), {}, cwd)).toEqual({ exitCode: 2, stdout: '', stderr });
});

it('prints the usage and exits 2 without a command', async () => {
  expect(await bfc([])).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringContaining('Usage: bfc') });
});

it('an invalid environment variable is reported by its own name, not by that of the flag', async () => {
  expect(await bfc(['run'], { BFC_BASE_URL: 'x' }, cwd)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^bfc: BFC_BASE_URL: not an address/),
  });
});

it('each command has help with examples and exit codes', async () => {
  expect(
    (await bfc(['--help'])).stdout
      .match(/^ {2}[a-z]+ (?= +)/gm)
      ?.join('')
      .replaceAll(/ +/g, ' '),
  ).toBe(' run merge compare replay judge prove init serve list explain spec ');
  for (const [name, [, load]] of Object.entries(commands)) {
    const { exitCodes } = (await load()).command;
    const { exitCode, stdout, stderr } = await bfc([name, '--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const text of [`Usage: bfc ${name}`, `$ bfc ${name}`]) expect(stdout).toContain(text);
    for (const [code, meaning] of Object.entries(exitCodes))
      expect(stdout).toContain(`\n  ${code.padEnd(4)}${meaning}\n`);
  }
});

const noVerdict = Object.assign(new Error('cannot be reached'), { name: 'NoVerdictError' });
const broken = 'fault of the suite: x is undefined; BFC_DEBUG=1 shows where, please report it';

it.each([
  ['a missing verdict', noVerdict, 3, 'no verdict: cannot be reached'],
  ['any other error', new TypeError('x is undefined\n  at y'), 3, broken],
  ['a thrown value that is not an error', 'thrown', 3, 'fault of the suite: thrown'],
])('%s has its exit code and a one-line message', (_what, error, exitCode, message) => {
  expect(describeFailure(error)).toEqual({ exitCode, message });
});
