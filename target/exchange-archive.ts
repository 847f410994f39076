import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { readJson, type AnsweredExchange, type Exchange } from './exchange.ts';

/** Stores exchanges that may have to be shown later; a run can have any number of them. */
export type ExchangeArchive = ReturnType<typeof archiveIn>;

type Recall = (place: number) => Exchange;

/** An archived exchange, with the fields needed without reading it back: kept small because many are held. */
export class KeptExchange<E extends Exchange = AnsweredExchange> {
  readonly number: number;
  readonly access: Exchange['access'];
  readonly endpoint: Exchange['request']['endpoint'];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly #recall: Recall;
  readonly #place: number;
  constructor(exchange: E, place: number, recall: Recall) {
    ({ number: this.number, access: this.access, startedAt: this.startedAt, endedAt: this.endedAt } = exchange);
    this.endpoint = exchange.request.endpoint;
    this.#recall = recall;
    this.#place = place;
  }
  /** The exchange, or a copy of it. */
  recall(): E {
    return this.#recall(this.#place) as E;
  }
}

/** Exchanges that are also held in memory: most are recalled soon, or never. */
const mostAtHand = 100;
/** Characters in the response of each of them, at most. */
const longestAtHand = 64 * 1024;

export const archiveInMemory = (): ExchangeArchive => archiveIn();

/**
 * An archive in an unnamed file, encrypted with a key of this process. What cannot be written is held in memory, as is
 * everything if no directory is given.
 */
export function archiveIn(directory?: string) {
  const name = directory === undefined ? '' : join(directory, `.exchanges-${randomBytes(8).toString('hex')}`);
  const remove = () => valueOf(() => rmSync(name, { force: true }));
  let file = name === '' ? undefined : valueOf(() => openSync(name, 'wx+', 0o600));
  // If an open file cannot be removed, `close` removes it.
  remove();
  // A key given as bytes is examined again for each cipher, which takes longer than decrypting an exchange.
  const key = createSecretKey(randomBytes(32));
  const cipherOf = (place: number) => {
    const counter = Buffer.alloc(16);
    counter.writeUInt32BE(place);
    return createCipheriv('aes-256-ctr', key, counter);
  };
  /** Where each exchange ends in the file, by place. */
  const ends: number[] = [];
  const unwritten = new Map<number, Exchange>();
  /** The exchanges kept or recalled last, by place: several rules ask for the same one. */
  const atHand = new Map<number, Exchange>();
  const hold = (place: number, exchange: Exchange): Exchange => {
    if ((exchange.answer?.text.length ?? 0) > longestAtHand) return exchange;
    atHand.set(place, exchange);
    const [oldest = place] = atHand.keys();
    if (atHand.size > mostAtHand) atHand.delete(oldest);
    return exchange;
  };

  const put = (exchange: Exchange): number => {
    const place = ends.length;
    const start = ends.at(-1) ?? 0;
    const { answer } = exchange;
    const end = valueOf(() => {
      if (file === undefined) return undefined;
      const stored = { ...exchange, answer: answer === undefined ? answer : { ...answer, json: undefined } };
      return writeAll(file, cipherOf(place).update(serialize(stored)), start);
    });
    ends.push(end ?? start);
    if (end === undefined) unwritten.set(place, exchange);
    else hold(place, exchange);
    return place;
  };

  const recall: Recall = (place) => {
    const held = atHand.get(place) ?? unwritten.get(place);
    if (held !== undefined) return held;
    if (file === undefined) throw new Error('the archive of exchanges is closed');
    const start = ends[place - 1] ?? 0;
    const bytes = Buffer.alloc((ends[place] ?? start) - start);
    readSync(file, bytes, 0, bytes.length, start);
    const exchange = deserialize(cipherOf(place).update(bytes)) as Exchange;
    const { answer } = exchange;
    const isJson = answer?.isJson === true;
    return hold(place, isJson ? { ...exchange, answer: { ...answer, ...readJson(answer.text) } } : exchange);
  };

  const known = new WeakMap<Exchange, unknown>();
  return {
    /** Returns the same object for the same exchange. */
    keep<E extends Exchange>(exchange: E): KeptExchange<E> {
      const before = known.get(exchange) as KeptExchange<E> | undefined;
      if (before !== undefined) return before;
      const kept = new KeptExchange(exchange, put(exchange), recall);
      known.set(exchange, kept);
      return kept;
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      remove();
      // The file descriptor may be reused for another file.
      file = undefined;
    },
  };
}

/** @returns the position after the written bytes */
function writeAll(file: number, bytes: Uint8Array, position: number): number {
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
  return position + bytes.length;
}

function valueOf<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
