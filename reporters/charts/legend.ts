import { markup, type Markup } from '../html/markup.ts';
import { characterWidth } from './axes.ts';
import { markShape } from './mark.ts';
import { at, chartWidth, seriesClass } from './chart.ts';

const lineHeight = 22;

/** Names of series beside a sample of how they are drawn, in as many lines as they take, and the height of these. */
export function legend(
  names: readonly string[],
  kind: 'line' | 'mark' | 'bar',
): { readonly content: Markup; readonly height: number } {
  let x = 0;
  let y = 0;
  const entries = names.map((name, index) => {
    const width = 22 + name.length * characterWidth + 16;
    if (x > 0 && x + width > chartWidth) {
      x = 0;
      y += lineHeight;
    }
    const entry = markup`<g class="${seriesClass(index)}" transform="translate(${at(x)} ${at(y + 10)})">${sample(kind, index)}<text x="22" y="0" dy="0.32em">${name}</text></g>`;
    x += width;
    return entry;
  });
  return { content: markup`<g class="legend">${entries}</g>`, height: names.length === 0 ? 0 : y + lineHeight };
}

function sample(kind: 'line' | 'mark' | 'bar', index: number): Markup {
  if (kind === 'bar') return markup`<rect class="bar-part" x="3" y="-5" width="11" height="11"/>`;
  const mark = markup`<path class="mark" d="${markShape(index, kind === 'mark' ? 64 : 34)}" transform="translate(8 0)"/>`;
  return kind === 'mark' ? mark : markup`<line class="line" x1="0" x2="16" y1="0" y2="0"/>${mark}`;
}
