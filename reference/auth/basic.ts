/** A client id and secret as they arrive in a header. */
export interface BasicCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const scheme = /^basic +([\w+/-]+={0,2})$/i;

/**
 * The credentials of an `Authorization: Basic` header (RFC 7617): base64 of the id, a colon and the secret.
 *
 * @returns undefined when the header is missing or of another form
 */
export function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = header === undefined ? undefined : scheme.exec(header.trim())?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return undefined;
  return { clientId: decoded.slice(0, colon), clientSecret: decoded.slice(colon + 1) };
}
