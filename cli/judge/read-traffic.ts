import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { captureTraffic, isCapture } from '../../suites/judge/capture-traffic.ts';
import { createJournalReader, type JournalReader } from '../../suites/judge/journal-traffic.ts';
import { UnreadableTraffic, type Traffic } from '../../suites/judge/traffic.ts';
import { journalName } from '../../target/journal.ts';
import { systemCode, whyUnreadable } from '../file-errors.ts';
import { UsageError } from '../usage-error.ts';

/** Bytes of a capture at the most: it is parsed as a whole, and no text can be longer. */
const largestCapture = 500_000_000;
/** Characters that the kind of a file is told by, at the most. */
const longestHead = 1_000_000;

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
    const name = file === standardInput ? 'standard input' : file;
    try {
      const bytes =
        file === standardInput ? stdin : createReadStream(await placeOf(file, cwd), { highWaterMark: 1 << 20 });
      const capture = await readFile(name, bytes, journals, remarks);
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

async function readFile(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  journals: JournalReader,
  remarks: string[],
): Promise<Traffic | undefined> {
  const decoder = new TextDecoder();
  const chunks = bytes[Symbol.asyncIterator]();
  const more = async (): Promise<string | undefined> => {
    const { done, value } = await chunks.next();
    return done === true ? undefined : decoder.decode(value, { stream: true });
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
  return readCapture(name, head, more);
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
  const add = (line: string): void => {
    number += 1;
    if (line.trim() !== '') journals.add(line, `${name}:${number}`);
  };
  let rest = head;
  for (let text: string | undefined = ''; text !== undefined; text = await more()) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(add);
  }
  try {
    add(rest);
  } catch (error) {
    if (!(error instanceof UnreadableTraffic) || number === 1) throw error;
    // A run that was killed leaves a line without its end.
    remarks.push(`The last line of ${name} is cut short, and was left out.`);
  }
}

async function readCapture(name: string, head: string, more: () => Promise<string | undefined>): Promise<Traffic> {
  const parts = [head];
  let size = head.length;
  for (let text = await more(); text !== undefined; text = await more()) {
    size += text.length;
    if (size > largestCapture) {
      throw new UnreadableTraffic(`${name} is larger than ${largestCapture / 1e6} MB; save the capture in parts`);
    }
    parts.push(text);
  }
  const content = parsed(parts.join('').replace(/^\uFEFF/, ''));
  if (isCapture(content)) return captureTraffic(name, content);
  throw new UnreadableTraffic(
    `${name} is neither the journal of a run nor a HAR file; name a journal.ndjson, or save the capture as HAR`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
