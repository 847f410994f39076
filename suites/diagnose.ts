import { printable } from '../results/printable.ts';
import { isSuccess, type Answer, type Exchange } from '../target/exchange.ts';

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

/**
 * The token service of a target.
 *
 * @param secretFrom - where the key's secret was taken from, where that is known
 */
export function tokenPlace(authUrl: string, clientId: string, secretFrom?: string): Place {
  const secret = secretFrom === undefined ? 'its secret' : `its secret in ${secretFrom}`;
  const key = `check the client id ${printable(clientId, 80)} and ${secret}, and that the key is one of this environment`;
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
function checkAddress({ flag, path }: Place): string {
  return `check ${flag}: ${path} is expected below it`;
}

/** Whether an answer says of itself that it is a web page, and is one. */
function isWebPage({ headers, text }: Answer): boolean {
  return (
    /html/i.test(headers['content-type'] ?? '') &&
    /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)
  );
}

/**
 * Whether what answers is no API at all, whatever it is asked for: it redirects, or shows a web page in place of what was
 * asked for. An API that breaks its contract is none of this: that is found by judging it.
 */
export function isNoApi({ answer }: Exchange): boolean {
  if (answer === undefined) return true;
  return isRedirect(answer) || (answer.status < 300 && isWebPage(answer));
}

function isRedirect({ status }: Answer): boolean {
  return status >= 300 && status < 400;
}

/** Where a redirect leads, without what its query may give away. */
function redirectOf({ address }: Place, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, address)) return '';
  const { origin, pathname } = new URL(location, address);
  return ` to ${printable(`${origin}${pathname}`, 200)}`;
}

function problemOfAnswer(place: Place, answer: Answer): string | undefined {
  const { status, headers, isJson } = answer;
  if (isRedirect(answer)) {
    const to = redirectOf(place, headers['location']);
    return `answered ${status}, a redirect${to}, which is not followed: a login or maintenance page, or another address? check ${place.flag}`;
  }
  const remedy = place.remedies[status];
  if (remedy !== undefined) return `answered ${status}; ${remedy}`;
  if (status === 404 || status === 405) return `answered ${status}; ${checkAddress(place)}`;
  if (status >= 500) return `answered ${status}; look at its log, or try again when it is well`;
  if (status >= 400) return `answered ${status}; ${checkAddress(place)}`;
  if (isJson) return undefined;
  return `answered ${status} with ${isWebPage(answer) ? `a web page` : 'something that is no JSON'} instead of ${place.expected}: a login or maintenance page, or another address? ${checkAddress(place)}`;
}

/** What may help where there was no answer: what is there and turns requests away is no matter of its address. */
function remedyFor({ flag }: Place, { failure }: Exchange): string {
  return failure?.kind === 'unavailable' ? 'try again later' : `check ${flag}, and that it is running`;
}

/**
 * Why nothing can be learned from an answer, as one line of what, where and what to do.
 *
 * @returns undefined when it is a success of the right kind
 */
export function problemOf(place: Place, exchange: Exchange): string | undefined {
  const { what, address, path } = place;
  const { answer, failure } = exchange;
  if (answer === undefined) {
    const words = printable(failure?.message ?? 'no answer', 200);
    return `${what} at ${address} gives no answer: ${words}; ${remedyFor(place, exchange)}`;
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
