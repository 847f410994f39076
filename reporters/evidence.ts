import { distance } from 'fastest-levenshtein';
import { decidedAt, isSameKind } from '../results/failure-kind.ts';
import { bounded, fitting, lines, type Lines, plural, printable, printableValue } from '../results/printable.ts';
import type { Counterexample, RecordedExchange, RequirementResult, Sighting } from '../results/report.ts';
import { valueAt, pointerTo } from '../spec/index.ts';
import { comparedLines, listsDifferLine, type Compared } from './compared-lists.ts';

/** Maximum number of characters of a value that are compared with an allowed one: the time grows with their square. */
const mostCompared = 200;

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, mostCompared);

/** The edit distance between two texts; a difference in letter case only counts as a tenth of an edit. */
function editsBetween(one: string, other: string): number {
  const letters = distance(one.toLowerCase(), other.toLowerCase());
  return letters + (distance(one, other) - letters) / 10;
}

/**
 * The allowed values, and the one that was probably meant: the value with the fewest edits, if these change at most
 * half of the longer text.
 */
export function nearestAllowed({ expected, expectedOneOf, actual }: Compared) {
  if (expectedOneOf !== true || !Array.isArray(expected) || expected.length === 0) return undefined;
  const values: readonly unknown[] = expected;
  if (actual === undefined) return { values };
  const found = textOf(actual);
  const [best] = values
    .map((value) => {
      const text = textOf(value);
      return { value, edits: editsBetween(text, found), most: Math.max(text.length, found.length) / 2 };
    })
    .filter(({ edits, most }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits);
  if (best === undefined) return { values };
  return { nearest: best.value, values: [best.value, ...values.filter((value) => value !== best.value)] };
}

function codePoints(text: string): string {
  const points = Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase());
  return points.length === 0 ? 'nothing' : points.map((point) => `U+${point.padStart(4, '0')}`).join(' ');
}

/** What is clearly visible of a text: letters without their marks, and no blanks. */
const visible = (text: string): string => text.normalize('NFKD').replace(/[^\x21-\x7e]/g, '');
/** Letters together with their marks. */
export const graphemes = (text: string): readonly string[] => text.match(/.\p{M}*/gsu) ?? [];
const isPlain = (text: string): boolean => /^[\x21-\x7e]$/.test(text);

function lookAlikeTexts(one: string, other: string): string | undefined {
  const [left, right] = [graphemes(one), graphemes(other)];
  const length = Math.max(left.length, right.length);
  const differing = Array.from({ length }, (_, index) => index).filter((index) => left[index] !== right[index]);
  const at = differing[0] ?? 0;
  // Plain letters are replaced one by one with letters of another alphabet.
  const isLetterForLetter =
    left.length === right.length &&
    differing.length < Math.max(left.length, 2) &&
    differing.every((index) => {
      const pair = [left[index] ?? '', right[index] ?? ''];
      return !pair.every(isPlain) && pair.every((character) => !isPlain(character) || /\w/.test(character));
    });
  if (visible(one) !== visible(other) && !isLetterForLetter) return undefined;
  return `in character ${at + 1}: ${codePoints(left[at] ?? '')} was expected, ${codePoints(right[at] ?? '')} came`;
}

/**
 * The difference between two values that look the same: the first differing characters, as code points; for a text
 * within a larger value, with its place. Undefined if the difference is visible.
 */
function lookAlike(expected: unknown, actual: unknown, pointer = ''): string | undefined {
  if (typeof expected === 'string' && typeof actual === 'string') {
    const difference = expected === actual ? undefined : lookAlikeTexts(expected, actual);
    return difference === undefined || pointer === '' ? difference : `at ${pointer}, ${difference}`;
  }
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return undefined;
  const members = new Map<string, unknown>(Object.entries(actual));
  for (const [name, value] of Object.entries(expected)) {
    const difference = lookAlike(value, members.get(name), `${pointer}${pointerTo(name)}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Enough for any shrunk exchange, but not so much that a file with a thousand failures can't be opened. */
const limits = { bodyLines: 120, line: 400, exchanges: 6 } as const;

export const headerAt = (pointer: string): string | undefined => /^#headers\/(.+)$/s.exec(pointer)?.[1];

export function placeOf({ pointer, code }: Pick<Counterexample, 'pointer' | 'code'>): string {
  // A departure from a pin has no place in an answer.
  if (code === 'pinned') return 'what was observed';
  if (pointer === '') return 'the whole body';
  if (pointer === '#status') return 'the status';
  const header = headerAt(pointer);
  return header === undefined ? printable(pointer, 200) : `the header ${printable(header, 100)}`;
}

/** `GET https://…`, or whatever else was sent. */
export function requestLine({ request }: RecordedExchange, limit = 2000): string {
  return `${printable(request.method, 40)} ${printable(request.url, limit)}`;
}

/** What the target did: its status, or how it failed to answer. */
export function answerLine({ response, failure }: RecordedExchange): string {
  return response === undefined ? `no answer: ${printable(failure ?? 'unknown', 200)}` : `answered ${response.status}`;
}

/** A failure's message in one line, with its occurrences and an ended waiver; without evidence the detail. */
export function messageOf({ counterexample, detail, outcome }: RequirementResult, limit = 1000): string {
  if (counterexample === undefined) return printable(detail ?? 'no exchange was kept', limit);
  const ended = outcome === 'fail' && detail !== undefined ? `; ${printable(detail, limit)}` : '';
  return `${printable(counterexample.message, limit)}${timesOf(counterexample)}${ended}`;
}

/** How often the requirement was broken, and in how many ways; empty if it was broken once. */
export function timesOf(counterexample: Counterexample): string {
  const { occurrences } = counterexample;
  const others = furtherKinds(counterexample).length;
  const ways = others === 0 ? '' : `, in ${others + 1} ways`;
  return occurrences > 1 ? ` (seen ${occurrences} times${ways})` : '';
}

/** The other sightings that say more than the count: with another message, or at another endpoint. */
function furtherKinds(counterexample: Counterexample): readonly Sighting[] {
  const { message, also = [] } = counterexample;
  const at = decidedAt(counterexample);
  const isElsewhere = ({ endpoint = at }: Sighting): boolean => endpoint !== at;
  const isAnother = (seen: Sighting): boolean => seen.message !== message && !isSameKind(seen, counterexample);
  return also.filter((seen) => isElsewhere(seen) || isAnother(seen));
}

/** The other ways in which the requirement was broken; the same message at another endpoint is not repeated. */
export function otherSightings(counterexample: Counterexample): readonly string[] {
  return furtherKinds(counterexample).map(({ endpoint, occurrences, ...seen }) => {
    const what = isSameKind(seen, counterexample) ? 'the same' : printable(seen.message, 200);
    return `${what} (${plural(occurrences, 'time')}${endpoint === undefined ? '' : ` at ${printable(endpoint, 20)}`})`;
  });
}

export function alsoLine(counterexample: Counterexample, most = 8): string | undefined {
  const sightings = otherSightings(counterexample);
  const hidden = sightings.length - most;
  return lines([sightings.slice(0, most), hidden > 0 && `${hidden} more`]).join('; ') || undefined;
}

/** One line for each run of list items that was left out of the recorded answer. */
export function leftOutLines({ response }: RecordedExchange): readonly string[] {
  return (response?.leftOut ?? []).map(
    ({ at, index, count }) =>
      `(${plural(count, 'more item')} of ${placeOf({ pointer: at })} before ${index}, left out of the report)`,
  );
}

/** An exchange as it would go over the wire, in lines: request line, headers and body, then the same for the answer. */
export function exchangeLines(exchange: RecordedExchange): readonly string[] {
  const { request, response, durationMs } = exchange;
  const headers = (all: Readonly<Record<string, string>>): Lines =>
    Object.entries(all).map(([name, value]) => `${printable(name, 100)}: ${printable(value, limits.line)}`);
  const body = (text = ''): Lines => text !== '' && ['', bodyLines(text, limits.bodyLines, limits.line)];
  return lines([
    requestLine(exchange),
    headers(request.headers),
    request.wire === undefined
      ? body(request.body)
      : ['', 'sent as it is, being no HTTP:', printable(request.wire, limits.line * 10)],
    '',
    `${answerLine(exchange)}${response === undefined ? '' : ` in ${Math.round(durationMs)} ms`}`,
    response && [headers(response.headers), body(response.body), leftOutLines(exchange)],
  ]);
}

/** The result of a second run of the failing case, if it did not fail again. */
export function secondRun({ passedAgain, pointer }: Counterexample): string | undefined {
  if (passedAgain === undefined) return undefined;
  const answer =
    passedAgain === null
      ? 'The second run did not reach the same request.'
      : `Asked again, the target ${answerLine(passedAgain)}${seenAt(passedAgain, pointer)}.`;
  return `Not reproducible, or a transient state: the same case was run again, alone, and did not fail. ${answer}`;
}

/** The value at a pointer into an answer, as the end of a sentence; empty if there is none. */
function seenAt({ response }: RecordedExchange, pointer: string): string {
  if (response === undefined || !pointer.startsWith('/')) return '';
  try {
    const value = valueAt(JSON.parse(response.body), pointer);
    return value === undefined ? '' : ` with ${printableValue(value)} at ${printable(pointer, 200)}`;
  } catch {
    return '';
  }
}

/** The expected value as one line: a value, a phrase, or the values of which one is expected. */
export function expectedLine(compared: Compared, limit: number): string {
  const allowed = nearestAllowed(compared);
  if (allowed === undefined) return comparedLines(compared, limit).expected;
  const values = allowed.values.map((value) => printableValue(value, limit));
  const shown = fitting(values, limit);
  const hidden = values.length - shown.length;
  return `one of ${shown.join(', ')}${hidden === 0 ? '' : `, … ${hidden} more`}`;
}

/** The characters in which values that look alike differ; of several allowed values, the nearest is compared. */
export function differsLine(compared: Compared): string | undefined {
  const allowed = nearestAllowed(compared);
  const differs = lookAlike(allowed === undefined ? compared.expected : allowed.nearest, compared.actual);
  return differs === undefined ? undefined : printable(differs);
}

/** The difference: characters of values that look alike, or items of lists. */
export function differenceLine(compared: Compared, limit: number): string | undefined {
  return differsLine(compared) ?? listsDifferLine(compared, limit);
}

/** Most characters of a value and of a command that a fact shows: the JSON report has all of them. */
const longestFact = { value: 2000, command: 20_000 } as const;

/** What is at the pointer, and how to see it again: pairs of a short name and one line. */
export function evidenceFacts(
  evidence: Counterexample,
  longest: Readonly<Record<keyof typeof longestFact, number>> = longestFact,
): readonly (readonly [name: string, line: string])[] {
  const { curl, curlOfWrite, replay } = evidence;
  const { nearest } = nearestAllowed(evidence) ?? {};
  const command = (text: string): string =>
    text.length <= longest.command
      ? printable(text, longest.command)
      : `(${text.length} characters, which report.json and report.html have whole)`;
  const facts = [
    ['at', placeOf(evidence)],
    ['expected', expectedLine(evidence, longest.value)],
    ['actual', comparedLines(evidence, longest.value).actual],
    ['nearest', nearest === undefined ? undefined : printableValue(nearest, longest.value)],
    ['differs', differenceLine(evidence, longest.value)],
    ['also', alsoLine(evidence)],
    ['by hand', command(curlOfWrite ?? curl)],
    ['then', curlOfWrite === undefined ? undefined : command(curl)],
    ['again', command(replay)],
  ] as const;
  return facts.flatMap(([name, line]) => (line === undefined ? [] : [[name, line] as const]));
}

export function factLines(evidence: Counterexample): readonly string[] {
  return evidenceFacts(evidence).map(([name, line]) => `${name.padEnd(8)}  ${line}`);
}

/** The exchanges that are shown, the deciding one last, and the number of earlier ones that are not. */
export function shownExchanges(exchanges: readonly RecordedExchange[]) {
  const shown = exchanges.slice(-limits.exchanges);
  return { shown, hidden: exchanges.length - shown.length };
}

/**
 * All the evidence of a failure as plain text: the statement, what was seen and where, how to repeat it, the deciding
 * exchange, and then those that led to it, so that the end can be cut off.
 */
export function evidenceText(result: RequirementResult): string {
  const { id, level, title, source, counterexample } = result;
  const head = [
    `${id} (${level}): ${printable(title)}`,
    `spec/documents/${printable(source, 200)}`,
    '',
    messageOf(result),
  ];
  const text = lines([head, counterexample && lengthyEvidence(counterexample)]).join('\n');
  return bounded(text, 30_000);
}

function lengthyEvidence(evidence: Counterexample): Lines {
  const { shown, hidden } = shownExchanges(evidence.exchanges);
  const decided = shown.at(-1);
  const before = shown.slice(0, -1);
  return [
    secondRun(evidence),
    '',
    factLines(evidence),
    decided && ['', '--- the exchange that shows it', exchangeLines(decided)],
    before.map((exchange, index) => [
      '',
      `--- before it, ${hidden + index + 1} of ${evidence.exchanges.length - 1}`,
      exchangeLines(exchange),
    ]),
    hidden > 0 && ['', `(${hidden} earlier exchanges are in the JSON report)`],
  ];
}

export interface JsonLine {
  readonly indent: string;
  readonly key: string;
  readonly value: string;
  tail: ',' | '';
  /** JSON pointer to the value, or to the object or list that a bracket belongs to. */
  readonly pointer: string;
}

/** The lines of a JSON text, undefined if it is none. Numbers, escapes and repeated names stay as written. */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
  const lines: JsonLine[] = [];
  const parents: { readonly pointer: string; readonly isList: boolean; count: number }[] = [];
  let key = '';
  let step = '';
  const add = (value: string, pointer: string): void => {
    lines.push({ indent: '  '.repeat(Math.min(parents.length, 24)), key, value, tail: '', pointer });
    key = '';
  };
  for (const [index, token] of tokens.entries()) {
    const parent = parents.at(-1);
    const last = lines.at(-1);
    if (token === ',' && last !== undefined) {
      last.tail = ',';
    } else if (token === '}' || token === ']') {
      parents.pop();
      add(token, parent?.pointer ?? '');
    } else if (tokens[index + 1] === ':') {
      key = `${token}: `;
      step = pointerTo(String(JSON.parse(token)));
    } else if (token !== ':') {
      const pointer = parent === undefined ? '' : `${parent.pointer}${parent.isList ? `/${parent.count++}` : step}`;
      add(token.replace(/^([{[])\s+/, '$1'), pointer);
      if (token === '{' || token === '[') parents.push({ pointer, isList: token === '[', count: 0 });
    }
  }
  return lines;
}

const textOfLine = ({ indent, key, value, tail }: JsonLine): string => `${indent}${key}${value}${tail}`;

/** A body as safe lines: JSON is indented; anything else stays as it came, since that may be the very problem. */
function bodyLines(body: string, most: number, longest: number): readonly string[] {
  const all = jsonLines(body)?.map(textOfLine) ?? body.split('\n');
  const shown = all.slice(0, most).map((line) => printable(line, longest));
  return all.length > most ? [...shown, `… (${all.length - most} more lines)`] : shown;
}

const inSummary = /\/fulfillment_summary(?:\/|$)/;
/** What determines the summary, which does not echo the request. */
const ofSummary = /^\/coverages\/\d+\/carrier_id$/;

/**
 * The places in a request's body that a failure is about: those that determine the answer, or else those that are
 * unusual and the place that the answer echoes.
 */
export function placesInRequest({ pointer, unusual = [] }: Counterexample, body: string): readonly string[] {
  const sent = inSummary.test(pointer) ? (jsonLines(body)?.map((line) => line.pointer) ?? []) : [];
  const told = sent.filter((place) => ofSummary.test(place));
  return told.length > 0 ? told : [...unusual, ...lines(placeInRequest(pointer, body))];
}

/**
 * The place in a request's body that corresponds to a pointer into an answer that echoes it: the same pointer, or the
 * pointer without the member or list item in which the answer wraps the echo.
 */
export function placeInRequest(pointer: string, body: string): string | undefined {
  if (!pointer.startsWith('/')) return undefined;
  const sent = new Set(jsonLines(body)?.map((line) => line.pointer));
  const places = [pointer, pointer.replace(/^\/[^/]*/, ''), pointer.replace(/^\/response\/\d+/, '')];
  return places.find((one) => one !== '' && sent.has(one));
}

/** The most lines that are shown: of a body that is shown whole, and of a longer one of which only parts are shown. */
const mostLines = { whole: 30, telling: 80 } as const;
/** Characters of a line: only what no reader would look through is cut. */
const longestLine = 4096;

/**
 * The lines of a body that matter, safe to show: all of them if they are few, otherwise those at the places and those
 * that lead there. Gaps are shown as `…`.
 *
 * @param places - JSON pointers into the body
 */
export function tellingLines(body: string, places: readonly string[]): readonly string[] {
  const lines = jsonLines(body) ?? [];
  const isWithin = (one: string, other: string): boolean => one === other || one.startsWith(`${other}/`);
  const matters = ({ pointer: at }: JsonLine): boolean =>
    places.some((place) => isWithin(at, place) || isWithin(place, at)) || at === '';
  const isWhole = lines.length <= mostLines.whole;
  if (lines.length === 0 || (!isWhole && !lines.some((line) => line.pointer !== '' && matters(line))))
    return bodyLines(body, mostLines.whole, longestLine);
  const shown: string[] = [];
  let isGap = false;
  for (const line of lines) {
    const isShown = isWhole || matters(line);
    if (isShown) shown.push(printable(textOfLine(line), longestLine));
    else if (!isGap) shown.push(`${line.indent}…`);
    isGap = !isShown;
  }
  const hidden = shown.length - mostLines.telling;
  return hidden > 0 ? [...shown.slice(0, mostLines.telling), `… (${hidden} more lines)`] : shown;
}
