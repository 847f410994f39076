import { describe, expect, it, onTestFinished } from 'vitest';
import { parts, register, requirementOf } from '../../spec/index.ts';
import { startReference } from '../start-reference.ts';
import { faults } from './fault-catalogue.ts';
import type { Fault } from './fault.ts';

it('a fault sees requests to the token service and the API, even if each has its own origin', async () => {
  const seen: string[] = [];
  const fault: Fault = {
    name: 'wire-sample',
    description: 'a sample',
    breaks: ['wire.json'],
    begin: () => (request, serve) => {
      seen.push(`${request.method} ${String(request.place)}`);
      return serve(request);
    },
  };
  const running = await startReference({ fault, dialect: { origins: 'two', basePath: '/benefits' } });
  onTestFinished(() => running.close());
  const headers = { connection: 'close' };
  await fetch(`${running.authUrl}/auth/public/token`, { method: 'POST', headers });
  await fetch(`${running.baseUrl}/api/v1/groups`, { headers });
  expect(seen).toEqual(['POST token', 'GET E1']);
});

describe('the catalogue of faults', () => {
  it.each(register.filter(({ level }) => level !== 'open').map(({ id }) => id))('breaks %s', (id) => {
    const breaking = faults.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name);
    expect(breaking, 'no fault breaks it: add one to reference/faults').not.toEqual([]);
  });

  it('names every fault once, in kebab case, beginning with its part', () => {
    const names = faults.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(?:-[a-z0-9]+)+$/.test(name))).toEqual([]);
    const known: readonly string[] = parts.map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name.split('-')[0] ?? ''))).toEqual([]);
  });

  it('lists access requirements only for faults of access', () => {
    const ofAccess = (ids: readonly string[]) => ids.filter((id) => /^(?:unauthorized|isolation)\./.test(id));
    const others = faults.filter(({ breaks }) => ofAccess(breaks).length === 0);
    expect(others.filter(({ also = [] }) => ofAccess(also).length > 0).map(({ name }) => name)).toEqual([]);
  });

  it('breaks no open point, and lists no requirement of a fault twice', () => {
    for (const { name, breaks, also = [] } of faults) {
      const named = [...breaks, ...also];
      expect([name, breaks.length > 0, new Set(named).size]).toEqual([name, true, named.length]);
      expect([name, named.filter((id) => requirementOf(id).level === 'open')]).toEqual([name, []]);
    }
  });
});
