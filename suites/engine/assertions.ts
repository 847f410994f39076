import { sameId, valueAt } from '../../spec/index.ts';
import { isSuccess, isSuccessStatus, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';

/** One place where an answer is not what a requirement asks for. */
export interface Violation {
  /** Names the kind of violation within its requirement: the same for any data, regardless of the message. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer into the answer's body, `#status`, or `#headers/<name>`. */
  readonly pointer: string;
  readonly expected: unknown;
  /** `expected` is a list of values, one of which is asked for. */
  readonly expectedOneOf?: true;
  readonly actual?: unknown;
  /** Exchanges before the deciding one that belong to the evidence. */
  readonly earlier?: readonly Exchange[];
  /** It only shows if the clock changes between two writes. */
  readonly isOfClock?: true;
  /** It compares two reads: if a target shows writes late, one replica may be behind another. */
  readonly isOfReplicas?: true;
  /** Another client may have written to a list while it was read: it counts only if it shows again. */
  readonly isOfOthers?: true;
  /** The deciding exchange, as it is to be shown; absent: the one that is judged. */
  readonly exchange?: Exchange;
}

/** The violations of a condition: none if it holds. */
export function unless(holds: boolean, violation: () => Violation): readonly Violation[] {
  return holds ? [] : [violation()];
}

type Evidence = Pick<Violation, 'exchange' | 'earlier' | 'isOfClock' | 'isOfReplicas'>;

/** Assertions about the value at a place in an answer. Each returns its violations: none if it holds. */
export function memberAt(pointer: string, value: unknown, evidence: Evidence = {}) {
  type Wanted = Pick<Violation, 'code' | 'message' | 'expected' | 'expectedOneOf'>;
  const check = (holds: boolean, wanted: Wanted): readonly Violation[] =>
    unless(holds, () => ({ ...wanted, pointer, ...(value === undefined ? {} : { actual: value }), ...evidence }));
  return {
    value,
    equals: (expected: unknown, message: string, code = 'value') =>
      check(value === expected, { code, message, expected }),
    isOneOf: (expected: readonly unknown[], message: string, code = 'none-of-values') =>
      check(expected.includes(value), { code, message, ...oneOf(expected) }),
    /** The same identifier, in either letter case. */
    isId: (expected: unknown, message: string, code: string) =>
      check(sameId(value, expected), { code, message, expected }),
    /** It is there, and not null. */
    isPresent: (message: string, expected = 'present') =>
      check((value ?? null) !== null, { code: 'missing', message, expected }),
    /** Any other condition; `expected` is the value, or the condition in words. */
    satisfies: (holds: boolean, wanted: Pick<Violation, 'message' | 'expected'> & Partial<Pick<Violation, 'code'>>) =>
      check(holds, { code: 'condition', ...wanted }),
  };
}

export function oneOf(values: readonly unknown[]): Pick<Violation, 'expected' | 'expectedOneOf'> {
  return values.length === 1 ? { expected: values[0] } : { expected: values, expectedOneOf: true };
}

const statusClasses = {
  'a success (2xx)': isSuccessStatus,
  'a 4xx': (status: number) => status >= 400 && status < 500,
  'no 5xx': (status: number) => status < 500,
} as const;

export type AnswerAssertions = ReturnType<typeof answerOf>;

/** Assertions about an answer; each returns its violations. @param earlier - exchanges that are part of the evidence */
export function answerOf(exchange: AnsweredExchange, ...earlier: readonly Exchange[]) {
  const { status: found, headers, json } = exchange.answer;
  const evidence: Evidence = earlier.length === 0 ? { exchange } : { exchange, earlier };
  return {
    /** @param subject - what was answered: "a fresh token" */
    status(wanted: number | keyof typeof statusClasses, subject: string): readonly Violation[] {
      const holds = typeof wanted === 'number' ? found === wanted : statusClasses[wanted](found);
      return memberAt('#status', found, evidence).satisfies(holds, {
        code: isSuccess(exchange) ? 'success' : 'status',
        message: `${subject} was answered with ${found}`,
        expected: wanted,
      });
    },
    /** Assertions about one member, about `#status`, or about a header: `#headers/retry-after`. */
    at(pointer: string) {
      const name = pointer.startsWith('#headers/') ? pointer.slice('#headers/'.length) : undefined;
      const value = name === undefined ? valueAt(json, pointer) : headers[name];
      return memberAt(pointer, pointer === '#status' ? found : value, evidence);
    },
  };
}
