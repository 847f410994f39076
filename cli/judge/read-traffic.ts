import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { captureTraffic, isCapture } from '../../suites/judge/capture-traffic.ts';
import { createJournalReader, type JournalReader } from '../../suites/judge/journal-traffic.ts';
import { UnreadableTraffic, type Traffic } from '../../suites/judge/traffic.ts';
import { journalName } from '../../target/journal.ts';
import { systemCode, whyUnreadable, UsageError } from '../failures.ts';
import { attachBodies } from './attached-bodies.ts';
import { encodingOf, packedKind, unreadKind } from './file-kind.ts';

/** Bytes of a capture at the most: it is parsed as a whole, and no text can be longer. */
const largestCapture = 500_000_000;
/** Characters that the kind of a file is told by, at the most. */
const longestHead = 1_000_000;

/** Bytes that tell what a file is. */
const longestSignature = 8;
/** Lines that a remark names. */
const mostShown = 3;

/** The name that stands for the standard input. */
const standardInput = '-';

/** What was read from files. */
export interface ReadFiles {
  readonly traffic: readonly Traffic[];
  /** What the user ought to know of it, a line each. */
  readonly remarks: readonly string[];
}

/**
 * Reads journals and HAR files; which of them a file is, is told by what is in it.
 *
 * @param files - paths relative to `cwd`, a directory for the journal in it; `-` is the standard input
 * @throws UsageError when one cannot be read, or holds neither: one line with file and line
 */
export async function readTraffic(
  files: readonly string[],
  cwd: string,
  stdin: AsyncIterable<Uint8Array>,
): Promise<ReadFiles> {
  const journals = createJournalReader();
  const captures: Traffic[] = [];
  const remarks: string[] = [];
  for (const file of files) {
    const isStdin = file === standardInput;
    const name = isStdin ? 'standard input' : file;
    try {
      const path = isStdin ? undefined : await placeOf(file, cwd);
      const bytes = path === undefined ? stdin : createReadStream(path, { highWaterMark: 1 << 20 });
      const capture = await readFile({ name, path }, bytes, journals, remarks);
      if (capture !== undefined) captures.push(capture);
    } catch (error) {
      throw asUsageError(error, name);
    }
  }
  return { traffic: [...journals.traffic(), ...captures], remarks };
}

/** Where the traffic of a path lies: a directory stands for the journal in it. */
async function placeOf(file: string, cwd: string): Promise<string> {
  const given = resolve(cwd, file);
  if (!(await stat(given)).isDirectory()) return given;
  const journal = join(given, journalName);
  const isThere = await stat(journal).then(
    () => true,
    () => false,
  );
  if (isThere) return journal;
  throw new UnreadableTraffic(`${file} is a directory without a ${journalName}; name the one of a run, or the files`);
}

function asUsageError(error: unknown, name: string): unknown {
  if (error instanceof UnreadableTraffic) return new UsageError(error.message, { cause: error });
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new UsageError(`${name} ${whyUnreadable(systemCode(error))}`, { cause: error });
}

/** A file as messages name it, and where it lies; that of the standard input is nowhere. */
interface Source {
  readonly name: string;
  readonly path: string | undefined;
}

/** The bytes of a file with the first ones together, however they come: they tell what it is. */
async function* withBeginning(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let beginning: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (beginning === undefined) yield chunk;
    else {
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.length < longestSignature) continue;
      yield beginning;
      beginning = undefined;
    }
  }
  if (beginning !== undefined) yield beginning;
  return undefined;
}

async function readFile(
  { name, path }: Source,
  bytes: AsyncIterable<Uint8Array>,
  journals: JournalReader,
  remarks: string[],
): Promise<Traffic | undefined> {
  const chunks = withBeginning(bytes);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const more = async (): Promise<string | undefined> => {
    const { done, value } = await chunks.next();
    if (done === true || value === undefined) return undefined;
    const packed = decoder === undefined ? packedKind(value) : undefined;
    if (packed !== undefined) throw new UnreadableTraffic(`${name} ${packed}`);
    decoder ??= new TextDecoder(encodingOf(value));
    return decoder.decode(value, { stream: true });
  };
  let head = '';
  for (let text = await more(); text !== undefined; text = await more()) {
    head += text;
    if (head.trimStart().includes('\n') || head.length > longestHead) break;
  }
  if (head.trim() === '') throw new UnreadableTraffic(`${name} is empty; name a journal of a run, or a HAR file`);
  if (isJournal(head)) {
    await readLines(name, head, more, journals, remarks);
    return undefined;
  }
  return readCapture({ name, path }, head, more);
}

/** Whether the beginning of a file is one of a journal: its first line is an exchange, or was going to be one. */
function isJournal(head: string): boolean {
  const [first = ''] = head.trimStart().split('\n', 1);
  if (/^\{"(?:run|number)":/.test(first)) return true;
  try {
    const line: unknown = JSON.parse(first);
    return typeof line === 'object' && line !== null && 'request' in line && 'endpoint' in line;
  } catch {
    return false;
  }
}

async function readLines(
  name: string,
  head: string,
  more: () => Promise<string | undefined>,
  journals: JournalReader,
  remarks: string[],
): Promise<void> {
  let number = 0;
  let read = 0;
  const bad: { readonly number: number; readonly error: UnreadableTraffic }[] = [];
  const add = (line: string): void => {
    number += 1;
    if (line.trim() === '') return;
    try {
      journals.add(line, `${name}:${number}`);
      read += 1;
    } catch (error) {
      if (!(error instanceof UnreadableTraffic)) throw error;
      bad.push({ number, error });
    }
  };
  let rest = head;
  for (let text: string | undefined = ''; text !== undefined; text = await more()) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(add);
  }
  add(rest);
  const [first] = bad;
  if (first === undefined) return;
  if (read === 0) throw first.error;
  remarks.push(
    leftOut(
      name,
      bad.map((line) => line.number),
    ),
  );
}

/** A run that was killed leaves a line without its end, and what is appended goes on there. */
function leftOut(name: string, numbers: readonly number[]): string {
  const shown = numbers.slice(0, mostShown).join(', ');
  const more = numbers.length > mostShown ? ` and ${numbers.length - mostShown} more` : '';
  return numbers.length === 1
    ? `Line ${shown} of ${name} is cut short, or none of a journal, and was left out.`
    : `Lines ${shown}${more} of ${name} are cut short, or none of a journal, and were left out.`;
}

async function readCapture(
  { name, path }: Source,
  head: string,
  more: () => Promise<string | undefined>,
): Promise<Traffic> {
  const parts = [head];
  let size = head.length;
  for (let text = await more(); text !== undefined; text = await more()) {
    size += text.length;
    if (size > largestCapture) {
      throw new UnreadableTraffic(`${name} is larger than ${largestCapture / 1e6} MB; save the capture in parts`);
    }
    parts.push(text);
  }
  const text = parts.join('').replace(/^\uFEFF/, '');
  const content = parsed(text);
  if (!isCapture(content)) throw new UnreadableTraffic(`${name} ${unreadKind(text)}`);
  if (path !== undefined && Array.isArray(content.log['entries']))
    await attachBodies(content.log['entries'], dirname(path));
  return captureTraffic(name, content);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
