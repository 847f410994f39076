import { expect, it } from 'vitest';
import { canRewriteLine, wantsColour, widthOf } from './surroundings.ts';

const terminal = { write: () => {}, isTTY: true, columns: 77 };
const pipe = { write: () => {} };

it('colours a terminal, unless the environment says otherwise', () => {
  expect(wantsColour(terminal, {})).toBe(true);
  expect(wantsColour(terminal, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColour(terminal, { NO_COLOR: '' })).toBe(true);
  expect(wantsColour(terminal, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour(pipe, {})).toBe(false);
  expect(wantsColour(pipe, { FORCE_COLOR: '1' })).toBe(true);
  expect(wantsColour(pipe, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
});

it('takes the width of a terminal, or of COLUMNS, or a page', () => {
  expect(widthOf(terminal, { COLUMNS: '50' })).toBe(77);
  expect(widthOf(pipe, { COLUMNS: '50' })).toBe(50);
  expect(widthOf(pipe, { COLUMNS: 'wide' })).toBe(100);
  expect(widthOf(pipe, {})).toBe(100);
});

it('rewrites a line on a terminal that is no log', () => {
  expect(canRewriteLine(terminal, {})).toBe(true);
  expect(canRewriteLine(terminal, { CI: 'true' })).toBe(false);
  expect(canRewriteLine(pipe, {})).toBe(false);
});
