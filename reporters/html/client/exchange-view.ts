import type { RecordedExchange } from '../../../results/report.ts';
import type { BodyView } from './body-view.ts';
import type { PageElement } from './dom.ts';
import type { Child, ElementMaker } from './element-maker.ts';

/** Makes the view of an exchange; the pointer leads to what is marked in the answer. */
export type ExchangeView = (exchange: RecordedExchange, pointer?: string) => PageElement;

/** The line that tells an exchange. */
export type ExchangeLine = (exchange: RecordedExchange) => string;

/**
 * Requests and their answers.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function exchangeView(
  el: ElementMaker,
  body: BodyView,
): { readonly view: ExchangeView; readonly line: ExchangeLine } {
  const answerOf = ({ response, failure }: RecordedExchange): string =>
    response === undefined ? `no answer: ${failure ?? 'unknown'}` : `answered ${response.status}`;

  const headers = (given: Readonly<Record<string, string>>, label: string, marked?: string): Child => {
    const entries = Object.entries(given);
    const list = el(
      'dl',
      { class: 'headers' },
      entries.map(([name, value]) =>
        el('div', {}, el('dt', {}, name), el('dd', {}, name.toLowerCase() === marked ? el('mark', {}, value) : value)),
      ),
    );
    const isMarked = entries.some(([name]) => name.toLowerCase() === marked);
    if (entries.length === 0) return undefined;
    const fold = el(
      'details',
      { class: 'fold headers-fold' },
      el('summary', {}, `${entries.length} ${label} ${entries.length === 1 ? 'header' : 'headers'}`),
      list,
    );
    fold.open = isMarked;
    return fold;
  };

  const bodyOf = (
    text: string | undefined,
    label: string,
    places: { readonly pointer?: string; readonly answered?: string },
  ): Child => {
    if (text === undefined) return undefined;
    if (text === '') return el('p', { class: 'faint' }, 'An empty body');
    return body({ text, label, ...places });
  };

  const view: ExchangeView = ({ request, response, failure, durationMs }, pointer) => {
    const header = /^#headers\/(.+)$/.exec(pointer ?? '')?.[1]?.toLowerCase();
    const status = response === undefined ? `no answer: ${failure ?? 'unknown'}` : String(response.status);
    return el(
      'div',
      { class: 'exchange' },
      el(
        'div',
        { class: 'message request' },
        el(
          'p',
          { class: 'message-line' },
          el('span', { class: 'message-kind' }, 'Request'),
          ' ',
          el('code', {}, el('strong', {}, request.method), ` ${request.url}`),
        ),
        headers(request.headers, 'request'),
        bodyOf(request.wire, 'The request as it was sent', {}),
        bodyOf(request.body, 'Body of the request', pointer === undefined ? {} : { answered: pointer }),
      ),
      el(
        'div',
        { class: 'message answer' },
        el(
          'p',
          { class: 'message-line' },
          el('span', { class: 'message-kind' }, 'Answer'),
          ' ',
          el('code', {}, pointer === '#status' ? el('mark', {}, status) : el('strong', {}, status)),
          el('span', { class: 'faint' }, ` in ${Math.round(durationMs * 10) / 10} ms`),
        ),
        header !== undefined &&
          response !== undefined &&
          !Object.keys(response.headers).some((name) => name.toLowerCase() === header)
          ? el('p', { class: 'body-note' }, `The answer has no header ${header}.`)
          : undefined,
        headers(response?.headers ?? {}, 'answer', header),
        bodyOf(response?.body, 'Body of the answer', pointer === undefined ? {} : { pointer }),
        (response?.leftOut ?? []).map(({ at, index, count }) =>
          el(
            'p',
            { class: 'body-note' },
            `${count} more ${count === 1 ? 'item' : 'items'} of ${at === '' ? 'the whole body' : at} before ${index}, left out of the report`,
          ),
        ),
      ),
    );
  };
  return { view, line: (exchange) => `${exchange.request.method} ${exchange.request.url}, ${answerOf(exchange)}` };
}
