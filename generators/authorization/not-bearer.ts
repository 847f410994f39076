import * as fc from 'fast-check';
import { either, notOfTheForm, type AuthorizationKind, type Refused } from './authorization-case.ts';

const base64url = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const schemeCharacters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

const refused = (header: string): Refused => ({ header, messages: notOfTheForm });

function word(characters: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map((list) => list.join(''));
}

/** Any scheme but Bearer, in whatever letter case that may be written. */
const otherScheme = word(schemeCharacters, 1, 12).filter((scheme) => scheme.toLowerCase() !== 'bearer');

/** Text that holds no token: parts of it have the alphabet of a JWT, but not what a JWT holds. */
function dotted(parts: number): fc.Arbitrary<string> {
  const part = word(base64url, 1, 30).map((text) => `x${text}`);
  return fc.array(part, { minLength: parts, maxLength: parts }).map((list) => list.join('.'));
}

/**
 * Headers that are not of the form `Bearer <JWT>`. Never `bearer` in another letter case, more blanks than one or
 * something after a good token: a lenient service may take those.
 *
 * @param valid a good token
 */
export function notBearer(valid: string): readonly AuthorizationKind[] {
  const requirement = 'unauthorized.not-bearer';
  const credentials = fc
    .tuple(word(base64url, 1, 12), word(base64url, 1, 20))
    .map(([name, secret]) => Buffer.from(`${name}:${secret}`).toString('base64'));
  const withToken = ['Basic', 'Token', 'JWT', 'Bearerx', 'Bear'].map((scheme) => ({
    name: `the token under the scheme ${scheme}`,
    requirement,
    headers: fc.constant(refused(`${scheme} ${valid}`)),
  })) satisfies AuthorizationKind[];
  return [
    ...withToken,
    {
      name: 'the token under another scheme',
      requirement,
      headers: otherScheme.map((scheme) => refused(`${scheme} ${valid}`)),
    },
    { name: 'Basic credentials', requirement, headers: credentials.map((text) => refused(`Basic ${text}`)) },
    { name: 'the token without a scheme', requirement, headers: fc.constant(refused(valid)) },
    { name: 'an empty header', requirement, headers: fc.constant(refused('')) },
    { name: 'Bearer alone', requirement, headers: fc.constant(refused('Bearer')) },
    { name: 'Bearer and an empty value', requirement, headers: fc.constant(refused('Bearer ')) },
    {
      name: 'Bearer and text without dots',
      requirement,
      headers: word(base64url, 1, 40).map((text) => refused(`Bearer ${text}`)),
    },
    {
      name: 'Bearer and two dotted parts',
      requirement,
      headers: dotted(2).map((text) => ({ header: `Bearer ${text}`, messages: either })),
    },
    {
      name: 'Bearer and three dotted parts that are no JWT',
      requirement,
      headers: dotted(3).map((text) => ({ header: `Bearer ${text}`, messages: either })),
    },
  ];
}
