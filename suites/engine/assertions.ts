import { sameId, valueAt } from '../../spec/index.ts';
import { isSuccess, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';

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
  /** It takes a change of the clock between two writes to show. */
  readonly isOfClock?: true;
  /** It compares what was read with what was read before: where a target shows writes late, a replica may be behind another. */
  readonly isOfReplicas?: true;
  /** The deciding exchange, as it is to be shown; absent: the one that is judged. */
  readonly exchange?: Exchange;
}

/** The violations of a condition: none where it holds. */
export function unless(holds: boolean, violation: () => Violation): readonly Violation[] {
  return holds ? [] : [violation()];
}

type Evidence = Pick<Violation, 'exchange' | 'earlier' | 'isOfClock' | 'isOfReplicas'>;

/** Assertions about the value at a place of an answer. Each gives its violations: none where it holds. */
class MemberAssertions {
  readonly value: unknown;
  readonly #pointer: string;
  readonly #evidence: Evidence;
  constructor(pointer: string, value: unknown, evidence: Evidence) {
    this.value = value;
    this.#pointer = pointer;
    this.#evidence = evidence;
  }
  #violation(parts: Pick<Violation, 'code' | 'message' | 'expected'> & Partial<Violation>): Violation {
    const actual = this.value === undefined ? {} : { actual: this.value };
    return { ...parts, pointer: this.#pointer, ...actual, ...this.#evidence };
  }
  equals(expected: unknown, message: string, code = 'value'): readonly Violation[] {
    return unless(this.value === expected, () => this.#violation({ code, message, expected }));
  }
  isOneOf(expected: readonly unknown[], message: string, code = 'none-of-values'): readonly Violation[] {
    return unless(expected.includes(this.value), () => this.#violation({ code, message, ...oneOf(expected) }));
  }
  /** The same identifier, in either letter case. */
  isId(expected: unknown, message: string, code: string): readonly Violation[] {
    return unless(sameId(this.value, expected), () => this.#violation({ code, message, expected }));
  }
  /** It is there, and not null. */
  isPresent(message: string, expected = 'present'): readonly Violation[] {
    const isHere = (this.value ?? null) !== null;
    return unless(isHere, () => ({
      code: 'missing',
      message,
      pointer: this.#pointer,
      expected,
      ...this.#evidence,
    }));
  }
  /** Any other condition; `expected` is the value, or the condition in words. */
  satisfies(
    holds: boolean,
    { code = 'condition', ...wanted }: Pick<Violation, 'message' | 'expected'> & Partial<Pick<Violation, 'code'>>,
  ): readonly Violation[] {
    return unless(holds, () => this.#violation({ code, ...wanted }));
  }
}

export function memberAt(pointer: string, value: unknown, evidence: Evidence = {}): MemberAssertions {
  return new MemberAssertions(pointer, value, evidence);
}

/** Expects one of these values. */
export function oneOf(values: readonly unknown[]): Pick<Violation, 'expected' | 'expectedOneOf'> {
  return values.length === 1 ? { expected: values[0] } : { expected: values, expectedOneOf: true };
}

const statusClasses = {
  'a success (2xx)': (status: number) => status >= 200 && status < 300,
  'a 4xx': (status: number) => status >= 400 && status < 500,
  'no 5xx': (status: number) => status < 500,
} as const;

/** Assertions about the answer of an exchange. Each gives its violations: none where it holds. */
export class AnswerAssertions {
  readonly #exchange: AnsweredExchange;
  readonly #evidence: Evidence;
  constructor(exchange: AnsweredExchange, earlier: readonly Exchange[]) {
    this.#exchange = exchange;
    this.#evidence = earlier.length === 0 ? { exchange } : { exchange, earlier };
  }
  /** @param subject - what was answered: "a fresh token" */
  status(wanted: number | keyof typeof statusClasses, subject: string): readonly Violation[] {
    const { status } = this.#exchange.answer;
    const holds = typeof wanted === 'number' ? status === wanted : statusClasses[wanted](status);
    return unless(holds, () => ({
      code: isSuccess(this.#exchange) ? 'success' : 'status',
      message: `${subject} was answered with ${status}`,
      pointer: '#status',
      expected: wanted,
      actual: status,
      ...this.#evidence,
    }));
  }
  /** Assertions about one member, about `#status`, or about a header: `#headers/retry-after`. */
  at(pointer: string): MemberAssertions {
    const { status, headers, json } = this.#exchange.answer;
    const header = pointer.startsWith('#headers/') ? pointer.slice('#headers/'.length) : undefined;
    const body = (): unknown => (header === undefined ? valueAt(json, pointer) : headers[header]);
    return memberAt(pointer, pointer === '#status' ? status : body(), this.#evidence);
  }
}

/**
 * Assertions about the answer of an exchange, for rules and for scenarios.
 *
 * @param earlier - exchanges before it that belong to the evidence
 */
export function answerOf(exchange: AnsweredExchange, ...earlier: readonly Exchange[]): AnswerAssertions {
  return new AnswerAssertions(exchange, earlier);
}
