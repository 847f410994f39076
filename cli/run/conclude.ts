import { compareReports, decideGate, printable, type Report } from '../../results/index.ts';
import { undecidedPinsInShort } from '../../reporters/outcomes.ts';
import type { Waiver } from '../../target/configuration/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { nextBaseline, type Baseline, type BaselineFlags } from './baseline.ts';

/** What a report is concluded with. */
export interface Conclusion {
  readonly flags: BaselineFlags;
  readonly baseline: Baseline | undefined;
  readonly waive: readonly Waiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** A report as it is told. */
export interface Concluded {
  readonly report: Report;
  /** What is to be the baseline from now on; absent: nothing, or what it was. */
  readonly next?: Report;
}

/**
 * The report as it is told: with what has changed since the baseline, and what a gate makes of it. A baseline that is to
 * be updated counts as it will be then.
 */
export function conclude(report: Report, { flags, baseline, waive, today }: Conclusion): Concluded {
  const before = baseline?.report;
  const compared = before === undefined ? report : { ...report, comparison: compareReports(before, report) };
  const renews = baseline !== undefined && flags.updateBaseline === true;
  const gateBy = (known: Report | undefined) =>
    decideGate(compared, {
      waive,
      today,
      ...(known === undefined ? {} : { baseline: known }),
      failsOnDrift: flags.failOn === 'drift' && !renews,
    });
  const next = renews ? nextBaseline(baseline, report) : undefined;
  const renewed = next === undefined ? undefined : gateBy(next);
  // What could not judge the rest is no baseline, however much of it failed.
  if (renewed === undefined || renewed.verdict === 'no-verdict')
    return { report: { ...compared, gate: gateBy(before) } };
  return { report: { ...compared, gate: renewed }, ...(next === undefined ? {} : { next }) };
}

/** The exit code that a concluded report asks for. */
export function exitCodeOfGate({ gate }: Report): number {
  if (gate?.passed === true) return exitCodes.success;
  return gate?.verdict === 'no-verdict' ? exitCodes.noVerdict : exitCodes.nonconformant;
}

/** The report in the fewest lines, for those who have not asked for it on the terminal. */
export function inShort(report: Report): string {
  const { summary, gate } = report;
  const says = gate !== undefined && (gate.waivers.length > 0 || gate.baseline !== undefined) ? gate : undefined;
  const lines = [summary.headline, ...(says?.problems ?? []).map((problem) => `gate fails: ${problem}`)];
  return `${[...lines, ...(says?.passed === true ? ['gate passes'] : []), ...undecidedPinsInShort(report)].map((line) => printable(line)).join('\n')}\n`;
}
