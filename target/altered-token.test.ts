import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { alterationOf } from './altered-token.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(subject: string): string {
  const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: subject })}`;
  return `${input}.${createHmac('sha256', 'sample').update(input).digest('base64url')}`;
}

const [good, fresh] = [token('one'), token('two')];
const [header = '', payload = '', signature = ''] = good.split('.');
const none = part({ alg: 'none', typ: "o'clock" });

function made(altered: string): string | undefined {
  const words = alterationOf(good, altered);
  if (words === undefined) return undefined;
  return execFileSync('sh', ['-c', `printf %s "${words}"`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], BFC_TOKEN: fresh },
  });
}

test.for([
  ['cut at its end', good.slice(0, -4), fresh.slice(0, -4)],
  ['cut before its payload', good.slice(0, 9), fresh.slice(0, 9)],
  ['without its signature', `${header}.${payload}.`, fresh.replace(/[^.]*$/, '')],
  ['of four parts', `${good}.AAAA`, `${fresh}.AAAA`],
  ['unsigned', `${none}.${payload}.`, `${none}.${fresh.split('.')[1]}.`],
  ['with the algorithm none', `${none}.${payload}.${signature}`, `${none}.${fresh.split('.').slice(1).join('.')}`],
] as const)('a token %s is made of any other one', ([, altered, expected]) => {
  expect(made(altered)).toBe(expected);
});

test('a character of the signature is exchanged at its place, and always for another', () => {
  for (const at of [0, 20, signature.length - 1]) {
    const other = signature[at] === 'g' ? 'w' : 'g';
    const shell = made(`${header}.${payload}.${signature.slice(0, at)}${other}${signature.slice(at + 1)}`) ?? '';
    const bytes = (text: string): Buffer => Buffer.from(text.split('.')[2] ?? '', 'base64url');
    expect(bytes(shell)).not.toEqual(bytes(fresh));
    const place = fresh.length - signature.length + at;
    expect([shell.slice(0, place), shell.slice(place + 1)]).toEqual([fresh.slice(0, place), fresh.slice(place + 1)]);
  }
});

test.for([
  ['the same', good],
  ['another one', fresh],
  ['signed by another key', `${header}.${payload}.${'x'.repeat(43)}`],
  ['with other claims', `${header}.${part({ sub: 'me' })}.${signature}`],
])('a token that is %s cannot be made so', ([, altered = '']) => {
  expect(alterationOf(good, altered)).toBeUndefined();
});
