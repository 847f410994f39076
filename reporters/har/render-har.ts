import type { Entry, Har, Page } from 'har-format';
import { jsonText } from '../../results/printable.ts';
import type { Counterexample, Report, RequirementResult } from '../../results/report.ts';
import { seedOf } from '../../results/run-scope.ts';
import { entryOf } from './entry.ts';

interface Shown {
  readonly result: RequirementResult;
  readonly evidence: Counterexample;
}

const pageOf = ({ result, evidence }: Shown, startedDateTime: string): Page => ({
  startedDateTime,
  id: result.id,
  title: `${result.id}: ${evidence.message}`,
  pageTimings: {},
  comment: result.title,
});

function entriesOf({ result, evidence }: Shown, startedAt: string): readonly (Entry | undefined)[] {
  const { message, pointer, replay, exchanges } = evidence;
  return exchanges.map((exchange, index) => {
    const decides = index === exchanges.length - 1;
    const entry = entryOf(exchange, startedAt, {
      _requirement: result.id,
      _level: result.level,
      _message: message,
      _pointer: decides ? pointer : undefined,
      _replay: replay,
      comment: decides ? 'shows the breach' : `leads to it, ${index + 1} of ${exchanges.length}`,
    });
    return entry && { ...entry, pageref: result.id };
  });
}

/**
 * The exchanges of all counterexamples as HAR 1.2, for the viewers and proxies that read it: a page for each requirement,
 * its exchanges in order. Members of ours begin with an underscore, as the format asks. Secrets are redacted, as in all reports.
 */
export function renderHar(report: Report): string {
  const { suite, run, target, requirements } = report;
  const seed = seedOf(report);
  const shown = requirements.flatMap((result) =>
    result.counterexample === undefined ? [] : [{ result, evidence: result.counterexample }],
  );
  const taken = shown.map((one) => ({ one, entries: entriesOf(one, run.startedAt) }));
  const left = taken
    .filter(({ entries }) => entries.includes(undefined))
    .map(({ one, entries }) => `${one.result.id} (${entries.filter((entry) => entry === undefined).length})`);
  const comments = [
    seed === undefined
      ? `Counterexamples in saved traffic of ${target.name}.`
      : `Counterexamples of a conformance run with seed ${seed} against ${target.name}.`,
    ...(shown.every(({ evidence }) => evidence.exchanges.every(({ startedAt }) => startedAt !== undefined))
      ? []
      : ['Entries carry the time at which the run started where it is not recorded when they were sent.']),
    ...(shown.length === 0 ? ['The run has none.'] : []),
    ...(left.length === 0
      ? []
      : [`Left out, being no HTTP, which this format has no place for: exchanges of ${left.join(', ')}.`]),
  ];
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: suite.name, version: suite.version },
      pages: shown.map((one) => pageOf(one, run.startedAt)),
      entries: taken.flatMap(({ entries }) => entries.filter((entry) => entry !== undefined)),
      comment: comments.join(' '),
    },
  };
  return jsonText(har);
}
