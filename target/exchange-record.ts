import type { XStatic } from 'typebox/schema';

const headers = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** One request with its response, without secrets: the one form that journals and reports write and read. */
export const exchangeRecordSchema = {
  type: 'object',
  description: 'One request and its answer; secrets and tokens are redacted.',
  additionalProperties: false,
  required: ['request', 'durationMs'],
  properties: {
    request: {
      type: 'object',
      additionalProperties: false,
      required: ['method', 'url', 'headers'],
      properties: {
        method: { type: 'string' },
        url: { type: 'string' },
        headers,
        body: { type: 'string' },
        isBinary: { const: true, description: 'The body is no text: each character of it stands for a byte.' },
        wire: {
          type: 'string',
          description: 'The whole request, one character a byte, where it was sent as it is because it is no HTTP.',
        },
        altered: {
          type: 'string',
          description:
            'How a shell makes of $BFC_TOKEN what stands as <token> in the Authorization header, where it can.',
        },
      },
    },
    response: {
      type: 'object',
      description: 'Absent when the target gave no answer; failure says how.',
      additionalProperties: false,
      required: ['status', 'headers', 'body'],
      properties: {
        status: { type: 'integer' },
        headers,
        body: { type: 'string' },
        isBinary: { const: true, description: 'The body is no UTF-8: each character of it stands for a byte.' },
        leftOut: {
          type: 'array',
          description: 'Items of long lists that the body here does not have.',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['at', 'index', 'count'],
            properties: {
              at: { type: 'string', description: 'JSON pointer to the list, in the recorded body.' },
              index: {
                type: 'integer',
                minimum: 0,
                description: 'Position in the recorded list before which they are missing.',
              },
              count: { type: 'integer', minimum: 1 },
            },
          },
        },
      },
    },
    failure: { type: 'string' },
    startedAt: { type: 'string', description: 'ISO-8601 instant at which it was sent.' },
    durationMs: {
      type: 'number',
      minimum: 0,
      description: 'Milliseconds from sending the request to having the whole answer.',
    },
  },
} as const;

/** The type that a schema describes, read-only at every depth. */
export type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** A recorded exchange; it has no response if `failure` says why there was none. Durations are in milliseconds. */
export type ExchangeRecord = Immutable<XStatic<typeof exchangeRecordSchema>>;

/** Items of a list that a record omits because the response was long. */
export type LeftOut = NonNullable<NonNullable<ExchangeRecord['response']>['leftOut']>[number];

/** Characters of a body that a record keeps. */
export const longestBody = 64 * 1024;

/** The beginning of a text and how many characters were cut: of the text, or of the longer `whole` it starts. */
export function cutAt(text: string, longest: number, whole = text.length): string {
  const kept = Math.min(longest, text.length);
  return kept === whole ? text : `${text.slice(0, kept)}… (${whole - kept} more characters)`;
}

const cutEnd = /… \(\d+ more characters\)$/;

/** Whether a body in a record was cut. */
export function isCut(body: string): boolean {
  return body.length > longestBody && cutEnd.test(body.slice(-60));
}
