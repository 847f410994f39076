import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import formatting from '../../.oxfmtrc.json' with { type: 'json' };
import { defineConfig, targetConfigSchema } from './target-config.ts';

it('the schema is published as target-config.schema.json: npx vitest run --project self target-config -u writes it', async () => {
  const file = new URL('target-config.schema.json', import.meta.url).pathname;
  const { code } = await format(file, JSON.stringify(targetConfigSchema, null, 2), formatting);
  await expect(code).toMatchFileSnapshot(file);
});

it('the schema describes every member', () => {
  const undescribed: string[] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (/\/properties\/[^/]+$/.test(pointer) && !('description' in value)) undescribed.push(pointer);
    for (const [key, child] of Object.entries(value)) visit(child, `${pointer}/${key}`);
  };
  visit(targetConfigSchema, '');
  expect(undescribed).toEqual([]);
});

it('defineConfig type-checks a TypeScript configuration', () => {
  const config = { expiredTokenEnv: undefined, expect: { 'renewals.edit-stale': 'refused with 409' } };
  expect(defineConfig(config)).toBe(config);
  // @ts-expect-error -- there is no such requirement
  defineConfig({ waive: [{ id: 'token.isue', reason: 'x', until: '2027-02-28' }] });
  // @ts-expect-error -- nor such a key
  defineConfig({ vocabulary: { sexx: ['F'] } });
  // @ts-expect-error -- nor such a kind of target
  defineConfig({ environment: 'test' });
});
