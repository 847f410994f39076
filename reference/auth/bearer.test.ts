import { describe, expect, it } from 'vitest';
import { basicCredentials } from './basic.ts';
import { bearerToken, isCanonical, type HeaderRules } from './bearer.ts';

const rules: HeaderRules = { schemeCase: 'any', brokenToken: 'credentials', cutToken: 'credentials' };
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'none' });
const payload = part({ sub: 'x' });

describe('the form of a bearer header', () => {
  it.each([
    `Bearer ${header}.${payload}.c2ln`,
    `bearer ${header}.${payload}.c2ln`,
    `BEARER  ${header}.${payload}.c2ln`,
  ])('is that of %s', (text) => {
    expect(bearerToken(text, rules)).toEqual({ token: `${header}.${payload}.c2ln` });
  });

  it('allows an empty signature: unsigned is another failure', () => {
    expect(bearerToken(`Bearer ${header}.${payload}.`, rules)).toEqual({ token: `${header}.${payload}.` });
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer token',
    `Bearer ${header}.${payload}`,
    `Bearer ${header}.${payload}.a.b`,
    `Bearer ..`,
    `Bearer ${header}.${payload}.si=`,
    `Bearer ${header}.${payload}.sig more`,
    `Bearer ${part([])}.${payload}.sig`,
    `Bearer ${header}.${part('text')}.sig`,
    `Bearer ${header}.${part(null)}.sig`,
    `Bearer ${header}.YWJj.sig`,
    `Bearer ${header}._____w.sig`,
    `Basic ${header}.${payload}.sig`,
    `Bearer${header}.${payload}.sig`,
    `${header}.${payload}.sig`,
  ])('is not that of %s', (text) => {
    expect(bearerToken(text, rules)).toEqual({ failure: 'credentials' });
  });

  it('knows a second spelling of the same bytes', () => {
    expect(isCanonical('YQ.YQ.YQ')).toBe(true);
    expect(isCanonical('YQ.YQ.YR')).toBe(false);
  });
});

describe('basic credentials', () => {
  const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it('split at the first colon', () => {
    expect(basicCredentials(encoded('id:se:cret'))).toEqual({ clientId: 'id', clientSecret: 'se:cret' });
    expect(basicCredentials(encoded('id:').replace('Basic', 'basic'))).toEqual({ clientId: 'id', clientSecret: '' });
  });

  it.each([undefined, '', 'Basic', 'Basic !!', encoded('nocolon'), encoded('a:b').replace('Basic', 'Bearer')])(
    'are none in %s',
    (text) => {
      expect(basicCredentials(text)).toBeUndefined();
    },
  );
});
