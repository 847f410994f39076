import { Type, type Static } from 'typebox';

/** The static type of a schema, read-only at every depth. */
export type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

const headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: Type.String() });

/** Items of a list that a record leaves out because the answer was long. */
export const leftOutSchema = Type.Object(
  {
    at: Type.String({ description: 'JSON pointer to the list, in the recorded body.' }),
    index: Type.Integer({ minimum: 0, description: 'Position in the recorded list before which they are missing.' }),
    count: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);

/** One request and its answer without secrets: the one form that journals and reports write, and that is read back from them. */
export const exchangeRecordSchema = Type.Object(
  {
    request: Type.Object(
      {
        method: Type.String(),
        url: Type.String(),
        headers,
        body: Type.Optional(Type.String()),
        isBinary: Type.Optional(
          Type.Literal(true, { description: 'The body is no text: each character of it stands for a byte.' }),
        ),
        wire: Type.Optional(
          Type.String({
            description: 'The whole request, one character a byte, where it was sent as it is because it is no HTTP.',
          }),
        ),
        altered: Type.Optional(
          Type.String({
            description: 'How a shell makes of $BFC_TOKEN what stands as <token> in the Authorization header.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: Type.Optional(
      Type.Object(
        {
          status: Type.Integer(),
          headers,
          body: Type.String(),
          leftOut: Type.Optional(
            Type.Array(leftOutSchema, { description: 'Items of long lists that the body here does not have.' }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    failure: Type.Optional(Type.String()),
    startedAt: Type.Optional(Type.String({ description: 'ISO-8601 instant at which it was sent.' })),
    durationMs: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);

export type LeftOut = Immutable<Static<typeof leftOutSchema>>;
export type ExchangeRecord = Immutable<Static<typeof exchangeRecordSchema>>;

/** Characters of a body that a record keeps. */
export const longestBody = 64 * 1024;

/**
 * The beginning of a text, ending with how much of it was left out.
 *
 * @param whole - characters of the text that this one is the beginning of
 */
export function cutAt(text: string, longest: number, whole = text.length): string {
  const kept = Math.min(longest, text.length);
  return kept === whole ? text : `${text.slice(0, kept)}… (${whole - kept} more characters)`;
}

const cutEnd = /… \(\d+ more characters\)$/;

/** Whether a body in a record is the beginning of a longer one. */
export function isCut(body: string): boolean {
  return body.length > longestBody && cutEnd.test(body.slice(-60));
}
