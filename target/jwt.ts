/** What can be read of a JWT without verifying it. */
export interface ReadableJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JWT: three base64url parts, the first two JSON objects. Its signature is not looked at: to a client a
 * token is opaque otherwise (`spec/documents/5-authentication.md`).
 *
 * @returns undefined when the text is no JWT
 */
export function readJwt(text: string): ReadableJwt | undefined {
  const parts = text.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part))) return undefined;
  const [header, payload] = parts.slice(0, 2).map(decodeObject);
  return header === undefined || payload === undefined ? undefined : { header, payload };
}

/** Seconds between `iat` and `exp`; undefined when either is absent. */
export function lifetimeOf({ payload: { iat, exp } }: ReadableJwt): number | undefined {
  return typeof iat === 'number' && typeof exp === 'number' ? exp - iat : undefined;
}

function decodeObject(part: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')),
    ) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
