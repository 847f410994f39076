import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { startReference } from './start-reference.ts';
import { decisionBody, snapshotBody } from './sample-bodies.test-data.ts';
import { expectSchema, startClient } from './reference-client.test-data.ts';

const employeeId = '00000000-0000-4000-8000-0000000000e1';

describe('starting', () => {
  it('has the same fixtures for the same seed, and never the same secrets', async () => {
    const dialect = { tokenAlgorithm: 'ES256' } as const;
    const all = await Promise.all([1, 1, 2].map((seed) => startReference({ seed, dialect })));
    const [first, same, other] = all;
    expect(first?.fixtures).toEqual(same?.fixtures);
    expect(first?.fixtures).not.toEqual(other?.fixtures);
    expect(first?.credentials.clientSecret).not.toBe(same?.credentials.clientSecret);
    await Promise.all(all.map((reference) => reference.close()));
  });

  it('refuses a port that it cannot have with one line', async () => {
    const running = await startClient();
    const used = Number(new URL(running.baseUrl).port);
    const message = `port ${used}: in use by another process; stop it, or choose another port`;
    await expect(startReference({ port: used })).rejects.toMatchObject({ code: 'EADDRINUSE', message });
    await running.close();
    for (const port of [70_000, -1]) {
      const oneLine = expect.not.stringContaining('\n');
      await expect(startReference({ port })).rejects.toMatchObject({ code: 'port-unusable', message: oneLine });
    }
  });
});

describe('a data file', () => {
  it('brings everything back: keys, credentials, fixtures and records as they stood', async () => {
    const data = join(folderOfTest(), 'kept.db');
    const first = await startClient({ data });
    const path = { group_id: first.fixtures.groupId };
    await first.call('E3', { path, body: decisionBody(first.fixtures) });
    const created = expectSchema(
      'snapshot',
      (await first.call('E6', { path, body: snapshotBody(first.fixtures, employeeId) })).json,
    );
    const decisions = await first.call('E5', { path });
    await first.close();

    const second = await startClient({ data, seed: 99 });
    const { credentials, secondCredentials, fixtures } = second;
    expect({ credentials, secondCredentials, fixtures }).toEqual({
      credentials: first.credentials,
      secondCredentials: first.secondCredentials,
      fixtures: first.fixtures,
    });
    expect(await second.call('E5', { path, authorization: first.bearer })).toMatchObject({
      status: 200,
      json: decisions.json,
    });
    expect((await second.call('E7', { path: { snapshot_id: created.id } })).json).toEqual(created);
    expect(await second.call('E1', { authorization: `Bearer ${first.expiredToken}` })).toMatchObject({
      status: 401,
      json: { message: 'JWT validation failed: TIME_CONSTRAINT_FAILURE' },
    });
    await second.later(2000);
    expect((await second.call('E7', { path: { snapshot_id: created.id } })).json).toMatchObject({
      status: 'completed',
    });
    await second.close();
  });
});
