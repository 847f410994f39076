import type { Level, OpenPoint, SourceLocation } from './compiler/document-model.ts';
import type * as names from './generated/names.ts';
import data from './generated/register.json' with { type: 'json' };

export type { Level, OpenPoint, SourceLocation };

/** The levels of requirements, the strictest first. */
export const levels = ['required', 'expected', 'open'] as const satisfies readonly Level[];

/** A value for each level. */
export function byLevel<Value>(of: (level: Level) => Value): Readonly<Record<Level, Value>> {
  return { required: of('required'), expected: of('expected'), open: of('open') };
}

/** One thing that the documents state, imply or leave open, as a suite may hold a target to it. */
export interface Requirement {
  readonly id: names.RequirementId;
  /** `required` is stated, `expected` is implied, `open` is not shown and never fails. */
  readonly level: Level;
  readonly part: names.PartName;
  /** A sentence in the present tense. */
  readonly statement: string;
  /** How the statement is to be read, and how it is not. */
  readonly notes: readonly string[];
  /** Where it shows; empty for what the token service does. */
  readonly endpoints: readonly names.EndpointId[];
  readonly source: SourceLocation;
}

// The import of a JSON file widens its literals; the compiler writes this file and the names from one model.
/** Every requirement, in the order of the documents (all of `spec/documents`). */
export const register = data.requirements as readonly Requirement[];

/** The parts of the register with their titles, in the order they are reported in (`spec/documents/1-service.md`). */
export const parts = data.parts as readonly { readonly name: names.PartName; readonly title: string }[];

/** What is not shown and can't be observed in answers, so that it has no requirement. */
export const openPoints: readonly OpenPoint[] = data.openPoints;

/** The first twelve hexadecimal digits of a SHA-256 over the documents. */
export const revision: string = data.revision;

const byId = new Map<string, Requirement>(register.map((requirement) => [requirement.id, requirement]));

/** Whether a text is the id of a requirement. */
export function isRequirementId(text: string): text is names.RequirementId {
  return byId.has(text);
}

/**
 * The requirement of an id.
 *
 * @throws {RangeError} when the register has none, which a typed id can't cause
 */
export function requirementOf(id: names.RequirementId): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new RangeError(`the register has no requirement "${id}"`);
  return requirement;
}

/** A value that a client may choose. `shown` ones stand in samples; all others are assumed, and may be refused. */
export interface VocabularyValue {
  readonly value: string;
  readonly shown: boolean;
}

/** The open vocabularies by key, the most ordinary value of each first (`spec/documents/2-resources.md`). */
export const vocabulary: Readonly<Record<names.VocabularyKey, readonly VocabularyValue[]>> = data.vocabulary;

/** The closed lists by name: there is no value outside of them (`spec/documents/3-states.md` and others). */
export const valueLists: Readonly<Record<names.ValueListName, readonly string[]>> = data.valueLists;

/** Values that were seen where the full list is not shown, by name of the list. */
export const seenValues: Readonly<Record<names.SeenListName, readonly string[]>> = data.seenValues;
