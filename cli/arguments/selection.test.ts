import { describe, expect, it } from 'vitest';
import { register } from '../../spec/index.ts';
import { requirementList } from './selection.ts';

const read = requirementList('--only');

describe('a list of requirements', () => {
  it('is ids and beginnings of ids, in document order, each once', () => {
    const renewals = register.map(({ id }) => id).filter((id) => id.startsWith('renewals.'));
    expect(read('renewals.*, token.issue,renewals.edit')).toEqual(
      register.map(({ id }) => id).filter((id) => id === 'token.issue' || renewals.includes(id)),
    );
    expect(read('renewals.edit*').every((id) => id.startsWith('renewals.edit'))).toBe(true);
    expect(read('*')).toHaveLength(register.length);
  });

  it.each([
    ['token.isue', 'no requirement is called "token.isue"; did you mean "token.issue"?'],
    ['token', 'no requirement is called "token"; did you mean "token.*"?'],
    ['renewal.*', 'no requirement is called "renewal.*"; did you mean "renewals.*"?'],
    ['token.issue,', 'an id is missing; write ids separated by commas, such as token.issue,renewals.*'],
    ['', 'an id is missing; write ids separated by commas, such as token.issue,renewals.*'],
  ])('is refused: %j', (text, message) => {
    expect(() => read(text)).toThrow(`--only: ${message}`);
  });
});
