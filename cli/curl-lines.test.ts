import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { faultyTarget, judged, resultOf } from './judged-reference.test-data.ts';
import type { Counterexample } from '../results/report.ts';
import type { RequirementId } from '../spec/index.ts';
import { tokenLine } from '../suites/engine/curl.ts';
import { recordedValue } from '../suites/replay/send-again.ts';
import { basicAuthorization } from '../target/access-tokens.ts';
import type { Target } from '../target/configuration/target.ts';

const run = promisify(execFile);

const encoded = (key: Target['credentials']): string => basicAuthorization(key).slice('Basic '.length);

/** The variables that a printed line may need, as a user would set them. */
async function variablesOf(target: Target): Promise<Record<string, string>> {
  const { credentials, secondCredentials = credentials, expiredToken = '' } = target;
  const tokenOf = async (key: Target['credentials']): Promise<string> => {
    const response = await fetch(`${target.authUrl}/auth/public/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basicAuthorization(key) },
      body: '{"grant_type":"client_credentials"}',
    });
    const token = String(Object(await response.json()).access_token);
    // The faulty services accept tokens similar to one that they have seen in use.
    await fetch(`${target.baseUrl}/api/v1/groups`, { headers: { authorization: `Bearer ${token}` } });
    return token;
  };
  return {
    BFC_TOKEN: await tokenOf(credentials),
    BFC_SECOND_TOKEN: await tokenOf(secondCredentials),
    BFC_EXPIRED_TOKEN: expiredToken,
    BFC_CREDENTIALS: encoded(credentials),
    BFC_SECOND_CREDENTIALS: encoded(secondCredentials),
  };
}

/** Runs a printed line in a shell. Returns the answer to its request. */
async function answerTo(
  line: string,
  target: Target,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const environment = { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...(await variablesOf(target)) };
  const { stdout } = await run('bash', ['-c', line], { encoding: 'utf8', env: environment }).catch((error: unknown) => {
    // If curl waits for more although the answer is complete, its timeout ends it.
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const [head = '', ...rest] = (stdout.split(/(?=^HTTP\/1\.1 )/m).at(-1) ?? '').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((one) => [one.split(':')[0]?.toLowerCase() ?? '', one.slice(one.indexOf(':') + 1).trim()]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}

async function counterexampleOf(target: Target, id: RequirementId, cases?: number): Promise<Counterexample> {
  const evidence = resultOf(await judged(target, [id], cases), id).counterexample;
  if (evidence === undefined) throw new Error(`the fault does not break ${id}`);
  return evidence;
}

describe('the printed curl line of a failure gets the recorded answer', () => {
  test.for([
    ['a list request', 'groups-other-success', 'groups.list'],
    ['characters outside the basic multilingual plane', 'connections-name-astral-lost', 'connections.echo'],
    ['an expired token', 'unauthorized-expired-message', 'unauthorized.expired'],
    ['an unsigned token', 'unauthorized-unsigned', 'unauthorized.forged'],
    ['a token in quotes', 'unauthorized-quotes-trimmed', 'unauthorized.not-bearer'],
    ['a token with four parts', 'unauthorized-fourth-part-ignored', 'unauthorized.altered'],
    ['a body that is not JSON', 'input-any-media-type', 'input.malformed-json'],
    ['a token request, authorized by the key', 'token-type-lower-case', 'token.type'],
    ["another organization's token", 'isolation-groups-shared', 'isolation.groups'],
  ] as const)('%s', async ([, fault, id]) => {
    const target = await faultyTarget(fault);
    const { curl, exchanges, pointer } = await counterexampleOf(target, id);
    const response = exchanges.at(-1)?.response;
    const answer = await answerTo(curl, target);
    const recorded = response === undefined ? undefined : recordedValue(response, pointer);
    expect([answer.status, recordedValue(answer, pointer)]).toEqual([response?.status, recorded]);
  });
});

test('the printed token line sets BFC_TOKEN to a valid token, and contains no secret', async () => {
  const target = await faultyTarget('groups-other-success');
  const line = tokenLine({ ...target, secretVariable: 'MY_SECRET' });
  expect(line).not.toContain(target.credentials.clientSecret);
  const environment = { PATH: process.env['PATH'], MY_SECRET: target.credentials.clientSecret };
  const { stdout } = await run('sh', ['-c', `${line}; printf %s "$BFC_TOKEN"`], { env: environment });
  const list = await fetch(`${target.baseUrl}/api/v1/groups`, { headers: { authorization: `Bearer ${stdout}` } });
  expect(await list.json()).toHaveProperty('meta');
});

test('the printed token line names the variable to set if the environment has no secret', async () => {
  const target = { ...(await faultyTarget('groups-other-success')), secretVariable: undefined };
  const { stdout, stderr } = await run('sh', ['-c', `${tokenLine(target)}; printf %s "$BFC_TOKEN"`], {
    env: { PATH: process.env['PATH'] },
  });
  expect(stderr).toContain('BFC_CLIENT_SECRET: has to be set to the secret of the key');
  expect(stdout).toBe('');
});

test('the printed curl lines of an edit and of the list after it reproduce the failure on another decision', async () => {
  const target = await faultyTarget('renewals-listed-as-created', { pace: 60_000 });
  const { curl, curlOfWrite = '', exchanges, pointer } = await counterexampleOf(target, 'renewals.edit-listed', 60);
  expect(exchanges.map(({ request }) => request.method)).toEqual(['POST', 'PUT', 'GET']);
  const edited = await answerTo(curlOfWrite, target);
  const listed = await answerTo(curl, target);
  const { id, body } = Object(JSON.parse(edited.body));
  const found = Object(JSON.parse(listed.body)).response.find((one: { id: unknown }) => one.id === id);
  expect(pointer).toMatch(/^\/response\/\d+\/body/);
  expect([edited.status, listed.status]).toEqual([200, 200]);
  expect(found.body).not.toEqual(body);
});
