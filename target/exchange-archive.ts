import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { readJson, type AnsweredExchange, type Exchange } from './exchange.ts';

/** Stores exchanges that may have to be shown later: a run may have any number of them. */
export interface ExchangeArchive {
  /** Returns the same object for the same exchange. */
  keep<E extends Exchange>(exchange: E): KeptExchange<E>;
  close(): void;
}

interface Shelf {
  put(exchange: Exchange): number;
  get(place: number): Exchange;
  close(): void;
}

/** An archived exchange, with what is known of it without reading it back: as small as possible, since many are held. */
export class KeptExchange<E extends Exchange = AnsweredExchange> {
  readonly number: number;
  readonly access: Exchange['access'];
  readonly endpoint: Exchange['request']['endpoint'];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly #shelf: Shelf;
  readonly #place: number;
  constructor(exchange: E, shelf: Shelf) {
    ({ number: this.number, access: this.access, startedAt: this.startedAt, endedAt: this.endedAt } = exchange);
    this.endpoint = exchange.request.endpoint;
    this.#shelf = shelf;
    this.#place = shelf.put(exchange);
  }
  /** The exchange, or a copy of it. */
  recall(): E {
    return this.#shelf.get(this.#place) as E;
  }
}

function archiveOn(shelf: Shelf): ExchangeArchive {
  const known = new WeakMap<Exchange, unknown>();
  return {
    keep<E extends Exchange>(exchange: E): KeptExchange<E> {
      const kept = (known.get(exchange) as KeptExchange<E> | undefined) ?? new KeptExchange(exchange, shelf);
      known.set(exchange, kept);
      return kept;
    },
    close: () => shelf.close(),
  };
}

/** An archive in memory. */
export function archiveInMemory(): ExchangeArchive {
  const held: Exchange[] = [];
  return archiveOn({
    put: (exchange) => held.push(exchange) - 1,
    get: (place) => entryOf(held, place),
    close: () => undefined,
  });
}

/** Bytes of a block of the cipher. */
const blockBytes = 16;
/** Bytes that are encrypted and written together: each write costs as much as many exchanges. */
const gatherBytes = 128 * 1024;
/** Exchanges that are held in memory as well: most are asked for soon, or never. */
const mostAtHand = 100;
/** Characters that the answer of each of them has at most. */
const longestAtHand = 64 * 1024;

/**
 * An archive in a file that nobody else can read: it is unlinked once it is open, and encrypted with a key that only this
 * process knows. What cannot be written is held in memory.
 *
 * @param directory - an existing one, for the file
 */
export function archiveIn(directory: string): ExchangeArchive {
  const name = join(directory, `.exchanges-${randomBytes(8).toString('hex')}`);
  const remove = (): void => rmSync(name, { force: true });
  let file: number | undefined;
  try {
    file = openSync(name, 'wx+', 0o600);
  } catch {
    return archiveInMemory();
  }
  // Where an open file cannot be removed, it is removed when it is closed.
  tryTo(remove);
  // A key that is bytes is examined anew for each cipher, which takes longer than to decrypt an exchange.
  const key = createSecretKey(randomBytes(32));
  const cipherFrom = (block: number) => {
    const counter = Buffer.alloc(blockBytes);
    counter.writeBigUInt64BE(BigInt(block), blockBytes / 2);
    return createCipheriv('aes-256-ctr', key, counter);
  };
  const writing = cipherFrom(0);
  /** The block that each begins with, and its bytes. */
  const [starts, lengths]: [number[], number[]] = [[], []];
  /** Those that were kept or asked for last, by place: several rules ask for the same one. */
  const atHand = new Map<number, Exchange>();
  const hold = (place: number, exchange: Exchange): Exchange => {
    if ((exchange.answer?.text.length ?? 0) > longestAtHand) return exchange;
    atHand.set(place, exchange);
    const [oldest = place] = atHand.keys();
    if (atHand.size > mostAtHand) atHand.delete(oldest);
    return exchange;
  };
  const unwritten = new Map<number, Exchange>();
  let gathered: { readonly place: number; readonly exchange: Exchange; readonly bytes: readonly Buffer[] }[] = [];
  let [blocks, writtenBlocks] = [0, 0];
  const writeGathered = (): void => {
    const bytes = writing.update(Buffer.concat(gathered.flatMap((one) => one.bytes)));
    if (!tryTo(() => writeAll(file, bytes, writtenBlocks * blockBytes)))
      for (const { place, exchange } of gathered) unwritten.set(place, exchange);
    gathered = [];
    writtenBlocks = blocks;
  };

  return archiveOn({
    put(exchange) {
      const place = starts.length;
      const { answer } = exchange;
      const bytes = serialize({ ...exchange, answer: answer === undefined ? answer : { ...answer, json: undefined } });
      starts.push(blocks);
      lengths.push(bytes.length);
      gathered.push({ place, exchange, bytes: [bytes, Buffer.alloc(-bytes.length & (blockBytes - 1))] });
      blocks += Math.ceil(bytes.length / blockBytes);
      if ((blocks - writtenBlocks) * blockBytes >= gatherBytes) writeGathered();
      hold(place, exchange);
      return place;
    },
    get(place) {
      const start = entryOf(starts, place);
      if (start >= writtenBlocks && !atHand.has(place)) writeGathered();
      const held = atHand.get(place) ?? unwritten.get(place);
      if (held !== undefined) return held;
      const bytes = Buffer.alloc(entryOf(lengths, place));
      if (file === undefined) throw new Error('the archive of exchanges is closed');
      readSync(file, bytes, 0, bytes.length, start * blockBytes);
      const exchange = deserialize(cipherFrom(start).update(bytes)) as Exchange;
      const { answer } = exchange;
      return hold(
        place,
        answer?.isJson === true ? { ...exchange, answer: { ...answer, ...readJson(answer.text) } } : exchange,
      );
    },
    close() {
      if (file === undefined) return;
      closeSync(file);
      // The number may be reused for another file.
      file = undefined;
      tryTo(remove);
    },
  });
}

function writeAll(file: number | undefined, bytes: Uint8Array, position: number): void {
  if (file === undefined) throw new Error('the archive of exchanges is closed');
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}

function tryTo(act: () => void): boolean {
  try {
    act();
  } catch {
    return false;
  }
  return true;
}

function entryOf<T>(entries: readonly T[], index: number): T {
  const entry = entries[index];
  if (entry === undefined) throw new Error(`nothing was kept at ${index}`);
  return entry;
}
