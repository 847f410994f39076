import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpointIds, isRequirementId, openPoints, parts, register, requirementOf, revision } from './index.ts';

function sourceLine({ document, line }: { document: string; line: number }): string {
  return readFileSync(new URL(`./documents/${document}`, import.meta.url), 'utf8').split('\n')[line - 1] ?? '';
}

describe('the register', () => {
  test('has every id once', () => {
    const ids = register.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(register)(
    'has $id as a sentence, with the line that states it',
    ({ id, part, statement, source, endpoints }) => {
      expect(id.startsWith(`${part}.`)).toBe(true);
      expect(statement).toMatch(/^[A-Z`].*\.$/u);
      expect(sourceLine(source)).toContain(`**${id}**`);
      expect(endpointIds).toEqual(expect.arrayContaining([...endpoints]));
    },
  );

  test('has requirements in every part and on every level', () => {
    expect(new Set(register.map(({ part }) => part))).toEqual(new Set(parts.map(({ name }) => name)));
    expect(new Set(register.map(({ level }) => level))).toEqual(new Set(['required', 'expected', 'open']));
  });

  test('finds a requirement by its id', () => {
    expect(requirementOf('renewals.edit-listed')).toMatchObject({ level: 'required', endpoints: ['E4', 'E5'] });
    expect(isRequirementId('renewals.edit-listed')).toBe(true);
    expect(isRequirementId('renewals.nothing')).toBe(false);
    expect(isRequirementId('toString')).toBe(false);
  });

  test('keeps the open points with their lines', () => {
    for (const { source } of openPoints) expect(sourceLine(source)).toContain('(open point)');
  });

  test('names the revision of the documents', () => {
    expect(revision).toMatch(/^[0-9a-f]{12}$/u);
  });
});
