import { isRequirementId, register, type RequirementId } from '../../spec/index.ts';
import { suggestion } from '../../target/configuration/index.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads a list of requirements: ids, and beginnings of ids followed by a star (`renewals.*`), separated by commas.
 *
 * @returns the ids meant, in document order, each once
 * @throws UsageError for a word that means no requirement, with the nearest that does
 */
export function requirementList(flag: string): (text: string) => readonly RequirementId[] {
  return (text) => {
    const ids = register.map(({ id }) => id);
    const meant = new Set<RequirementId>();
    for (const word of text.split(',').map((part) => part.trim())) {
      const found = word.endsWith('*')
        ? ids.filter((id) => id.startsWith(word.slice(0, -1)))
        : [word].filter(isRequirementId);
      if (found.length === 0) throw new UsageError(`${flag}: ${unknownWord(word, ids)}`);
      found.forEach((id) => meant.add(id));
    }
    return ids.filter((id) => meant.has(id));
  };
}

function unknownWord(word: string, ids: readonly RequirementId[]): string {
  if (word === '') return 'an id is missing; write ids separated by commas, such as token.issue,renewals.*';
  const prefixes = [...new Set(ids.map((id) => `${id.split('.')[0] ?? id}.*`))];
  // A part's bare name is one step from meaning the whole part.
  const known = word.endsWith('*') ? prefixes : prefixes.includes(`${word}.*`) ? [`${word}.*`] : ids;
  return `no requirement is called ${JSON.stringify(word)}${suggestion(word, known, `known are ${prefixes.join(', ')} and the ids they stand for`)}`;
}
