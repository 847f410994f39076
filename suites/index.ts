/**
 * What is checked: the definitions of all requirements, and what follows from them.
 *
 * @module
 */
import { register, type RequirementId } from '../spec/index.ts';
import type { Target } from '../target/configuration/target.ts';
import type { OutgoingRequest } from '../target/exchange.ts';
import { connections } from './connections.suite.ts';
import { needs, rulesOf, type Definition, type Need, type OwnWays } from './engine/definition.ts';
import type { Ledger } from './engine/ledger.ts';
import type { Memory } from './engine/memory.ts';
import type { RunPlan } from './engine/plan.ts';
import { groups } from './groups.suite.ts';
import { input } from './input.suite.ts';
import { isolation } from './isolation.suite.ts';
import { paging } from './paging.suite.ts';
import type { ProfileName } from './profiles.ts';
import { renewalEdits } from './renewal-edits.suite.ts';
import { renewalFilters } from './renewal-filters.suite.ts';
import { renewals } from './renewals.suite.ts';
import { noteDecisionSent, noteDecisionWrite, noteSnapshot } from './judging/known-records.ts';
import { noteListWriteSent, noteListWritten } from './judging/pages.ts';
import { noteOrigins, noteSent as noteMalformedSent } from './judging/malformed-origin.ts';
import { noteOpenPoints } from './judging/open-points.ts';
import { snapshotLists } from './snapshot-lists.suite.ts';
import { snapshots } from './snapshots.suite.ts';
import { token } from './token.suite.ts';
import { unauthorized } from './unauthorized.suite.ts';
import { versions } from './versions.suite.ts';
import { wire } from './wire.suite.ts';

/** The files that define requirements (`NAME.suite.ts`), in the order in which their rules judge. */
export const files = {
  connections,
  groups,
  isolation,
  paging,
  'renewal-filters': renewalFilters,
  renewals,
  'renewal-edits': renewalEdits,
  snapshots,
  'snapshot-lists': snapshotLists,
  token,
  unauthorized,
  wire,
  versions,
  input,
} as const;

type DefinedIn<File> = File extends Readonly<Record<infer Id extends RequirementId, Definition>> ? Id : never;
type Defined = DefinedIn<(typeof files)[keyof typeof files]>;

/** The definition of each requirement of the documents. A missing or unknown requirement does not compile. */
export const definitions: Readonly<Record<RequirementId, Definition>> = Object.assign(
  {},
  ...Object.values(files),
) as Readonly<Record<Defined, Definition>>;

/** The file that defines a requirement, as a path in the project. */
export function fileOf(id: RequirementId): string {
  const [name] = Object.entries(files).find(([, part]) => id in part) ?? [];
  return `suites/${name}.suite.ts`;
}

export const entriesOf = (
  some: Readonly<Partial<Record<RequirementId, Definition>>>,
): readonly (readonly [RequirementId, Definition])[] =>
  Object.entries(some) as readonly (readonly [RequirementId, Definition])[];

/** Remembers a request as it is sent: the answer to another one may show its effect before its own answer comes. */
export function noteSent(request: OutgoingRequest, memory: Memory): void {
  noteMalformedSent(request, memory);
  noteDecisionSent(request, memory);
  noteListWriteSent(request, memory);
}

/** Everything that judges an exchange, live or saved. */
export const rules = rulesOf(definitions, [
  noteOrigins,
  noteSnapshot,
  noteDecisionWrite,
  noteListWritten,
  noteOpenPoints,
]);

/** Enters what exchanges have shown of the open points that are asked for, once all exchanges are judged. */
export function enterShown(
  ledger: Ledger,
  memories: readonly Memory[],
  isAskedFor: (id: RequirementId) => boolean,
): void {
  for (const [id, { seen }] of entriesOf(definitions))
    if (seen !== undefined && isAskedFor(id))
      for (const { value, ...sight } of seen(memories)) ledger.observed(id, value, sight);
}

/** Whether exchanges alone show anything about a requirement, whoever sent them. */
export function isJudgedByRules(id: RequirementId): boolean {
  const { rule, exchangeRule } = definitions[id];
  return rule !== undefined || exchangeRule !== undefined;
}

/** Whether a selection includes the requirement. */
export function isAsked({ only, skip }: Pick<RunPlan, 'only' | 'skip'>, id: RequirementId): boolean {
  return (only?.includes(id) ?? true) && !skip.includes(id);
}

type ProfileSelection = Pick<RunPlan, 'only' | 'skip' | 'profile'>;

/** Whether a run of the profile is asked to decide the requirement. */
export function isSelected(plan: ProfileSelection, id: RequirementId): boolean {
  return isAsked(plan, id) && whyLeftOut(plan.profile, id) === undefined;
}

/** The requirements that a run of the profile is asked to decide. */
export function selectedIds(plan: ProfileSelection): readonly RequirementId[] {
  return register.map(({ id }) => id).filter((id) => isSelected(plan, id));
}

/** Why a profile leaves a requirement out; undefined if it does not. */
export function whyLeftOut(profile: ProfileName, id: RequirementId): string | undefined {
  const own = definitions[id].profiles?.[profile];
  return typeof own === 'string' ? own : undefined;
}

/** Requirements that share a reason. */
export interface Reasoned {
  /** Completes a sentence such as "stays undecided: …". */
  readonly why: string;
  readonly ids: readonly RequirementId[];
}

/** The requirements with a reason, by their reasons. */
export function byReason(
  reasonFor: (id: RequirementId, definition: Definition) => string | undefined,
): readonly Reasoned[] {
  const reasons = Map.groupBy(entriesOf(definitions), ([id, definition]) => reasonFor(id, definition));
  return [...reasons].flatMap(([why, of]) =>
    why === undefined ? [] : [{ why, ids: of.map(([id]) => id).toSorted() }],
  );
}

/**
 * What a target's configuration lacks, and which requirements stay undecided because of that; each of them under one
 * reason.
 *
 * @param ways - what the run gets on its own
 */
export function lacksOf(target: Target, ways: OwnWays = {}): readonly Reasoned[] {
  const lacking = (Object.keys(needs) as Need[]).filter((need) => needs[need].lacks(target, ways));
  const firstOf = ({ needs: own = [] }: Definition): Need | undefined => lacking.find((need) => own.includes(need));
  return lacking.flatMap((need) =>
    byReason((_, definition) => (firstOf(definition) === need ? needs[need].why : undefined)),
  );
}
