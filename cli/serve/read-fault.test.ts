import { describe, expect, it } from 'vitest';
import { faults } from '../../reference/index.ts';
import { readFault } from './read-fault.ts';

describe('--fault', () => {
  it('finds every fault by its name', () => {
    for (const fault of faults) expect(readFault(fault.name)).toBe(fault);
  });

  it('refuses a mistyped name with the nearest', () => {
    expect(() => readFault('token-opaqe')).toThrow(
      '--fault: no fault is called "token-opaqe"; did you mean "token-opaque"?',
    );
  });

  it('lists the names of a part', () => {
    expect(() => readFault('groups')).toThrow(/no fault is called "groups"; known are groups-\S+, groups-/);
  });

  it('lists the parts where nothing is alike', () => {
    expect(() => readFault('everything')).toThrow(/give one of wire, token, unauthorized, .* to see the names/);
  });
});
