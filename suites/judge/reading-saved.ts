import type { Answer } from '../../target/exchange.ts';
import { readJson } from '../../target/read-answer.ts';
import type { JsonObject } from '../invariants/reading.ts';

/** The value when it is a text, else another. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The members of an object that are texts. */
export function textsOf(value: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}

/** An answer from its parts; header names in lower case. */
export function answerOf(status: number, headers: Readonly<Record<string, string>>, text: string): Answer {
  return { status, headers, text, ...readJson(text) };
}
