import { describe, expect, it } from 'vitest';
import { isRequirementId, parts, register } from '../../spec/index.ts';
import { methodOf, methods } from './index.ts';

const ids = register.map(({ id }) => id);

it('there is a method for each requirement, and for nothing else', () => {
  expect(Object.keys(methods).toSorted()).toEqual(ids.toSorted());
});

describe.each(ids)('the method of %s', (id) => {
  it('is one to three sentences', () => {
    expect(methodOf(id)).toMatch(/^[A-Z][^]*\.$/);
    expect(
      methodOf(id)
        .split(/\.(?: |$)/)
        .filter(Boolean).length,
    ).toBeLessThanOrEqual(3);
  });

  it('refers to other requirements by ids that exist', () => {
    const names = parts.map(({ name }) => name).join('|');
    const named = [...methodOf(id).matchAll(new RegExp(`\\b(?:${names})\\.[a-z][a-z-]*`, 'g'))].map(([text]) => text);
    expect(named.filter((text) => !isRequirementId(text))).toEqual([]);
  });
});

it('open points are observed, and nothing else is', () => {
  const observed = register.filter(({ id }) => methodOf(id).startsWith('Observed')).map(({ id }) => id);
  expect(observed).toEqual(register.filter(({ level }) => level === 'open').map(({ id }) => id));
});
