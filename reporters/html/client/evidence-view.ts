import type { Counterexample } from '../../../results/report.ts';
import type { CopyButton } from './copy-button.ts';
import type { DifferenceView } from './difference-view.ts';
import type { PageElement } from './dom.ts';
import type { Child, ElementMaker } from './element-maker.ts';
import type { ExchangeLine, ExchangeView } from './exchange-view.ts';

/** Makes the view of the evidence of a failure. */
export type EvidenceView = (evidence: Counterexample, id: string) => readonly PageElement[];

/**
 * The evidence of a failure: expected and actual, the exchange that shows it, those before it, and how to see it again.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function evidenceView(
  el: ElementMaker,
  { view, line }: { readonly view: ExchangeView; readonly line: ExchangeLine },
  compared: DifferenceView,
  copy: CopyButton,
): EvidenceView {
  const place = (pointer: string): Child => {
    if (pointer === '') return 'in the whole body of the answer';
    if (pointer === '#status') return 'in the status of the answer';
    const header = /^#headers\/(.+)$/.exec(pointer)?.[1];
    if (header !== undefined) return ['in the header ', el('code', {}, header)];
    return ['at ', el('code', {}, pointer), ' of the answer'];
  };
  const section = (title: Child, ...content: readonly Child[]): PageElement =>
    el('section', { class: 'evidence-part' }, el('h5', {}, title), ...content);
  const command = (label: string, text: string, about: string): PageElement =>
    el(
      'div',
      { class: 'command' },
      el('div', { class: 'command-head' }, el('span', { class: 'faint' }, about), copy(label, text)),
      el('pre', { tabindex: '0', role: 'group', 'aria-label': label }, el('code', {}, text)),
    );

  const again = ({ passedAgain, pointer }: Counterexample): Child => {
    if (passedAgain === undefined) return undefined;
    const fold =
      passedAgain === null
        ? undefined
        : el(
            'details',
            { class: 'fold' },
            el('summary', {}, `The second time: ${line(passedAgain)}`),
            view(passedAgain, pointer),
          );
    return el(
      'div',
      { class: 'notice' },
      el(
        'p',
        {},
        el('strong', {}, 'Nondeterministic, or a state that has passed.'),
        ' The same case was run again, alone, and did not fail.',
        passedAgain === null ? ' It did not come to the same request again.' : '',
      ),
      fold,
    );
  };

  const also = ({ also: others = [] }: Counterexample): Child => {
    if (others.length === 0) return undefined;
    const counted = ({ endpoint, occurrences }: (typeof others)[number]): string =>
      ` (${endpoint === undefined ? '' : `${endpoint}, `}${occurrences} ${occurrences === 1 ? 'time' : 'times'})`;
    return section(
      'Also seen in this run',
      el(
        'ul',
        {},
        others.map((one) => el('li', {}, one.message, counted(one))),
      ),
    );
  };

  const earlier = (exchanges: Counterexample['exchanges']): Child => {
    if (exchanges.length === 0) return undefined;
    const count = exchanges.length === 1 ? 'The exchange before it' : `The ${exchanges.length} exchanges before it`;
    return el(
      'details',
      { class: 'fold' },
      el('summary', {}, `${count}, which belong${exchanges.length === 1 ? 's' : ''} to the evidence`),
      el(
        'ol',
        { class: 'plain earlier' },
        exchanges.map((exchange) => {
          const fold = el('details', {}, el('summary', {}, el('code', {}, line(exchange))));
          // A long sequence would be laid out for nothing.
          fold.addEventListener('toggle', () => {
            if (fold.open && fold.querySelector('.exchange') === null) fold.append(view(exchange));
          });
          return el('li', {}, fold);
        }),
      ),
    );
  };

  return (evidence, id) => {
    const deciding = evidence.exchanges.at(-1);
    return [
      again(evidence),
      section(['Expected and actual, ', place(evidence.pointer)], compared(evidence)),
      deciding === undefined
        ? undefined
        : section(
            'The smallest exchange that shows it',
            view(deciding, evidence.pointer),
            earlier(evidence.exchanges.slice(0, -1)),
          ),
      also(evidence),
      section(
        'See it again',
        evidence.curlOfWrite === undefined
          ? undefined
          : command(`the curl line of the write of ${id}`, evidence.curlOfWrite, 'By hand, first the write'),
        command(`the curl line of ${id}`, evidence.curl, 'By hand, with a token in BFC_TOKEN'),
        command(`the replay command of ${id}`, evidence.replay, 'With this suite'),
        el(
          'p',
          { class: 'faint' },
          `Seed ${evidence.seed}`,
          evidence.property === undefined ? '' : ` · property ${evidence.property}`,
          evidence.path === undefined ? '' : ` · path ${evidence.path}`,
        ),
      ),
    ].filter((part) => part !== undefined) as readonly PageElement[];
  };
}
