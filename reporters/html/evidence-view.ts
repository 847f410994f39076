import { bounded, plural } from '../../results/printable.ts';
import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import {
  answerLine,
  headerAt,
  jsonLines,
  leftOutLines,
  otherSightings,
  placeInRequest,
  placeOf,
  requestLine,
  secondRun,
  type JsonLine,
} from '../evidence.ts';
import { differenceView } from './difference.ts';
import { markup, visible, type Insertable, type Markup } from './elements.ts';

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
