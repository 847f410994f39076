import { afterEach, describe, expect, it } from 'vitest';
import { startReference, type RunningReference } from '../start-reference.ts';
import type { Fault } from './fault.ts';

let running: RunningReference | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

function faultOf(begin: Fault['begin']): Fault {
  return { name: 'wire-sample', description: 'a sample', breaks: ['wire.json'], begin };
}

async function tokenOf({ authUrl, credentials: { clientId, clientSecret } }: RunningReference): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return fetch(`${authUrl}/auth/public/token`, {
    method: 'POST',
    headers: { connection: 'close', authorization, 'content-type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  });
}

describe('a fault', () => {
  it('that does nothing changes nothing: status, headers and body arrive as they were', async () => {
    const plain = await startReference();
    running = await startReference({ fault: faultOf(() => (request, serve) => serve(request)) });
    const answers = await Promise.all(
      [plain, running].map(async ({ baseUrl }) => {
        const response = await fetch(`${baseUrl}/api/v1/groups`, { headers: { connection: 'close' } });
        const headers = [...response.headers].filter(([name]) => name !== 'date');
        return { status: response.status, headers: new Map(headers), body: await response.json() };
      }),
    );
    await plain.close();
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 16 } });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('sees the token service and the API, also where each has its own origin, with one memory', async () => {
    const seen: string[] = [];
    const begin: Fault['begin'] = () => (request, serve) => {
      seen.push(`${request.method} ${String(request.place)}`);
      return serve(request);
    };
    running = await startReference({ fault: faultOf(begin), dialect: { origins: 'two', basePath: '/benefits' } });
    expect((await tokenOf(running)).status).toBe(200);
    await fetch(`${running.baseUrl}/api/v1/groups`, { headers: { connection: 'close' } });
    expect(seen).toEqual(['POST token', 'GET E1']);
  });

  it('may ask the service more than once, and answer by itself', async () => {
    let calls = 0;
    const begin: Fault['begin'] = () => async (request, serve) => {
      await serve(request);
      const { headers } = await serve(request);
      calls += 1;
      return { status: 418, headers, text: '{"short":"and stout"}' };
    };
    running = await startReference({ fault: faultOf(begin) });
    const response = await tokenOf(running);
    expect([response.status, await response.json(), calls]).toEqual([418, { short: 'and stout' }, 1]);
  });

  it('begins anew with each service', async () => {
    let begun = 0;
    const begin: Fault['begin'] = () => {
      begun += 1;
      return (request, serve) => serve(request);
    };
    const fault = faultOf(begin);
    await (await startReference({ fault })).close();
    await (await startReference({ fault })).close();
    expect(begun).toBe(2);
  });
});
