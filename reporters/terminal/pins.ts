import { pinsInShort, undecidedPins } from '../pins.ts';
import { printable } from '../../results/printable.ts';
import type { Report } from '../../results/report.ts';
import type { Page } from './page.ts';

/** Statements of a pin that are told as not seen at the most. */
const mostUnseen = 8;

function listed(values: readonly string[]): string {
  const more = values.length - mostUnseen;
  return `${values.slice(0, mostUnseen).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Pins that neither held in full nor failed, and why. */
export function renderUndecidedPins(report: Report, page: Page): readonly string[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const told = [
    ...undecided.map(({ id, detail }) => `${id}  ${detail ?? ''}`),
    ...inPart.map(({ id, pin }) => `${id}  holds, as far as it was seen; not seen: ${listed(pin.unseen ?? [])}`),
  ];
  const short = pinsInShort(
    notLookedAt.map(({ id }) => id),
    report.run.profile,
  );
  return [...short, ...told].flatMap((line) => page.wrap(printable(line, 1200), '  '));
}
