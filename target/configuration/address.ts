import { ConfigurationError } from './configuration-error.ts';
import type { Setting } from './settings.ts';

/**
 * Checks an address of the target.
 *
 * @param setting the text given, and where it was given
 * @returns the address without trailing slashes, as requests start with it
 * @throws ConfigurationError `URL_INVALID` unless it is an http or https address without credentials, query or fragment,
 *   and without the interface's own paths
 */
export function parseAddress({ value, from }: Setting<string>): string {
  // Names the source alone: an address that holds a password must not be repeated in a log.
  const refuse = (problem: string) => new ConfigurationError('URL_INVALID', `${from}: ${problem}`);
  if (!URL.canParse(value)) throw refuse('not an address; write it like https://api.example.com');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(`an address must start with http:// or https://, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('an address must not hold a user name or password; give the API key by client id and secret');
  }
  if (value.includes('?') || value.includes('#'))
    throw refuse('an address must not hold a query or a fragment; remove it');
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const [, own] = ownPaths.exec(address) ?? [];
  if (own !== undefined) throw refuse(`give the address without ${own}: requests put it there`);
  return address;
}

/** The interface's own paths, where they end an address: what is below it is asked for by them. */
const ownPaths = /(\/api\/v1(?:\/groups)?|\/auth\/public\/token)$/;

/** Whether an address leads back to this machine: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(hostname);
}
