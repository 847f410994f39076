import type { ConfigDocument } from './section.ts';

/** A configuration as JSON: what is known alone, as JSON has no comments; editors tell the rest from the schema. */
export function renderJson({ schema, sections }: ConfigDocument): string {
  const known = sections.filter(({ value }) => value !== undefined).map(({ key, value }) => [key, value] as const);
  return `${JSON.stringify({ $schema: schema, ...Object.fromEntries(known) }, undefined, 2)}\n`;
}
