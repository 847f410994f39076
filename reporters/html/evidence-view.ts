import { plural } from '../../results/printable.ts';
import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import { placeInRequest } from '../json-lines.ts';
import { bodyView } from './body-view.ts';
import { differenceView } from './difference.ts';
import { markup, visible, type Insertable, type Markup } from './markup.ts';

const headerAt = (pointer: string): string | undefined => /^#headers\/(.+)$/s.exec(pointer)?.[1]?.toLowerCase();

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

const statusOf = ({ response, failure }: RecordedExchange): string =>
  response === undefined ? `no answer: ${failure ?? 'unknown'}` : String(response.status);

const exchangeLine = (exchange: RecordedExchange): string => {
  const { request, response } = exchange;
  return `${request.method} ${request.url}, ${response === undefined ? '' : 'answered '}${statusOf(exchange)}`;
};

function exchangeView(exchange: RecordedExchange, pointer = ''): Markup {
  const { request, response, durationMs } = exchange;
  const header = headerAt(pointer);
  const answerHeaders = response?.headers ?? {};
  const hasHeader = Object.keys(answerHeaders).some((name) => name.toLowerCase() === header);
  const status = statusOf(exchange);
  const leftOut = (response?.leftOut ?? []).map(
    ({ at, index, count }) =>
      markup`<p class="body-note">${plural(count, 'more item')} of ${at === '' ? 'the whole body' : at} before ${index}, left out of the report</p>`,
  );
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

function placeText(pointer: string): Insertable {
  if (pointer === '') return 'in the whole body of the answer';
  if (pointer === '#status') return 'in the status of the answer';
  const header = headerAt(pointer);
  return header === undefined
    ? markup`at <code>${pointer}</code> of the answer`
    : markup`in the header <code>${header}</code>`;
}

function part(title: Insertable, ...content: readonly Insertable[]): Markup {
  return markup`<section class="evidence-part"><h5>${title}</h5>${content}</section>`;
}

function secondRun({ passedAgain, pointer }: Counterexample): Insertable {
  if (passedAgain === undefined) return undefined;
  return markup`<div class="notice"><p><strong>Nondeterministic, or a state that has passed.</strong> The same case was run again, alone, and did not fail.${passedAgain === null && ' It did not come to the same request again.'}</p>
${passedAgain !== null && markup`<details class="fold"><summary>The second time: ${exchangeLine(passedAgain)}</summary>${exchangeView(passedAgain, pointer)}</details>`}</div>`;
}

function exchanges({ exchanges: all, pointer }: Counterexample): Insertable {
  const deciding = all.at(-1);
  if (deciding === undefined) return undefined;
  const earlier = all
    .slice(0, -1)
    .map(
      (exchange) =>
        markup`<li><details><summary><code>${exchangeLine(exchange)}</code></summary>${exchangeView(exchange)}</details></li>`,
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

function otherSightings({ also = [] }: Counterexample): Insertable {
  if (also.length === 0) return undefined;
  const items = also.map(
    ({ message, endpoint, occurrences }) =>
      markup`<li>${message} (${endpoint !== undefined && `${endpoint}, `}${plural(occurrences, 'time')})</li>`,
  );
  return part('Also seen in this run', markup`<ul>${items}</ul>`);
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

/** The evidence of a failure: expected and actual, the exchanges that show it, and how to see it again. */
export function evidenceView(evidence: Counterexample, id: string): Markup {
  try {
    return markup`${secondRun(evidence)}
${part(markup`Expected and actual, ${placeText(evidence.pointer)}`, differenceView(evidence))}
${exchanges(evidence)}
${otherSightings(evidence)}
${commands(evidence, id)}`;
  } catch (error) {
    // Values may be nested too deeply for a recursion.
    return markup`<p class="notice">The evidence could not be laid out (${String(error)}); report.json has it.</p>`;
  }
}
