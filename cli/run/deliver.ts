import { renderReport, type Format } from '../../reporters/index.ts';
import { printable, type Report } from '../../results/index.ts';
import { wantsColour, warnOn, widthOf, type Surroundings } from '../surroundings.ts';
import { conclude, exitCodeOfGate, inShort, type Concluded, type Conclusion } from './conclude.ts';

/** What a report is delivered with. */
export interface Delivery extends Omit<Conclusion, 'today'> {
  readonly format: readonly Format[];
  /** Absolute directory of the files. */
  readonly directory: string;
  /** Who has interrupted a run may end it for good at any moment: the first thing is to tell what it came to. */
  readonly isInterrupted?: boolean;
}

/** Concludes a report and renders it in the forms given. */
export async function deliver(
  judged: Report,
  { format, directory, isInterrupted = false, ...conclusion }: Delivery,
  { environment, stdout, stderr }: Surroundings,
): Promise<Concluded> {
  const concluded = conclude(judged, { ...conclusion, today: new Date().toISOString().slice(0, 10) });
  const isTerminal = (name: Format): boolean => name === 'terminal';
  const parts = isInterrupted ? [format.filter(isTerminal), format.filter((name) => !isTerminal(name))] : [format];
  for (const part of parts) {
    await renderReport(concluded.report, part, {
      directory,
      print: (text) => stdout.write(text),
      warn: warnOn(stderr),
      width: widthOf(stdout, environment),
      colour: wantsColour(stdout, environment),
      environment,
    });
  }
  // The terminal could not say so: it came first.
  if (parts.length > 1 && parts[1]?.length !== 0)
    stderr.write(`reports were written to ${printable(directory, 400)}\n`);
  return concluded;
}

/** Tells in short of a report that was not asked for on the terminal, and gives the exit code that it asks for. */
export function endWith(report: Report, format: readonly Format[], { stdout }: Surroundings): number {
  if (!format.includes('terminal')) stdout.write(inShort(report));
  return exitCodeOfGate(report);
}
