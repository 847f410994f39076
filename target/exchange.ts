import { isUtf8 } from 'node:buffer';
import type { XStatic } from 'typebox/schema';
import type { EndpointId } from '../spec/index.ts';

/** Whose token a request carries, or `case` if its Authorization header is a test case of its own. */
export type Access = 'first' | 'second' | 'case' | 'none';

/** A request that is not valid HTTP; sent as it is, and only once. */
export interface Wire {
  /** One character per byte. */
  readonly text: string;
  /** Whether sending ends after it (a half-closed connection), so that the missing part never comes. */
  readonly isCutShort: boolean;
}

export interface OutgoingRequest {
  /** The endpoint it is meant for, or the token service. */
  readonly endpoint: EndpointId | 'token';
  readonly method: string;
  readonly url: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The value that `body` was serialized from, if it is JSON that the suite wrote. */
  readonly json?: unknown;
  readonly wire?: Wire;
}

/** A complete response; `json` is meaningful only if `isJson`. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body is not UTF-8: each character of `text` stands for a byte. */
  readonly isBinary?: true;
  /** Whether the text parses as JSON, regardless of its content type. */
  readonly isJson: boolean;
  readonly json: unknown;
}

export interface TransportFailure {
  readonly kind: 'unreachable' | 'timeout' | 'too-large' | 'undecodable' | 'broken' | 'unavailable' | 'unanswered';
  /** The request was rejected (429) because of what it is about, or for a long time: others get responses. */
  readonly isAlone?: true;
  readonly message: string;
  /** What was received of an incomplete response: status, bytes of the body, and the `content-length` if it had one. */
  readonly began?: { readonly status: number; readonly received: number; readonly announced?: number };
  /** It got less time than usual because the run's time was nearly used up. */
  readonly hurried?: true;
}

export type Outcome = Answer | TransportFailure;

/** One request with its response (or the failure to get one), its timing, and the requirement it was sent for. */
export interface Exchange {
  /** Position in the order of sending, from 1. */
  readonly number: number;
  /** Requirement id the request was sent for, or `setup`. */
  readonly purpose: string;
  readonly access: Access;
  /** Name of the authorization case, if `access` is `case`. */
  readonly accessCase?: string;
  readonly request: OutgoingRequest;
  readonly answer?: Answer;
  readonly failure?: TransportFailure;
  /** The outcome of an earlier try is unknown (no response, 502 or 504): the target may have acted on it. */
  readonly repeated: boolean;
  /** The failures of all tries, in order; absent if there were none. */
  readonly lost?: readonly TransportFailure[];
  /** Milliseconds on the run's monotonic clock. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Statuses about availability, not conformance: such requests are retried after the pause that the target asks for. */
export const unavailableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** `accessCase` of a request that is retried with a second new token after 401 responses to the tries before. */
export const renewedToken = 'renewed token';

export function hasStatus(outcome: Outcome): outcome is Answer {
  return 'status' in outcome;
}

/** Statuses of a refusal that may be temporary: conflict, locked, too early. */
export const heldStatuses: ReadonlySet<number> = new Set([409, 423, 425]);

export type AnsweredExchange = Exchange & { readonly answer: Answer };

export function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.answer !== undefined;
}

export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

export function isSuccess({ answer }: Exchange): boolean {
  return answer !== undefined && isSuccessStatus(answer.status);
}

/** Whether the target refused the request (4xx other than 401 and 429). */
export function isRefusal({ answer }: Exchange): boolean {
  const status = answer?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Levels of nesting that are read from a JSON text: ten times as many as any document has. */
const deepestRead = 500;

/** Reads the bytes of a response body. What is not UTF-8 is not JSON (RFC 8259, section 8.1). */
export function readBody(bytes: Buffer): Pick<Answer, 'text' | 'isBinary' | 'isJson' | 'json'> {
  if (!isUtf8(bytes)) return binaryBody(bytes.toString('latin1'));
  const text = bytes.toString('utf8');
  return { text, ...readJson(text) };
}

/** A body of bytes that are not UTF-8, one character each. */
export function binaryBody(text: string): Pick<Answer, 'text' | 'isBinary' | 'isJson' | 'json'> {
  return { text, isBinary: true, isJson: false, json: undefined };
}

/** Parses a text as JSON and empties what is nested too deeply for recursive code. */
export function readJson(text: string): Pick<Answer, 'isJson' | 'json'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { isJson: false, json: undefined };
  }
  if (text.length > 2 * deepestRead && isDeeper(json, deepestRead)) {
    emptyAt(json, deepestRead);
  }
  return { isJson: true, json };
}

/** Whether lists and objects are nested deeper than `levels`. Stops there: a value may be too deep for the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeper(item, levels - 1)) return true;
    return false;
  }
  // Parsed JSON has only own members; listing them for each object would take as long as everything else.
  for (const name in value) if (isDeeper(value[name as keyof typeof value], levels - 1)) return true;
  return false;
}

function emptyAt(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (level > 1) emptyAt(member, level - 1);
    else Reflect.deleteProperty(value, key);
  }
  if (level === 1 && Array.isArray(value)) value.length = 0;
}

const headersSchema = { type: 'object', additionalProperties: { type: 'string' } } as const;

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
        headers: headersSchema,
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
        headers: headersSchema,
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

export function isCut(body: string): boolean {
  return body.length > longestBody && cutEnd.test(body.slice(-60));
}
