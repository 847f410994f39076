import type { placeInRequest } from './inline-values.ts';
import type { PageElement } from './dom.ts';
import type { ElementMaker } from './element-maker.ts';
import type { foldLines } from './fold-lines.ts';
import type { jsonLines } from './json-lines.ts';

/** What is told of a body. */
export interface Body {
  readonly text: string;
  /** What it is, for those who don't see it. */
  readonly label: string;
  /** JSON pointer to what is marked in it. */
  readonly pointer?: string;
  /** JSON pointer into the answer, of a request that the answer may give back. */
  readonly answered?: string;
}

/** Makes the view of a body: in lines, the place that matters marked, and what is far from it folded. */
export type BodyView = (body: Body) => PageElement;

/**
 * Bodies of requests and answers.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function bodyView(
  el: ElementMaker,
  {
    jsonLines: linesOf,
    foldLines: foldsOf,
    placeInRequest: placeOf,
  }: {
    readonly jsonLines: typeof jsonLines;
    readonly foldLines: typeof foldLines;
    readonly placeInRequest: typeof placeInRequest;
  },
): BodyView {
  const longestLine = 20_000;
  const bounded = (text: string): string =>
    text.length <= longestLine
      ? text
      : `${text.slice(0, longestLine)}… (${text.length - longestLine} more characters, which report.json has)`;

  /** The pointer that is marked: the one asked for, or the nearest above it that is there. */
  const markedPointer = (pointers: ReadonlySet<string>, pointer: string): string => {
    let wanted = pointer;
    while (wanted !== '' && !pointers.has(wanted)) wanted = wanted.slice(0, wanted.lastIndexOf('/'));
    return wanted;
  };

  return ({ text, label, pointer: asked, answered }) => {
    const json = linesOf(text);
    const plain = json === undefined ? text.split('\n') : [];
    const pointers = new Set(json?.map((line) => line.pointer));
    const pointer = asked ?? placeOf(answered, (one) => pointers.has(one));
    const wanted = pointer === undefined || !pointer.startsWith('/') ? '' : markedPointer(pointers, pointer);
    const missing = json !== undefined && pointer?.startsWith('/') === true && wanted !== pointer;
    const isMarked = (at: string): boolean =>
      wanted !== '' && (at === wanted || (!missing && at.startsWith(`${wanted}/`)));
    const marked = (json ?? []).flatMap((line, index) => (isMarked(line.pointer) ? [index] : []));

    const lineAt = (index: number): PageElement => {
      const line = json?.[index];
      if (line === undefined) return el('span', { class: 'line' }, `${bounded(plain[index] ?? '')}\n`);
      const value = bounded(line.value);
      const shown = isMarked(line.pointer)
        ? el('mark', {}, el('span', { class: 'json-key' }, line.key), value)
        : el('span', {}, el('span', { class: 'json-key' }, line.key), value);
      return el(
        'span',
        { class: isMarked(line.pointer) ? 'line marked' : 'line' },
        line.indent,
        shown,
        `${line.tail}\n`,
      );
    };
    const linesIn = (from: number, to: number): readonly PageElement[] =>
      Array.from({ length: to - from }, (_, offset) => lineAt(from + offset));
    const fold = (from: number, to: number): PageElement => {
      const button = el('button', { type: 'button', class: 'fold-button' }, `Show ${to - from} more lines`);
      const holder = el('span', { class: 'line fold-line' }, button, '\n');
      button.addEventListener('click', () => {
        const lines = linesIn(from, to);
        lines[0]?.setAttribute('tabindex', '-1');
        holder.replaceWith(...lines);
        lines[0]?.focus({ preventScroll: true });
      });
      return holder;
    };

    const count = json?.length ?? plain.length;
    const code = el(
      'code',
      {},
      foldsOf(count, marked).map(({ from, to, shown }) => (shown ? linesIn(from, to) : fold(from, to))),
    );
    return el(
      'div',
      { class: 'body' },
      missing
        ? el(
            'p',
            { class: 'body-note' },
            `Nothing is at ${pointer ?? ''}; ${wanted === '' ? 'no member on the way to it is there.' : `marked is ${wanted}, where it would belong.`}`,
          )
        : undefined,
      el('pre', { tabindex: '0', role: 'group', 'aria-label': label }, code),
    );
  };
}
