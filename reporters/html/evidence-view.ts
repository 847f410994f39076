import { diffArrays } from 'diff';
import { bounded, plural } from '../../results/printable.ts';
import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import type { Compared } from '../compared-lists.ts';
import {
  answerLine,
  differsLine,
  graphemes,
  headerAt,
  jsonLines,
  leftOutLines,
  nearestAllowed,
  otherSightings,
  placeInRequest,
  placeOf,
  requestLine,
  secondRun,
  type JsonLine,
} from '../evidence.ts';
import { markup, visible, type Insertable, type Markup } from './elements.ts';

interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

interface DifferenceRow {
  readonly expected?: readonly Piece[] | undefined;
  readonly actual?: readonly Piece[] | undefined;
  readonly same: boolean;
}

const withoutComma = (line: string): string => line.replace(/,$/, '');
/** The comma at the end of a JSON line depends on what follows, so it is not a difference. */
const comparator = (one: string, other: string): boolean => withoutComma(one) === withoutComma(other);

/** Splits the lines of two texts into stretches that are equal in both and stretches that differ. */
function stretchesOf(left: string[], right: string[]) {
  const changes = diffArrays(left, right, { comparator, maxEditLength: 1500 });
  if (changes === undefined) return [{ left, right, same: false }];
  const rest = { left: [...left], right: [...right] };
  const stretches: { readonly left: string[]; readonly right: string[]; readonly same: boolean }[] = [];
  for (const { added, removed, count } of changes) {
    const stretch = {
      left: added ? [] : rest.left.splice(0, count),
      right: removed ? [] : rest.right.splice(0, count),
      same: !added && !removed,
    };
    const last = stretches.at(-1);
    if (last === undefined || last.same || stretch.same) {
      stretches.push(stretch);
    } else {
      last.left.push(...stretch.left);
      last.right.push(...stretch.right);
    }
  }
  return stretches;
}

/** How many letters two lines share at each end; none if they share less than half of the longer line. */
function sharedEnds(one: readonly string[], other: readonly string[]): readonly [start: number, end: number] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) * 2 < Math.max(one.length, other.length) ? [0, 0] : [start, end];
}

function changedLine(one: string, other: string): DifferenceRow {
  const [left, right] = [graphemes(withoutComma(one)), graphemes(withoutComma(other))];
  const [start, end] = sharedEnds(left, right);
  const piecesOf = (letters: readonly string[], line: string): readonly Piece[] => {
    const to = letters.length - end;
    const after = `${letters.slice(to).join('')}${line.endsWith(',') ? ',' : ''}`;
    const pieces = [
      { text: letters.slice(0, start).join(''), changed: false },
      { text: letters.slice(start, to).join(''), changed: true },
      { text: after, changed: false },
    ];
    return pieces.filter(({ text }) => text !== '');
  };
  return { expected: piecesOf(left, one), actual: piecesOf(right, other), same: false };
}

const whole = (text: string | undefined, changed: boolean): readonly Piece[] | undefined =>
  text === undefined ? undefined : [{ text, changed }];

function rowsOf(expected: string, actual: string): readonly DifferenceRow[] {
  return stretchesOf(expected.split('\n'), actual.split('\n')).flatMap(({ left, right, same }) =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
      const [one, other] = [left[index], right[index]];
      if (!same && one !== undefined && other !== undefined) return changedLine(one, other);
      return { expected: whole(one, !same), actual: whole(other, !same), same };
    }),
  );
}

function ordered(value: unknown, like: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value;
  const model = new Map<string, unknown>(Object.entries(like));
  if (Array.isArray(value)) return value.map((item: unknown, index) => ordered(item, model.get(String(index))));
  const own = new Map<string, unknown>(Object.entries(value));
  const names = new Set([...[...model.keys()].filter((name) => own.has(name)), ...own.keys()]);
  return Object.fromEntries([...names].map((name) => [name, ordered(own.get(name), model.get(name))]));
}

const jsonOf = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? 'nothing';

function cut({ text, changed }: Piece): string {
  const [head, tail] = changed ? [3000, 200] : [160, 160];
  if (text.length <= head + tail + 40) return text;
  return `${text.slice(0, head)} … ${text.length - head - tail} characters … ${text.slice(-tail)}`;
}

function cell(side: 'expected' | 'actual', pieces: readonly Piece[] | undefined, same: boolean): Markup {
  const sign = same || pieces === undefined ? ' ' : { expected: '−', actual: '+' }[side];
  const content =
    pieces === undefined
      ? markup`<span class="hidden-visually">no such line</span>`
      : pieces.map((piece) => (piece.changed && pieces.length > 1 ? markup`<mark>${cut(piece)}</mark>` : cut(piece)));
  return markup`<div class="difference-cell ${side}${!same && ' differs'}${pieces === undefined && ' none'}" role="cell"><span class="difference-sign" aria-hidden="true">${sign}</span><code>${content}</code></div>`;
}

const mostRows = 80;
const around = 3;

function shownRows(rows: readonly DifferenceRow[]): readonly DifferenceRow[] {
  if (rows.length <= mostRows) return rows;
  const near = new Set(
    rows.flatMap(({ same }, index) =>
      same ? [] : Array.from({ length: 2 * around + 1 }, (_, offset) => index - around + offset),
    ),
  );
  return rows.filter((_, index) => near.has(index)).slice(0, mostRows);
}

/**
 * Expected and actual side by side, with the differences marked. If several values are allowed, the nearest is compared
 * with the actual one, and the others are listed below it.
 */
export function differenceView(compared: Compared): Markup {
  const allowed = nearestAllowed(compared);
  const [wanted, ...others] = allowed?.values ?? [compared.expected];
  const expected = jsonOf(wanted);
  const isAbsent = compared.actual === undefined;
  const actual = isAbsent ? '' : jsonOf(ordered(compared.actual, wanted));
  const onTheLeft = (value: string): readonly DifferenceRow[] =>
    value.split('\n').map((text) => ({ expected: whole(text, false), same: false }));
  const rows = [
    ...(isAbsent ? onTheLeft(expected) : rowsOf(expected, actual)),
    ...others.flatMap((other) => onTheLeft(jsonOf(other))),
  ];
  const shown = shownRows(rows);
  const absent = markup`<div class="difference-cell actual differs" role="cell"><span class="difference-sign" aria-hidden="true">+</span><mark>nothing</mark></div>`;
  const alike = differsLine(compared);
  const notes: readonly Insertable[] = [
    rows.length > shown.length && `${rows.length - shown.length} more lines, which report.json has.`,
    alike !== undefined && `What looks alike differs ${alike}.`,
    alike === undefined &&
      !isAbsent &&
      expected === actual &&
      'The two read the same; the message above says what was seen.',
  ];
  const heading = (sign: string, title: string): Markup =>
    markup`<div role="columnheader" class="difference-cell"><span class="difference-sign" aria-hidden="true">${sign} </span>${title}</div>`;
  return markup`<div class="difference"><div class="difference-table" role="table" aria-label="Expected and actual">
<div class="difference-row difference-head" role="row">${heading('−', allowed === undefined ? 'Expected' : 'Expected: one of')}${heading('+', 'Actual')}</div>
${shown.map(
  (row, index) =>
    markup`<div class="difference-row${row.same && ' same'}" role="row">${cell('expected', row.expected, row.same)}${isAbsent && index === 0 ? absent : cell('actual', row.actual, row.same)}</div>\n`,
)}</div>${notes.map((note) => note !== false && markup`<p class="body-note">${note}</p>`)}</div>`;
}

interface Body {
  readonly text: string;
  readonly label: string;
  /** JSON pointer to the part of it that is marked. */
  readonly pointer?: string | undefined;
}

const longestLine = 20_000;
const mostLines = 1000;
const shownLines = 40;

/** A body in lines, with the value at the pointer marked; lines far from it are folded. */
export function bodyView({ text, label, pointer }: Body): Markup {
  if (text === '') return markup`<p class="faint">An empty body</p>`;
  const json = jsonLines(text);
  const wanted = json !== undefined && pointer?.startsWith('/') === true ? nearestPointer(json, pointer) : '';
  const isMissing = json !== undefined && pointer?.startsWith('/') === true && wanted !== pointer;
  const isMarked = (at: string): boolean =>
    wanted !== '' && (at === wanted || (!isMissing && at.startsWith(`${wanted}/`)));
  const lines =
    json?.map(({ indent, key, value, tail, pointer: at }) => {
      const content = markup`<span class="json-key">${key}</span>${bounded(value, longestLine)}`;
      return markup`${indent}${isMarked(at) ? markup`<mark>${content}</mark>` : content}${tail}\n`;
    }) ?? text.split('\n').map((line) => markup`${bounded(line, longestLine)}\n`);
  const marked = json?.findIndex((line) => isMarked(line.pointer)) ?? -1;
  const from = lines.length > shownLines ? Math.max(0, marked - 6) : 0;
  const shown = markup`${fold(lines.slice(0, from), label)}<pre><code>${lines.slice(from, from + shownLines)}</code></pre>${fold(lines.slice(from + shownLines), label)}`;
  const note = wanted === '' ? 'nor is any member on the way to it.' : `marked is ${wanted}, where it would belong.`;
  return markup`${isMissing && markup`<p class="body-note">Nothing is at ${pointer}; ${note}</p>`}<div class="body" role="group" aria-label="${label}">${shown}</div>`;
}

/** The pointer, or its longest prefix that exists; empty if none does. */
function nearestPointer(lines: readonly JsonLine[], pointer: string): string {
  const pointers = new Set(lines.map((line) => line.pointer));
  let nearest = pointer;
  while (nearest !== '' && !pointers.has(nearest)) nearest = nearest.slice(0, nearest.lastIndexOf('/'));
  return nearest;
}

function fold(lines: readonly Markup[], label: string): Insertable {
  if (lines.length === 0) return undefined;
  const left = lines.length - mostLines;
  return markup`<details class="fold"><summary>${lines.length} more lines</summary><pre tabindex="0" role="group" aria-label="${label}, more lines"><code>${lines.slice(0, mostLines)}</code></pre>${left > 0 && markup`<p class="body-note">and ${left} more, which report.json has</p>`}</details>`;
}

function headersView(headers: Readonly<Record<string, string>>, kind: string, marked?: string): Insertable {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  const isMarked = (name: string): boolean => name.toLowerCase() === marked;
  const rows = entries.map(
    ([name, value]) =>
      markup`<div><dt>${name}</dt><dd>${isMarked(name) ? markup`<mark>${value}</mark>` : value}</dd></div>`,
  );
  return markup`<details class="fold headers-fold"${entries.some(([name]) => isMarked(name)) && ' open'}><summary>${plural(entries.length, `${kind} header`)}</summary><dl class="headers">${rows}</dl></details>`;
}

function exchangeView(exchange: RecordedExchange, pointer = ''): Markup {
  const { request, response, durationMs } = exchange;
  const header = headerAt(pointer)?.toLowerCase();
  const answerHeaders = response?.headers ?? {};
  const hasHeader = Object.keys(answerHeaders).some((name) => name.toLowerCase() === header);
  const status = response?.status ?? answerLine(exchange);
  const leftOut = leftOutLines(exchange).map((line) => markup`<p class="body-note">${line}</p>`);
  return markup`<div class="exchange">
<div class="message request"><p class="message-line"><span class="message-kind">Request</span> <code><strong>${request.method}</strong> ${request.url}</code></p>
${headersView(request.headers, 'request')}
${request.wire !== undefined && bodyView({ text: request.wire, label: 'The request as it was sent' })}
${request.body !== undefined && bodyView({ text: request.body, label: 'Body of the request', pointer: placeInRequest(pointer, request.body) })}</div>
<div class="message answer"><p class="message-line"><span class="message-kind">Answer</span> <code>${pointer === '#status' ? markup`<mark>${status}</mark>` : markup`<strong>${status}</strong>`}</code><span class="faint"> in ${Math.round(durationMs * 10) / 10} ms</span></p>
${header !== undefined && response !== undefined && !hasHeader && markup`<p class="body-note">The answer has no header ${header}.</p>`}
${headersView(answerHeaders, 'answer', header)}
${response !== undefined && bodyView({ text: response.body, label: 'Body of the answer', pointer })}
${leftOut}</div></div>`;
}

function part(title: Insertable, ...content: readonly Insertable[]): Markup {
  return markup`<section class="evidence-part"><h5>${title}</h5>${content}</section>`;
}

function again(evidence: Counterexample): Insertable {
  const { passedAgain, pointer } = evidence;
  const text = secondRun(evidence);
  const exchange = passedAgain ? exchangeView(passedAgain, pointer) : undefined;
  return (
    text !== undefined &&
    markup`<div class="notice"><p>${text}</p>
${exchange && markup`<details class="fold"><summary>The second exchange</summary>${exchange}</details>`}</div>`
  );
}

function exchanges({ exchanges: all, pointer }: Counterexample): Insertable {
  const deciding = all.at(-1);
  if (deciding === undefined) return undefined;
  const earlier = all
    .slice(0, -1)
    .map(
      (exchange) =>
        markup`<li><details><summary><code>${requestLine(exchange)}, ${answerLine(exchange)}</code></summary>${exchangeView(exchange)}</details></li>`,
    );
  const title =
    earlier.length === 1
      ? 'The exchange before it, which belongs to the evidence'
      : `The ${earlier.length} exchanges before it, which belong to the evidence`;
  return part(
    'The smallest exchange that shows it',
    exchangeView(deciding, pointer),
    earlier.length > 0 &&
      markup`<details class="fold"><summary>${title}</summary><ol class="plain earlier">${earlier}</ol></details>`,
  );
}

function command(about: string, label: string, text: string): Markup {
  const isShownAsIs = visible(text) === text;
  return markup`<div class="command"><div class="command-head"><span class="faint">${about}</span><button type="button" class="button copy" aria-label="Copy ${label}"${!isShownAsIs && markup` data-text="${encodeURIComponent(text.toWellFormed())}"`} data-needs-script hidden>Copy</button></div>
<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre></div>`;
}

function commands({ curlOfWrite, curl, replay, seed, property, path }: Counterexample, id: string): Markup {
  return part(
    'See it again',
    curlOfWrite !== undefined &&
      command('By hand, first the write', `the curl line of the write of ${id}`, curlOfWrite),
    command('By hand, with a token in BFC_TOKEN', `the curl line of ${id}`, curl),
    command('With this suite', `the replay command of ${id}`, replay),
    markup`<p class="faint">Seed ${seed}${property !== undefined && ` · property ${property}`}${path !== undefined && ` · path ${path}`}</p>`,
  );
}

export function evidenceView(evidence: Counterexample, id: string): Markup {
  try {
    const also = otherSightings(evidence).map((sighting) => markup`<li>${sighting}</li>`);
    return markup`${again(evidence)}
${part(`Expected and actual: ${placeOf(evidence)}`, differenceView(evidence))}
${exchanges(evidence)}
${also.length > 0 && part('Also seen in this run', markup`<ul>${also}</ul>`)}
${commands(evidence, id)}`;
  } catch (error) {
    // Values may be nested too deeply for recursion.
    return markup`<p class="notice">The evidence could not be laid out (${String(error)}); report.json has it.</p>`;
  }
}
