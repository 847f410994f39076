import { isHar, readHar, type HarContent } from './read-har.ts';
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
    const first = (await lines.next()).value;
    if (first === undefined) throw new UnreadableTraffic(`${name} is empty; name a journal of a run, or a HAR file`);
    const remedy = packed.find(([beginning]) => first.text.startsWith(beginning))?.[1];
    if (remedy !== undefined) throw new UnreadableTraffic(`${name} ${remedy}`);
    if (journalStart.test(first.text)) {
      const skipped = await readJournal(name, first, lines, journals);
      const named = `${skipped.slice(0, mostNamed).join(', ')}${skipped.length > mostNamed ? ', …' : ''}`;
      const what = skipped.length === 1 ? 'line that is' : 'lines that are';
      if (skipped.length > 0)
        remarks.push(`${name}: left out ${skipped.length} ${what} cut short or not of a journal (line ${named}).`);
    } else captures.push(readHar(name, await harContent(name, first, lines), masks));
  }
  return { traffic: [...journals.traffic(), ...captures], remarks };
}

/** Lines that a remark names. */
const mostNamed = 3;

/** How files begin that have to be unpacked first, and by what; bytes that are no UTF-8 are read as U+FFFD. */
const packed: readonly (readonly [beginning: string, remedy: string])[] = [
  ['\u001f\u{FFFD}', 'is compressed: gunzip it first'],
  ['(\u{FFFD}/\u{FFFD}', 'is compressed: unzstd it first'],
  ['PK\u0003\u0004', 'is a zip: unpack it first'],
];

/** How the first line of a journal begins, be it cut short or with its members in another order. */
const journalStart = /^\{"(?:run|number)":|^\{(?!\s*"log").{0,1000}"endpoint":/;

/** Characters of a HAR file, or of a line, at most: no text can be much longer. */
const largestFile = 500_000_000;

function checkSize(name: string, text: string): void {
  if (text.length > largestFile)
    throw new UnreadableTraffic(`${name} is larger than ${largestFile / 1e6} MB; save the capture in parts`);
}

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** The lines of a file that are not blank. */
async function* linesOf(name: string, bytes: TrafficFile['bytes']): AsyncGenerator<Line, undefined> {
  const decoder = new TextDecoder();
  let [text, number] = ['', 1];
  for await (const chunk of bytes) {
    const [end = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    text += end;
    checkSize(name, text);
    for (const next of more) {
      if (text.trim() !== '') yield { text: text.trim(), number };
      text = next;
      number += 1;
    }
  }
  text += decoder.decode();
  if (text.trim() !== '') yield { text: text.trim(), number };
  return undefined;
}

/** @returns the numbers of the lines that are none of a journal: a run that was killed leaves its last line cut short */
async function readJournal(
  name: string,
  first: Line,
  rest: AsyncIterable<Line>,
  journals: JournalReader,
): Promise<readonly number[]> {
  const bad: { readonly number: number; readonly error: UnreadableTraffic }[] = [];
  let read = 0;
  const add = ({ text, number }: Line): void => {
    try {
      journals.add(text, `${name}:${number}`);
      read += 1;
    } catch (error) {
      if (!(error instanceof UnreadableTraffic)) throw error;
      bad.push({ number, error });
    }
  };
  add(first);
  for await (const line of rest) add(line);
  if (read === 0 && bad[0] !== undefined) throw bad[0].error;
  return bad.map(({ number }) => number);
}

async function harContent(name: string, first: Line, rest: AsyncIterable<Line>): Promise<HarContent> {
  let { text } = first;
  for await (const line of rest) {
    text += `\n${line.text}`;
    checkSize(name, text);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    const problem = 'is a HAR file that ends early, or is damaged; save the capture again';
    if (/^\{\s*"log"\s*:\s*\{/.test(text)) throw new UnreadableTraffic(`${name} ${problem}`, { cause });
  }
  if (isHar(content)) return content;
  throw new UnreadableTraffic(
    `${name} is neither the journal of a run nor a HAR file; name a journal.ndjson, or save the capture as HAR`,
  );
}
