import * as fc from 'fast-check';
import { either, notValidated, type AuthorizationKind, type MessageNumber } from './authorization-case.ts';
import { bytesOf, objectIn, type TokenParts } from './token-parts.ts';

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

/** The claims that say when a token is good: with one of these altered, the third message could be due. */
const times = ['exp', 'nbf', 'iat'];

const requirement = 'unauthorized.altered';

function bearer(parts: Pick<TokenParts, 'header' | 'payload' | 'signature'>): string {
  return `Bearer ${parts.header}.${parts.payload}.${parts.signature}`;
}

/**
 * A part as its bytes are properly written. A part cut or changed anywhere may end in slack bits that are not zero, or in
 * a character too many; a service may find fault with that before it looks at the signature.
 */
function rewritten(part: string): string {
  return bytesOf(part).toString('base64url');
}

/** One character of a part exchanged for another, such that the decoded bytes differ: no change in slack bits alone. */
function exchanged(part: string): fc.Arbitrary<string> {
  const position = fc.nat({ max: part.length - 1 });
  const step = fc.integer({ min: 1, max: alphabet.length - 1 });
  return fc
    .tuple(position, step)
    .map(([at, by]) => {
      const now = alphabet.indexOf(part.charAt(at));
      const next = alphabet[(now + by) % alphabet.length] ?? 'A';
      return rewritten(part.slice(0, at) + next + part.slice(at + 1));
    })
    .filter((changed) => !bytesOf(changed).equals(bytesOf(part)));
}

function sameTimes(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean {
  return times.every((name) => before[name] === after[name]);
}

/** Parts that no longer hold a JSON object may pass for no JWT at all. */
function messagesFor(part: string): readonly MessageNumber[] {
  return objectIn(part) === undefined ? either : notValidated;
}

function alteredPart(parts: TokenParts, name: 'header' | 'payload'): AuthorizationKind {
  const before = name === 'header' ? parts.head : parts.claims;
  const headers = exchanged(parts[name])
    .filter((part) => sameTimes(before, objectIn(part) ?? before))
    .map((part) => ({ header: bearer({ ...parts, [name]: part }), messages: messagesFor(part) }));
  return { name: `a character of the ${name} exchanged`, requirement, headers };
}

function appended(parts: TokenParts, name: 'header' | 'payload' | 'signature'): AuthorizationKind {
  const more = fc.array(fc.constantFrom(...alphabet), { minLength: 4, maxLength: 4 }).map((list) => list.join(''));
  const headers = more.map((text) => {
    const part = rewritten(parts[name] + text);
    return {
      header: bearer({ ...parts, [name]: part }),
      messages: name === 'signature' ? notValidated : messagesFor(part),
    };
  });
  return { name: `characters appended to the ${name}`, requirement, headers };
}

/** The signature without some of its last bytes; of a signature of a single byte nothing would be left. */
function truncated(parts: TokenParts): AuthorizationKind[] {
  const bytes = bytesOf(parts.signature);
  if (bytes.length < 2) return [];
  const headers = fc.integer({ min: 1, max: bytes.length - 1 }).map((fewer) => {
    const signature = bytes.subarray(0, bytes.length - fewer).toString('base64url');
    return { header: bearer({ ...parts, signature }), messages: notValidated };
  });
  return [{ name: 'the signature truncated', requirement, headers }, ...cutAtItsEnd(parts)];
}

/**
 * The token without its last one to four characters, which is what a copy that was cut short looks like: up to a whole
 * group of four, which leaves no slack bits.
 */
function cutAtItsEnd(parts: TokenParts): AuthorizationKind[] {
  const length = Math.floor((parts.signature.length - 1) / 4) * 4;
  if (length <= 0) return [];
  const header = bearer({ ...parts, signature: parts.signature.slice(0, length) });
  return [{ name: 'the last characters cut', requirement, headers: fc.constant({ header, messages: notValidated }) }];
}

/**
 * A good token, truncated or altered. Each differs from it in decoded bytes, and none says another time than it.
 *
 * @param parts the good token
 */
export function altered(parts: TokenParts): readonly AuthorizationKind[] {
  const { header, payload, signature } = parts;
  const whole = `${header}.${payload}.${signature}`;
  const cut = fc.integer({ min: 1, max: header.length + payload.length + 1 }).map((length) => whole.slice(0, length));
  return [
    {
      name: 'a character of the signature exchanged',
      requirement,
      headers: exchanged(signature).map((part) => ({
        header: bearer({ ...parts, signature: part }),
        messages: notValidated,
      })),
    },
    ...truncated(parts),
    alteredPart(parts, 'payload'),
    alteredPart(parts, 'header'),
    appended(parts, 'signature'),
    appended(parts, 'payload'),
    appended(parts, 'header'),
    {
      name: 'the token cut before its signature',
      requirement,
      headers: cut.map((text) => ({ header: `Bearer ${text}`, messages: either })),
    },
    {
      name: 'the signature emptied',
      requirement,
      headers: fc.constant({ header: bearer({ ...parts, signature: '' }), messages: either }),
    },
  ];
}
