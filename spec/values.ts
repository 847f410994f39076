import type { SeenListName, ValueListName, VocabularyKey } from './generated/names.ts';
import data from './generated/register.json' with { type: 'json' };

/** A value that a client may choose. `shown` ones stand in samples; all others are assumed, and may be refused. */
export interface VocabularyValue {
  readonly value: string;
  readonly shown: boolean;
}

/** The open vocabularies by key, the most ordinary value of each first (`spec/documents/2-resources.md`). */
export const vocabulary: Readonly<Record<VocabularyKey, readonly VocabularyValue[]>> = data.vocabulary;

/** The closed lists by name: beside their values there is no other (`spec/documents/3-states.md` and others). */
export const valueLists: Readonly<Record<ValueListName, readonly string[]>> = data.valueLists;

/** Values that were seen where the full list is not shown, by name of the list. */
export const seenValues: Readonly<Record<SeenListName, readonly string[]>> = data.seenValues;
