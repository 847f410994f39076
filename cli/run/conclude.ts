import { compareReports, decideGate, printable } from '../../reporters/index.ts';
import type { Report } from '../../reporters/index.ts';
import type { Waiver } from '../../target/configuration/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { updateBaseline } from './baseline.ts';
import type { Baseline, BaselineFlags } from './baseline.ts';

/** What a report is concluded with. */
export interface Conclusion {
  readonly flags: BaselineFlags;
  readonly baseline: Baseline | undefined;
  readonly waive: readonly Waiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Takes a line for the user. */
  readonly say: (line: string) => void;
}

/**
 * The report as it is told: with what has changed since the baseline, and what a gate makes of it. A baseline that is to
 * be updated is, and counts as it then is.
 */
export async function conclude(report: Report, { flags, baseline, waive, today, say }: Conclusion): Promise<Report> {
  const before = baseline?.report;
  const compared = before === undefined ? report : { ...report, comparison: compareReports(before, report) };
  let known = before;
  if (baseline !== undefined && flags.updateBaseline === true) {
    const updated = await updateBaseline(baseline, report);
    say(updated.line);
    known = updated.report;
  }
  const gate = decideGate(compared, {
    waive,
    today,
    ...(known === undefined ? {} : { baseline: known }),
    failsOnDrift: flags.failOn === 'drift' && flags.updateBaseline !== true,
  });
  return { ...compared, gate };
}

/** The exit code that a concluded report asks for. */
export function exitCodeOfGate({ gate }: Report): number {
  if (gate?.passed === true) return exitCodes.success;
  return gate?.verdict === 'no-verdict' ? exitCodes.noVerdict : exitCodes.nonconformant;
}

/** The report in the fewest lines, for those who have not asked for it on the terminal. */
export function inShort({ summary, gate }: Report): string {
  const says = gate !== undefined && (gate.waivers.length > 0 || gate.baseline !== undefined) ? gate : undefined;
  const lines = [summary.headline, ...(says?.problems ?? []).map((problem) => `gate fails: ${problem}`)];
  return `${[...lines, ...(says?.passed === true ? ['gate passes'] : [])].map((line) => printable(line)).join('\n')}\n`;
}
