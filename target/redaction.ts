import type { Exchange } from './exchange.ts';

/** What stands in a record for the valid token; curl lines take it from the environment under this name. */
export const tokenPlaceholder = '$BFC_TOKEN';

/** An exchange without secrets: the form that journals and reports share. Durations are milliseconds. */
export interface RedactedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly failure?: string;
  readonly durationMs: number;
}

/** Takes secrets and tokens out of everything that is written or shown. */
export interface Redactor {
  /** Replaces this secret by the placeholder wherever it turns up from now on. */
  learn(secret: string, placeholder: string): void;
  text(text: string): string;
  exchange(exchange: Exchange): RedactedExchange;
}

/** Headers whose values never leave the process. */
const secretHeaders: ReadonlySet<string> = new Set(['set-cookie', 'cookie', 'x-api-key']);

/** What has the form of a secret even where its value is not known: token members, JWTs (whole, cut or altered), Basic credentials. */
const secretForms: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/("(?:access_token|refresh_token|id_token|client_secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"<redacted>"'],
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, '<token>'],
  [/\b(Basic)\s+[A-Za-z0-9+/=_-]{4,}/gi, '$1 <credentials>'],
];

/** A redactor that knows no secret yet beyond those it tells by their form. */
export function createRedactor(): Redactor {
  const known = new Map<string, string>();

  const text = (from: string): string => {
    let redacted = from;
    for (const [secret, placeholder] of known) redacted = redacted.replaceAll(secret, placeholder);
    for (const [pattern, replacement] of secretForms) redacted = redacted.replace(pattern, replacement);
    return redacted;
  };
  const headers = (from: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(from).map(([name, value]) => [name, secretHeaders.has(name) ? '<redacted>' : text(value)]),
    );

  return {
    learn(secret, placeholder) {
      if (secret !== '') known.set(secret, placeholder);
    },
    text,
    exchange: ({ request, answer, failure, startedAt, endedAt }) => ({
      request: {
        method: request.method,
        url: text(request.url),
        headers: headers(request.headers),
        ...(request.body === undefined ? {} : { body: text(bodyText(request.body)) }),
      },
      ...(answer === undefined
        ? {}
        : { response: { status: answer.status, headers: headers(answer.headers), body: text(answer.text) } }),
      ...(failure === undefined ? {} : { failure: text(failure.message) }),
      durationMs: Math.round((endedAt - startedAt) * 1000) / 1000,
    }),
  };
}

function bodyText(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
}
