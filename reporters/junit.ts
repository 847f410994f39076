import { create } from 'xmlbuilder2';
import { printable } from '../results/printable.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { seedOf } from '../results/run-scope.ts';
import { isRequirementId, parts, requirementOf } from '../spec/index.ts';
import { evidenceLines, joined, messageOf } from './evidence.ts';
import { acceptanceOf, byStanding, gatePasses, standingOf, standings, type Standing } from './outcomes.ts';

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

function suitesOf(report: Report): readonly Suite[] {
  const byPart = Map.groupBy(report.requirements, ({ id }) =>
    isRequirementId(id) ? requirementOf(id).part : undefined,
  );
  return [
    { name: 'The run', cases: runCases(report) },
    ...parts.map(({ name, title }) => ({
      name: title,
      cases: (byPart.get(name) ?? []).map((result) => requirementCase(result, name, report)),
    })),
    {
      name: 'Of other documents',
      cases: (byPart.get(undefined) ?? []).map((result) => requirementCase(result, 'other', report)),
    },
  ].filter(({ cases }) => cases.length > 0);
}

const countsOf = (cases: readonly TestCase[]): object => {
  const count = (state: CaseState): number => cases.filter((one) => one.state === state).length;
  return {
    '@tests': cases.length,
    '@failures': count('failure'),
    '@errors': count('error'),
    '@skipped': count('skipped'),
  };
};

const propertiesOf = (properties: Readonly<Record<string, string>>): object => {
  const entries = Object.entries(properties);
  const property = entries.map(([name, value]) => ({ '@name': name, '@value': value }));
  return entries.length === 0 ? {} : { properties: { property } };
};

function caseOf({ classname, name, time, properties, state, type, message = '', text }: TestCase): object {
  const isOutput = state === 'passed' || state === 'skipped';
  return {
    '@classname': classname,
    '@name': name,
    '@time': time?.toFixed(3),
    ...propertiesOf(properties),
    ...(state === 'passed'
      ? {}
      : { [state]: { '@type': type, '@message': message, ...(isOutput || text === undefined ? {} : { '#': text }) } }),
    ...(isOutput && text !== undefined ? { 'system-out': text } : {}),
  };
}

/**
 * The report as JUnit XML, as CIs read it: a suite for each part of the documents with a case for each requirement, and
 * one for the run as a whole.
 *
 * A `failure` is what fails the run and nothing else, so that a CI is red exactly when the exit code says so: failures
 * that the run is not judged by (expected ones, below `--level expected`), that a waiver accepts or that the baseline knows
 * are `skipped`, with the reason as message and the evidence as output. What was not decided is `skipped` too: that there
 * is no verdict for it is one `error`, of the run. Problems of the gate are failures, faults of the suite errors.
 */
export function renderJunit(report: Report): string {
  const suites = suitesOf(report);
  const { run, target, suite, spec } = report;
  const seed = seedOf(report);
  const properties = {
    target: xmlLine(target.baseUrl),
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...(run.today === undefined ? {} : { today: run.today }),
    profile: xmlLine(run.profile),
    suite: xmlLine(suite.version),
    document: xmlLine(spec.revision),
  };
  const testsuite = suites.map(({ name, cases }) => ({
    '@name': name,
    ...countsOf(cases),
    // Without an offset, as the schema that CIs go by has it.
    '@timestamp': xmlLine(run.startedAt.replace(/(\.\d+)?Z$/, ''), 40),
    '@time': cases.reduce((sum, { time = 0 }) => sum + time, 0).toFixed(3),
    ...propertiesOf(properties),
    testcase: cases.map(caseOf),
  }));
  const root = create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      testsuites: {
        '@name': `conformance of ${xmlLine(target.name, 200)}`,
        ...countsOf(suites.flatMap(({ cases }) => cases)),
        '@time': (run.durationMs / 1000).toFixed(3),
        testsuite,
      },
    },
  );
  return `${root.end({ prettyPrint: true })}\n`;
}

type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

interface TestCase {
  readonly classname: string;
  readonly name: string;
  /** Seconds; only the run as a whole is timed. */
  readonly time?: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly state: CaseState;
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
}

/** The name by which CIs group cases: the interface, then the part of it. */
const classPrefix = 'benefits-fulfillment';

function messageFor(result: RequirementResult, standing: Standing, report: Report): string {
  const { detail = 'nothing more is known', reason = 'not-reached' } = result;
  if (standing === 'failing') return messageOf(result);
  const acceptance = acceptanceOf(result, report);
  if (acceptance !== undefined) {
    const { why, seen } = acceptance;
    return `fails, but does not fail the run (${why})${seen === undefined ? '' : `: ${seen}`}`;
  }
  return standing === 'deselected' ? 'not selected' : `undecided (${reason}): ${detail}`;
}

function requirementCase(result: RequirementResult, part: string, report: Report): TestCase {
  const standing = standingOf(result, report);
  const state = standings[standing].junit;
  const observed = standing === 'observed' ? report.observations.find(({ id }) => id === result.id) : undefined;
  const broken = result.outcome === 'fail' || result.counterexample !== undefined;
  const text = broken ? joined(evidenceLines(result)) : observed && `observed: ${observed.value}`;
  return {
    classname: `${classPrefix}.${part}`,
    name: xmlLine(`${result.id}: ${result.title}`),
    properties: {
      level: result.level,
      source: xmlLine(result.source),
      cases: String(result.cases),
      standing,
    },
    state,
    ...(state === 'failure' ? { type: result.level } : {}),
    ...(state === 'passed' ? {} : { message: xmlLine(messageFor(result, standing, report)) }),
    ...(text === undefined ? {} : { text: broken ? visible(text) : xmlLine(text) }),
  };
}

/** What fails the run apart from its requirements; something always does where it fails. */
function problemsOf(report: Report): readonly string[] {
  const problems = report.gate?.besides ?? [];
  const isKnown = problems.length > 0 || gatePasses(report) || report.summary.verdict === 'no-verdict';
  return isKnown || byStanding(report).has('failing') ? problems : ['the gate does not pass'];
}

function runCases(report: Report): readonly TestCase[] {
  const { run, summary, suiteFaults } = report;
  const base = { classname: `${classPrefix}.run`, properties: {} };
  const undecided = summary.verdict === 'no-verdict';
  const headline = xmlLine(summary.headline);
  return [
    {
      ...base,
      name: 'verdict',
      time: run.durationMs / 1000,
      ...(undecided ? { state: 'error', type: 'no-verdict', message: headline } : { state: 'passed', text: headline }),
    },
    ...problemsOf(report).map((problem): TestCase => {
      const line = xmlLine(problem);
      return { ...base, name: `gate: ${line}`, state: 'failure', type: 'gate', message: line };
    }),
    ...suiteFaults.map(({ id, message }): TestCase => ({
      ...base,
      name: `fault of the suite: ${xmlLine(id, 200)}`,
      state: 'error',
      type: 'suite',
      message: xmlLine(message),
    })),
  ];
}

/** What XML 1.0 cannot hold even escaped, and `printable` leaves as it is. */
const noncharacters = /[\uFFFE\uFFFF]/g;

const visible = (text: string): string =>
  text.replace(noncharacters, (mark) => (mark === '\uFFFE' ? '\\ufffe' : '\\uffff'));

/** A text of a target as one line that any XML 1.0 parser takes; what it cannot hold is shown escaped, as in JSON. */
function xmlLine(text: string, limit = 1000): string {
  return visible(printable(text, limit));
}
