import { describe, expect, it } from 'vitest';
import { reporters } from '../../reporters/index.ts';
import { formatList, formatNames } from './formats.ts';

describe('a list of formats', () => {
  it('has each that is named once', () => {
    expect(formatList('--format')('json, junit,json')).toEqual(['json', 'junit']);
  });

  it('is all of them by one word, annotations only where a CI reads them, or where they are named', () => {
    const others = Object.keys(reporters).filter((name) => name !== 'github');
    expect(formatList('--format')('all')).toEqual(others);
    expect(formatList('--format', { GITHUB_ACTIONS: 'true' })('all')).toEqual([...others, 'github']);
    expect(formatList('--format')('all,github')).toEqual([...others, 'github']);
  });

  it.each([
    ['junti', 'did you mean "junit"?'],
    ['', 'no report is called ""'],
    ['json,', 'no report is called ""'],
    ['toString', 'no report is called "toString"'],
  ])('is refused for %j', (text, line) => {
    expect(() => formatList('--format')(text)).toThrow(line);
  });

  it('is told in full by the help', () => {
    expect(formatNames).toBe('all, json, html, junit, markdown, sarif, har, badge, allure, terminal, github');
  });
});
