import { lookAlike, nearestAllowed, placeInRequest } from './client/inline-values.ts';
import { align } from './client/align.ts';
import { bodyView } from './client/body-view.ts';
import { copyButton } from './client/copy-button.ts';
import { difference } from './client/difference.ts';
import { differenceView } from './client/difference-view.ts';
import { elementMaker } from './client/element-maker.ts';
import { evidenceView } from './client/evidence-view.ts';
import { exchangeView } from './client/exchange-view.ts';
import { filterRules } from './client/filters.ts';
import { inlineCode } from './client/inline-code.ts';
import { foldLines } from './client/fold-lines.ts';
import { jsonLines } from './client/json-lines.ts';
import { reportPage } from './client/report-page.ts';
import { rowList } from './client/row-list.ts';
import { rowView } from './client/row-view.ts';
import { visible } from './client/visible.ts';

/** The functions that the page's script is made of; none refers to anything outside itself. */
const parts = {
  align,
  bodyView,
  copyButton,
  difference,
  differenceView,
  elementMaker,
  evidenceView,
  exchangeView,
  filterRules,
  foldLines,
  inlineCode,
  jsonLines,
  lookAlike,
  nearestAllowed,
  placeInRequest,
  rowList,
  rowView,
  visible,
};

/** What the page's main function is given. */
export type ClientParts = typeof parts;

/** The script of the report's page, as a statement: the text of the functions, as the running program holds it. */
export function reportScript(): string {
  const entries = Object.entries(parts).map(([name, part]) => `${name}: ${part.toString()}`);
  return `(${reportPage.toString()})(window, {\n${entries.join(',\n')}\n});`;
}
