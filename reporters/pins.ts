import type { Report, RequirementResult } from '../results/report.ts';

/** A result of an open point that the configuration pins. */
type Pinned = RequirementResult & { readonly pin: NonNullable<RequirementResult['pin']> };

/** The pins of a run that neither held nor failed, by why. */
export interface UndecidedPins {
  /** The run did not come to what they are about. */
  readonly notLookedAt: readonly Pinned[];
  /** What it observed could not be held against them; `detail` says why. */
  readonly undecided: readonly Pinned[];
  /** They hold, but for what the run did not see. */
  readonly inPart: readonly Pinned[];
}

/** What became of pins that neither held in full nor failed. */
export function undecidedPins({ requirements, observations }: Report): UndecidedPins {
  const pinned = requirements.filter((result): result is Pinned => result.pin !== undefined);
  const isObserved = ({ id }: Pinned): boolean => observations.some((observation) => observation.id === id);
  const isOpen = ({ outcome, reason }: Pinned): boolean => outcome === 'inconclusive' || reason === 'deselected';
  return {
    notLookedAt: pinned.filter((result) => isOpen(result) && !isObserved(result)),
    undecided: pinned.filter((result) => isOpen(result) && isObserved(result)),
    inPart: pinned.filter(({ outcome, pin }) => outcome === 'pass' && (pin.unseen ?? []).length > 0),
  };
}

/** `Pinned, not looked at: paging.order, renewals.lines (profile health)`; nothing where each pin was looked at. */
export function pinsInShort(ids: readonly string[], profile: string): readonly string[] {
  return ids.length === 0 ? [] : [`Pinned, not looked at: ${ids.join(', ')} (profile ${profile})`];
}

/** What a run says of its undecided pins where it says little: a line for each kind. */
export function undecidedPinsInShort(report: Report): readonly string[] {
  const { notLookedAt, undecided, inPart } = undecidedPins(report);
  const ids = (pins: readonly Pinned[]): readonly string[] => pins.map(({ id }) => id);
  return [
    ...pinsInShort(ids(notLookedAt), report.run.profile),
    ...(undecided.length === 0 ? [] : [`Pinned, not decided: ${ids(undecided).join(', ')}`]),
    ...(inPart.length === 0 ? [] : [`Pinned, seen in part: ${ids(inPart).join(', ')}`]),
  ];
}
