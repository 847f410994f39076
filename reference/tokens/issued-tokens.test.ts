import { expect, it } from 'vitest';
import { msPerDay } from '../../spec/index.ts';
import { openStore } from '../store/store.ts';
import { steppedClock } from '../reference-client.test-data.ts';
import { defaultDialect } from '../dialects.ts';
import { createTokens, openKeyRing } from './issued-tokens.ts';

const organization = { id: 'organization', name: 'Any', clientId: 'client', clientSecret: 'secret' };

async function start() {
  const clock = steppedClock();
  const store = openStore(undefined, 'oldest-first');
  const keys = await openKeyRing(store.keys, clock, 'ES256');
  const tokens = createTokens(keys, clock, defaultDialect);
  const check = (token: string) => tokens.authenticate(`Bearer ${token}`);
  return { clock, store, keys, tokens, check };
}

it('tokens do not verify when altered in a bit that base64url does not use', async () => {
  const { tokens, check } = await start();
  const token = await tokens.issue(organization);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const slack = `${token.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(token.slice(-1)) + 1)}`;
  expect(Buffer.from(slack, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
  expect(await check(slack)).toEqual({ failure: 'signature' });
});

it('signing keys are replaced after a day, once for concurrent requests; older tokens verify for another month', async () => {
  const { tokens, keys, clock, store, check } = await start();
  clock.step(msPerDay - 1000);
  const old = await tokens.issue(organization);
  clock.step(1000);
  const [young] = await Promise.all([tokens.issue(organization), tokens.issue(organization)]);
  expect(keys.published().keys).toHaveLength(2);
  expect(young.split('.')[0]).not.toBe(old.split('.')[0]);
  expect(await check(old)).toEqual({ organizationId: 'organization' });
  expect(await check(young)).toEqual({ organizationId: 'organization' });
  const later = async (days: number) => {
    clock.step(days * msPerDay);
    await tokens.issue(organization);
    return createTokens(keys, clock, defaultDialect).authenticate(`Bearer ${old}`);
  };
  expect([await later(29), await later(1)]).toEqual([{ failure: 'expired' }, { failure: 'signature' }]);
  expect(store.keys.all().map(({ id }) => id)).toEqual(keys.published().keys.map(({ kid }) => kid));
});
