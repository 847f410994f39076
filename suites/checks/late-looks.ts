import type { RequirementId } from '../../spec/index.ts';
import type { Check } from '../engine/check.ts';
import type { Slot } from '../engine/memory.ts';
import { type Finding, unlessUndecided } from '../engine/verdicts.ts';

/** Looks again for an effect of what was refused. @returns the finding, if there is one */
type Look = () => Promise<Finding | undefined>;

const looks: Slot<Map<RequirementId, Look[]>> = () => new Map();

/** Adds a look at the end of the run: what was refused may be carried out later, or a list may show it late. */
export function lookLater({ id, session }: Check, look: Look): void {
  const known = session.memory.at(looks);
  known.set(id, [...(known.get(id) ?? []), look]);
}

/** Asserts that nothing that a check saw refused has had an effect since. */
export async function nothingCameLater(check: Check): Promise<void> {
  for (const look of check.session.memory.at(looks).get(check.id) ?? [])
    check.noFinding(await look().catch(unlessUndecided));
}
