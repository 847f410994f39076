import { type SchemaName, type VocabularyKey, vocabulary } from '../../spec/index.ts';
import type { GenerationContext } from '../bodies/context.ts';
import type { Example } from './example.ts';
import { membersOf, withChanged } from './members.ts';

function isVocabularyKey(key: string | undefined): key is VocabularyKey {
  return key !== undefined && Object.hasOwn(vocabulary, key);
}

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

/**
 * Every coded member of a body at the next of its values, until each value was there. Most values are assumed, so that
 * a target may take none of these.
 *
 * @param schema the body's schema
 * @param context whose vocabulary has the values
 */
export function codes<T>(schema: SchemaName, context: GenerationContext): readonly Example<T>[] {
  const keys = [...membersOf(schema).values()].map(({ vocabulary: key }) => key).filter(isVocabularyKey);
  const most = Math.max(1, ...keys.map((key) => context.vocabulary[key].length));
  return names.slice(1, most).map((name, index) => ({
    name: `every coded member at its ${name} value`,
    part: 'codes',
    apply: (body) =>
      withChanged(schema, body, ({ vocabulary: key }, value) => {
        const values = isVocabularyKey(key) ? context.vocabulary[key] : [];
        return values[(index + 1) % values.length] ?? value;
      }),
  }));
}
