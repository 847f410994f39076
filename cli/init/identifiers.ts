import { UsageError } from '../failures.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an identifier (`spec/documents/2-resources.md`). */
export function isIdentifier(text: string): boolean {
  return uuid.test(text);
}

/** The parts of a list that is separated by commas or blanks. */
export function partsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
}

/** What is wrong with a list of identifiers, which may be empty; undefined when nothing is. */
export function problemOfIdentifiers(text: string): string | undefined {
  const wrong = partsOf(text).find((part) => !isIdentifier(part));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no UUID`;
}

/** Reads a flag that takes one identifier. */
export function identifier(flag: string): (text: string) => string {
  return (text) => {
    if (isIdentifier(text.trim())) return text.trim();
    throw new UsageError(`${flag}: ${JSON.stringify(text)} is no UUID`);
  };
}

/** Reads a flag that takes identifiers, separated by commas. */
export function identifierList(flag: string): (text: string) => readonly string[] {
  return (text) => {
    const problem = problemOfIdentifiers(text);
    if (problem !== undefined) throw new UsageError(`${flag}: ${problem}`);
    return partsOf(text);
  };
}
