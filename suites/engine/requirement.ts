import type { RequirementId } from '../../spec/index.ts';
import type { Check } from './check.ts';

/** How one requirement is checked: drives the target and asserts. */
export type CheckFunction = (check: Check) => Promise<void>;

/** A requirement bound to its check. */
export interface Definition {
  readonly id: RequirementId;
  readonly check: CheckFunction;
  /** The runs that it belongs to: those that make as many records as it takes, or those that make do with few; absent: all. */
  readonly records?: 'many' | 'few';
}

/** Where definitions go: a test runner, or a list. */
export type Host = (definition: Definition) => void;

let host: Host | undefined;
const bound = new Set<RequirementId>();

/** Sets the receiver of the definitions that are made from now on. */
export function setHost(receiver: Host): void {
  host = receiver;
}

/**
 * Binds a check to a requirement of the register; statement, level and source line come from there. A requirement
 * may be bound several times: it holds when every check of it does.
 *
 * @param records - the runs that the check belongs to: those that make many records, or few; default: all
 * @throws Error outside of a test runner that has set itself as host
 */
export function requirement(id: RequirementId, check: CheckFunction, records?: 'many' | 'few'): void {
  if (host === undefined)
    throw new Error(`requirement("${id}") was defined outside of a runner; run the suites with vitest`);
  bound.add(id);
  host({ id, check, ...(records === undefined ? {} : { records }) });
}

/** Whether a check of the requirement has been defined: one that the documents state, but nobody checks, is reported as such. */
export function isBound(id: RequirementId): boolean {
  return bound.has(id);
}
