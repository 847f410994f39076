import { describe, expect, it } from 'vitest';
import { register, requirementOf } from '../../spec/index.ts';
import { endpointFilter, filterText, levelFilter, partFilter, passes } from './filters.ts';

describe('a filter', () => {
  it('is values in any letter case, each once, and adds to what was said before', () => {
    expect(partFilter('Renewals, paging,renewals')).toEqual(['renewals', 'paging']);
    expect(levelFilter('open', ['required'])).toEqual(['required', 'open']);
    expect(endpointFilter('e4,TOKEN')).toEqual(['E4', 'token']);
  });

  it('refuses any other word, with those that are allowed', () => {
    expect(() => levelFilter('required,')).toThrow('--level: "" is no level; allowed are required, expected, open');
    expect(() => endpointFilter('E0')).toThrow(
      '--endpoint: "E0" is no endpoint; allowed are E1, E2, E3, E4, E5, E6, E7, E8, token',
    );
    expect(() => partFilter('events')).toThrow(/^--part: "events" is no part; allowed are wire, token, /);
  });
});

describe('a requirement', () => {
  it('passes when nothing is asked for', () => {
    expect(register.every((requirement) => passes(requirement, {}))).toBe(true);
  });

  it('passes when each filter has one of its values', () => {
    const edit = requirementOf('renewals.edit-listed');
    expect(passes(edit, { part: ['renewals', 'wire'], level: ['required'], endpoint: ['E1', 'E5'] })).toBe(true);
    expect(passes(edit, { part: ['wire'] })).toBe(false);
    expect(passes(edit, { part: ['renewals'], level: ['expected', 'open'] })).toBe(false);
    expect(passes(edit, { endpoint: ['E3', 'token'] })).toBe(false);
  });

  it('is of the token service when it shows at no operation', () => {
    expect(passes(requirementOf('token.issue'), { endpoint: ['token'] })).toBe(true);
    expect(passes(requirementOf('token.usable'), { endpoint: ['token'] })).toBe(false);
    expect(passes(requirementOf('token.issue'), { endpoint: ['E1'] })).toBe(false);
  });
});

it('filters are told as they are given', () => {
  expect(filterText({})).toBe('');
  expect(filterText({ endpoint: ['E4', 'token'], part: ['wire'] })).toBe('--part wire --endpoint E4,token');
});
