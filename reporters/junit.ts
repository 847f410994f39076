import { create } from 'xmlbuilder2';
import { lines, printable } from '../results/printable.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { seedOf } from '../results/run-scope.ts';
import { evidenceText, messageOf } from './evidence.ts';
import { acceptanceOf, byPart, standingInWords, standingOf, standings } from './outcomes.ts';

type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

interface TestCase {
  readonly classname: string;
  readonly name: string;
  /** Seconds; only the run as a whole is timed. */
  readonly time?: number;
  readonly properties?: Readonly<Record<string, string>>;
  readonly state: CaseState;
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  readonly text?: string | undefined;
}

/**
 * The report as JUnit XML, as CIs read it: a suite for each part of the documents with a case for each requirement, and
 * a suite for the run as a whole.
 *
 * Only what fails the run is a `failure`, so that a CI is red exactly when the exit code says so. Failures that do not
 * fail the run (expected requirements, below `--level expected`; those accepted by a waiver or known from the baseline)
 * are `skipped`, with the reason as message and the evidence as output. Undecided requirements are `skipped` too: a
 * missing verdict is one `error`, of the run. Problems of the gate are failures, faults of the suite are errors.
 */
export function renderJunit(report: Report): string {
  const { run, target, suite, spec } = report;
  const suites = [
    { name: 'The run', cases: runCases(report) },
    ...byPart(report.requirements).map(({ name, title, within }) => ({
      name: title,
      cases: within.map((result) => requirementCase(result, name, report)),
    })),
  ];
  const properties = propertiesOf({
    target: oneLine(target.baseUrl),
    seed: seedOf(report)?.toString(),
    today: run.today,
    profile: oneLine(run.profile),
    suite: oneLine(suite.version),
    document: oneLine(spec.revision),
  });
  const testsuite = suites.map(({ name, cases }) => ({
    '@name': name,
    ...countsOf(cases),
    // Without an offset, as required by the schema that CIs use.
    '@timestamp': oneLine(run.startedAt.replace(/(\.\d+)?Z$/, ''), 40),
    '@time': cases.reduce((sum, { time = 0 }) => sum + time, 0).toFixed(3),
    properties,
    testcase: cases.map(elementOf),
  }));
  const testsuites = {
    '@name': `conformance of ${oneLine(target.name, 200)}`,
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    '@time': (run.durationMs / 1000).toFixed(3),
    testsuite,
  };
  const document = { version: '1.0', encoding: 'UTF-8', invalidCharReplacement } as const;
  return `${create(document, { testsuites }).end({ prettyPrint: true })}\n`;
}

const oneLine = (text: string, limit = 1000): string => printable(text, limit);

/** Escapes, as in JSON, what XML 1.0 cannot contain and `printable` leaves as it is. */
const invalidCharReplacement = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16)}`;

function countsOf(cases: readonly TestCase[]): object {
  const count = (state: CaseState): number => cases.filter((one) => one.state === state).length;
  return {
    '@tests': cases.length,
    '@failures': count('failure'),
    '@errors': count('error'),
    '@skipped': count('skipped'),
  };
}

const propertiesOf = (properties: Readonly<Record<string, string | undefined>>): object => ({
  property: Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ '@name': name, '@value': value })),
});

function elementOf({ classname, name, time, properties, state, type, message = '', text }: TestCase): object {
  const isOutput = state === 'passed' || state === 'skipped';
  return {
    '@classname': classname,
    '@name': name,
    '@time': time?.toFixed(3),
    properties: properties && propertiesOf(properties),
    ...(state !== 'passed' && { [state]: { '@type': type, '@message': message, '#': isOutput ? undefined : text } }),
    'system-out': isOutput ? text : undefined,
  };
}

/** CIs group cases by this name: the interface, followed by the part of it. */
const classPrefix = 'benefits-fulfillment';

function messageFor(result: RequirementResult, report: Report): string {
  const why = standingInWords(result, report);
  return lines([why, why === undefined ? messageOf(result) : acceptanceOf(result, report)?.seen]).join(': ');
}

function requirementCase(result: RequirementResult, part: string, report: Report): TestCase {
  const { id, level, title, source, cases, outcome, counterexample } = result;
  const standing = standingOf(result, report);
  const state = standings[standing].junit;
  const observed = report.observations.find((one) => one.id === id);
  const isBroken = outcome === 'fail' || counterexample !== undefined;
  const seen = standing === 'observed' && observed ? oneLine(`observed: ${observed.value}`) : undefined;
  return {
    classname: `${classPrefix}.${part}`,
    name: oneLine(`${id}: ${title}`),
    properties: { level, source: oneLine(source), cases: String(cases), standing },
    state,
    type: state === 'failure' ? level : undefined,
    message: state === 'passed' ? undefined : oneLine(messageFor(result, report)),
    text: isBroken ? evidenceText(result) : seen,
  };
}

function runCases(report: Report): readonly TestCase[] {
  const { run, summary, suiteFaults } = report;
  const classname = `${classPrefix}.run`;
  const headline = oneLine(summary.headline);
  const verdict = { classname, name: 'verdict', time: run.durationMs / 1000 };
  return [
    summary.verdict === 'no-verdict'
      ? { ...verdict, state: 'error', type: 'no-verdict', message: headline }
      : { ...verdict, state: 'passed', text: headline },
    ...(report.gate?.besides ?? [])
      .map((problem) => oneLine(problem))
      .map((message): TestCase => ({ classname, name: `gate: ${message}`, state: 'failure', type: 'gate', message })),
    ...suiteFaults.map(({ id, message }): TestCase => ({
      classname,
      name: `fault of the suite: ${oneLine(id, 200)}`,
      state: 'error',
      type: 'suite',
      message: oneLine(message),
    })),
  ];
}
