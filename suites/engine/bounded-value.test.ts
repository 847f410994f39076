import { expect, test } from 'vitest';
import { createRedactor, placeholders } from '../../target/redaction.ts';
import { boundedText, boundedValue } from './shorten.ts';

const redactor = createRedactor();
redactor.learn('a-token-that-is-known-1234567890', placeholders.token);
const bounded = (value: unknown, against?: unknown): unknown => boundedValue(value, against, redactor);

test('of two long texts the part is shown where they begin to differ', () => {
  const [wanted, got] = ['Y', 'Z'].map((end) => ({
    list: [{ name: `${'x'.repeat(90_000)}${end}${'x'.repeat(90_000)}` }],
  }));
  const shown = JSON.stringify(bounded(got, wanted));
  expect(shown).toMatch(/… \(89800 characters before\) x{200}Zx+… \(\d+ more characters\)/);
  expect(shown.length).toBeLessThan(5000);
  expect(JSON.stringify(bounded(wanted, got))).toMatch(/… \(89800 characters before\) x{200}Yx+… /);
});

test('what is nested without end, or has members without end, comes to an end', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`);
  expect(JSON.stringify(structuredClone(bounded({ status: deep })))).toContain('… nested deeper than 200 levels');
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
  expect(Object.keys(bounded(many) as object)).toHaveLength(5000);
  expect(bounded(Array.from({ length: 20_000 }, () => 'x'))).toContain('… (15001 more items)');
  expect(JSON.stringify(bounded({ ['k'.repeat(1_000_000)]: 1 })).length).toBeLessThan(5000);
});

test('a secret that is cut is as secret as a whole one', () => {
  for (const before of [4070, 4080, 4090])
    expect(
      boundedText(`${' '.repeat(before)}a-token-that-is-known-1234567890${' '.repeat(9000)}`, redactor),
    ).not.toMatch(/a-token|1234567890/);
});
