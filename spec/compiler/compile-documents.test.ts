import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileDocuments, readModel } from './compile-documents.ts';
import { formatMistake, mistakeCodes, SpecError, type Mistake } from './mistake.ts';
import cases from './malformed-documents.json' with { type: 'json' };

/** A small interface without mistakes; every case breaks one thing in it. */
const sound = readFileSync(new URL('./example-document.txt', import.meta.url), 'utf8');

function mistakesOf(text: string): readonly Mistake[] {
  try {
    readModel([{ name: 'example.md', text }], (name) => `documents/${name}`);
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.mistakes;
    throw error;
  }
}

function lineOf(text: string, at: string): number {
  const [start, second] = [at.replace(' (second)', ''), at.endsWith(' (second)')];
  const lines = text.split('\n').flatMap((line, index) => (line.startsWith(start) ? index + 1 : []));
  return lines.at(second ? 1 : 0) ?? 0;
}

describe('a sound document', () => {
  test('has no mistakes', () => {
    expect(mistakesOf(sound).map(formatMistake)).toEqual([]);
  });

  test('compiles to the same files each time', () => {
    const documents = [{ name: 'example.md', text: sound }];
    expect([...compileDocuments(documents)]).toEqual([...compileDocuments(documents)]);
  });

  test('states its requirements and open points', () => {
    const { requirements, openPoints } = readModel([{ name: 'example.md', text: sound }]);
    expect(requirements).toMatchObject([
      {
        id: 'things.make',
        level: 'required',
        statement: 'A thing is made.',
        notes: ['Colours are open.'],
        endpoints: ['E1'],
      },
      { id: 'things.colour', level: 'open', notes: [], endpoints: [] },
    ]);
    expect(openPoints.map(({ statement }) => statement)).toEqual(['What things are for.']);
  });
});

describe('a malformed document', () => {
  test.each(cases)('is refused: $code, $by', ({ code, replace, by, at, says }) => {
    const text = sound.replace(replace, () => by);
    expect(text).not.toBe(sound);
    const found = mistakesOf(text).filter((mistake) => mistake.code === code);
    expect(mistakesOf(text).map((mistake) => mistake.code)).toContain(code);
    expect(found.map(formatMistake).join('\n')).toMatch(new RegExp(says, 'u'));
    expect(found.map(({ file, line }) => `${file}:${line}`)).toContain(`documents/example.md:${lineOf(text, at)}`);
  });

  test('has every kind of mistake that can stand in one among the cases', () => {
    const covered = new Set(cases.map((broken) => broken.code));
    expect(mistakeCodes.filter((code) => !covered.has(code))).toEqual(['unreadable-document', 'misnamed-document']);
  });

  test('has all its mistakes told at once, in their order', () => {
    const text = sound
      .replace('| uuid | always', '| uid | always')
      .replace('open colour', 'open color')
      .replace('(required; E1)', '(urgent)');
    expect(mistakesOf(text).map(({ code }) => code)).toEqual(['unknown-type', 'dangling-reference', 'unknown-level']);
  });

  test('is told of in one line each', () => {
    const text = sound.replace('| uuid | always', '| uid | always').replace('(required; E1)', '(urgent)');
    expect(() => compileDocuments([{ name: 'example.md', text }])).toThrow(
      /^example\.md:15: [^\n]+; [^\n]+\nexample\.md:\d+: [^\n]+; [^\n]+$/u,
    );
  });
});
