import { acceptanceOf } from '../acceptance.ts';
import { evidenceLines, joined, messageOf } from '../evidence.ts';
import type { Report, RequirementResult } from '../../results/report.ts';
import { byStanding, gatePasses, standingOf, type Standing } from '../standing.ts';
import { xmlLine, xmlLines } from './xml-text.ts';

/** How a case came out: at most one of these elements stands in it, none when it passed. */
export type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

/** One `testcase` element. */
export interface TestCase {
  readonly classname: string;
  readonly name: string;
  /** Seconds; only the run as a whole is timed. */
  readonly time?: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly state: CaseState;
  /** The level, or the kind of fault, for `failure` and `error`. */
  readonly type?: string;
  readonly message?: string;
  /** Text of the element, or of `system-out` where the case passed or was skipped. */
  readonly text?: string;
}

/** The name by which CIs group cases: the interface, then the part of it. */
const classPrefix = 'benefits-fulfillment';

const stateOf: Readonly<Record<Standing, CaseState>> = {
  failing: 'failure',
  // Without it there is no verdict, which is the one error of the run.
  blocked: 'skipped',
  warning: 'skipped',
  known: 'skipped',
  waived: 'skipped',
  undecided: 'skipped',
  deselected: 'skipped',
  passed: 'passed',
  observed: 'passed',
};

function messageFor(result: RequirementResult, standing: Standing, report: Report): string {
  const { detail = 'nothing more is known', reason = 'not-reached' } = result;
  if (standing === 'failing') return messageOf(result);
  if (standing === 'warning' || standing === 'known' || standing === 'waived') {
    const { why, seen } = acceptanceOf(result, standing, report);
    return `fails, but does not fail the run (${why})${seen === undefined ? '' : `: ${seen}`}`;
  }
  return standing === 'deselected' ? 'not selected' : `undecided (${reason}): ${detail}`;
}

/** A requirement as a test case; what was observed of an open point is its output. */
export function requirementCase(result: RequirementResult, part: string, report: Report): TestCase {
  const standing = standingOf(result, report);
  const state = stateOf[standing];
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
    ...(text === undefined ? {} : { text: broken ? xmlLines([text]) : xmlLine(text) }),
  };
}

/** What fails the run beside what the cases of requirements tell; something always does where it fails. */
function problemsOf(report: Report): readonly string[] {
  const problems = report.gate?.besides ?? [];
  const isTold = problems.length > 0 || gatePasses(report) || report.summary.verdict === 'no-verdict';
  return isTold || byStanding(report).has('failing') ? problems : ['the gate does not pass'];
}

/** What holds of the run as a whole: its verdict and time, what its gate objects to, faults of the suite. */
export function runCases(report: Report): readonly TestCase[] {
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
