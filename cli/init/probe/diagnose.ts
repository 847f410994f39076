import { printable } from '../../../reporters/index.ts';
import { isSuccess } from '../../../target/exchange.ts';
import type { Answer, Exchange } from '../../../target/exchange.ts';

/** One of the two services of a target, as messages speak of it. */
export interface Place {
  readonly what: string;
  readonly address: string;
  /** The flag that gives its address, and what that is an address of. */
  readonly flag: string;
  /** The path that is asked for below the address. */
  readonly path: string;
  /** What the answer should have been. */
  readonly expected: string;
  /** What a refusal with one of these statuses most probably means. */
  readonly remedies: Readonly<Record<number, string>>;
}

/** The token service of a target. */
export function tokenPlace(authUrl: string, clientId: string, secretFrom: string): Place {
  const key = `check the client id ${printable(clientId, 80)} and its secret in ${secretFrom}, and that the key is one of this environment`;
  return {
    what: 'the token service',
    address: authUrl,
    flag: '--auth-url',
    path: '/auth/public/token',
    expected: 'a token',
    remedies: { 400: key, 401: key, 403: key },
  };
}

/** The API of a target. */
export function apiPlace(baseUrl: string): Place {
  return {
    what: 'the API',
    address: baseUrl,
    flag: '--base-url',
    path: '/api/v1/groups',
    expected: 'a list of groups',
    remedies: {
      401: 'it does not take the token that it was issued: check that --base-url and --auth-url belong together',
      403: 'check that the key may list groups, and that --base-url and --auth-url belong together',
    },
  };
}

/** What to do about an address that is not the right one. */
function checkAddress({ address, flag, path }: Place): string {
  const end = path.startsWith('/api/') ? '/api/v1' : path;
  return new URL(address).pathname.endsWith(end)
    ? `give ${flag} without ${end}`
    : `check ${flag}: ${path} is expected below it`;
}

/** Where a redirect leads, without what its query may give away. */
function redirectOf({ address }: Place, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, address)) return '';
  const { origin, pathname } = new URL(location, address);
  return ` to ${printable(`${origin}${pathname}`, 200)}`;
}

function problemOfAnswer(place: Place, answer: Answer): string | undefined {
  const { status, headers, isJson, text } = answer;
  if (status >= 300 && status < 400) {
    const to = redirectOf(place, headers['location']);
    return `answered ${status}, a redirect${to}, which is not followed; give ${place.flag} the address that it leads to`;
  }
  const remedy = place.remedies[status];
  if (remedy !== undefined) return `answered ${status}; ${remedy}`;
  if (status === 404 || status === 405) return `answered ${status}; ${checkAddress(place)}`;
  if (status >= 500) return `answered ${status}; look at its log, or try again when it is well`;
  if (status >= 400) return `answered ${status}; ${checkAddress(place)}`;
  if (isJson) return undefined;
  const isPage = /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(text);
  return `answered ${status} with ${isPage ? 'a web page' : 'something that is no JSON'} instead of ${place.expected}; ${checkAddress(place)}`;
}

/**
 * Why nothing can be learned from an answer, as one line of what, where and what to do.
 *
 * @returns undefined when it is a success of the right kind
 */
export function problemOf(place: Place, exchange: Exchange): string | undefined {
  const { what, address, path, flag } = place;
  const { answer, failure } = exchange;
  if (answer === undefined) {
    const words = printable(failure?.message ?? 'no answer', 200);
    return `${what} at ${address} gives no answer: ${words}; check ${flag}, and that it is running`;
  }
  const problem = problemOfAnswer(place, answer);
  if (problem !== undefined) return `${what} at ${address}${path} ${problem}`;
  return isSuccess(exchange)
    ? undefined
    : `${what} at ${address}${path} answered ${answer.status}; ${checkAddress(place)}`;
}

/** The line for a success of the token service that holds no token. */
export function problemOfTokenless(place: Place): string {
  return `${place.what} at ${place.address}${place.path} answered without an access_token; check ${place.flag}, or what the service answers there`;
}
