import { describe, expect, it } from 'vitest';
import { parts, register, requirementOf } from '../../spec/index.ts';
import { faults } from './catalogue.ts';

describe('the catalogue of faults', () => {
  it.each(register.filter(({ level }) => level !== 'open').map(({ id }) => id))('breaks %s', (id) => {
    expect(faults.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name)).not.toEqual([]);
  });

  it('names every fault once, in kebab case, by the part it is about', () => {
    const names = faults.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z0-9]+)+$/.test(name))).toEqual([]);
    const known: readonly string[] = parts.map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name.split('-')[0] ?? ''))).toEqual([]);
  });

  it('breaks nothing that is open, and names nothing twice', () => {
    for (const { name, breaks, also = [] } of faults) {
      const named = [...breaks, ...also];
      expect([name, breaks.length > 0, new Set(named).size]).toEqual([name, true, named.length]);
      expect([name, named.filter((id) => requirementOf(id).level === 'open')]).toEqual([name, []]);
    }
  });

  it('has many that show on certain data, in a certain order or now and then only', () => {
    expect(faults.filter(({ when }) => when !== undefined).length).toBeGreaterThanOrEqual(35);
  });
});
