import { isHar, readHar } from './read-har.ts';
import { createJournalReader, type JournalReader } from './read-journal.ts';
import { UnreadableTraffic, type SavedTraffic } from './saved-traffic.ts';

/** A file of saved traffic. */
export interface TrafficFile {
  /** For messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What was read from files. */
export interface ReadTraffic {
  readonly traffic: readonly SavedTraffic[];
  /** Lines for the user about what could not be read. */
  readonly remarks: readonly string[];
}

/**
 * Reads journals and HAR files; their content shows which of them a file is.
 *
 * @param masks - further masks of the tool that saved them
 * @throws UnreadableTraffic if a file is neither: one line with file, place and remedy
 */
export async function readTrafficFiles(
  files: AsyncIterable<TrafficFile>,
  masks: readonly RegExp[] = [],
): Promise<ReadTraffic> {
  const journals = createJournalReader();
  const captures: SavedTraffic[] = [];
  const remarks: string[] = [];
  for await (const { name, bytes } of files) {
    const lines = linesOf(name, bytes);
    const { blank, first } = await firstLine(lines);
    const remedy = packed.find(([beginning]) => first.startsWith(beginning))?.[1];
    if (remedy !== undefined) throw new UnreadableTraffic(`${name} ${remedy}`);
    if (first === '') throw new UnreadableTraffic(`${name} is empty; name a journal of a run, or a HAR file`);
    if (journalStart.test(first)) {
      const skipped = await readJournal(name, { line: first, number: blank + 1 }, lines, journals);
      if (skipped.length > 0) remarks.push(leftOut(name, skipped));
    } else captures.push(readHar(name, await harContent(name, first, lines), masks));
  }
  return { traffic: [...journals.traffic(), ...captures], remarks };
}

/** How files begin that have to be unpacked first, and by what; bytes that are no UTF-8 are read as U+FFFD. */
const packed: readonly (readonly [beginning: string, remedy: string])[] = [
  ['\u001f\u{FFFD}', 'is compressed: gunzip it first'],
  ['(\u{FFFD}/\u{FFFD}', 'is compressed: unzstd it first'],
  ['PK\u0003\u0004', 'is a zip: unpack it first'],
];

/** How the first line of a journal begins, be it cut short or with its members in another order. */
const journalStart = /^\{"(?:run|number)":|^\{(?!\s*"log").{0,1000}"endpoint":/;

/** Characters of a HAR file, or of a line, at the most: no text can be much longer. */
const largestFile = 500_000_000;

const tooLarge = (name: string): UnreadableTraffic =>
  new UnreadableTraffic(`${name} is larger than ${largestFile / 1e6} MB; save the capture in parts`);

async function* linesOf(name: string, bytes: TrafficFile['bytes']): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    const [end = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(end);
    size += end.length;
    if (size > largestFile) throw tooLarge(name);
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
      size = line.length;
    }
  }
  yield `${parts.join('')}${decoder.decode()}`;
  return undefined;
}

/** The first line that is not blank, with the number of blank ones before it; empty if all of them are. */
async function firstLine(lines: AsyncIterator<string>): Promise<{ readonly blank: number; readonly first: string }> {
  for (let blank = 0; ; blank += 1) {
    const { done, value } = await lines.next();
    if (done === true) return { blank, first: '' };
    if (value.trim() !== '') return { blank, first: value.trim() };
  }
}

/** @returns the numbers of the lines that are none of a journal: a run that was killed leaves its last line cut short */
async function readJournal(
  name: string,
  first: { readonly line: string; readonly number: number },
  rest: AsyncIterable<string>,
  journals: JournalReader,
): Promise<readonly number[]> {
  let { number } = first;
  let read = 0;
  const bad: { readonly number: number; readonly error: UnreadableTraffic }[] = [];
  const add = (line: string): void => {
    try {
      if (line.trim() === '') return;
      journals.add(line, `${name}:${number}`);
      read += 1;
    } catch (error) {
      if (!(error instanceof UnreadableTraffic)) throw error;
      bad.push({ number, error });
    }
  };
  add(first.line);
  for await (const line of rest) {
    number += 1;
    add(line);
  }
  if (read === 0 && bad[0] !== undefined) throw bad[0].error;
  return bad.map((line) => line.number);
}

/** Lines that a remark names. */
const mostNamed = 3;

function leftOut(name: string, numbers: readonly number[]): string {
  const shown = numbers.slice(0, mostNamed).join(', ');
  const more = numbers.length > mostNamed ? ` and ${numbers.length - mostNamed} more` : '';
  return numbers.length === 1
    ? `Line ${shown} of ${name} is cut short, or none of a journal, and was left out.`
    : `Lines ${shown}${more} of ${name} are cut short, or none of a journal, and were left out.`;
}

async function harContent(
  name: string,
  first: string,
  rest: AsyncIterable<string>,
): Promise<Parameters<typeof readHar>[1]> {
  const lines = [first];
  let size = first.length;
  for await (const line of rest) {
    size += line.length + 1;
    if (size > largestFile) throw tooLarge(name);
    lines.push(line);
  }
  const text = lines.join('\n');
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    if (/^\{\s*"log"\s*:\s*\{/.test(text))
      throw new UnreadableTraffic(`${name} is a HAR file that ends early, or is damaged; save the capture again`, {
        cause,
      });
  }
  if (isHar(content)) return content;
  throw new UnreadableTraffic(
    `${name} is neither the journal of a run nor a HAR file; name a journal.ndjson, or save the capture as HAR`,
  );
}
