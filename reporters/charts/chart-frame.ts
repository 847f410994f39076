import { symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle, symbolWye } from 'd3-shape';
import { markup, type Insertable, type Markup } from '../html/markup.ts';

export interface ChartFrame {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

export interface Axis {
  readonly label: string;
  readonly format?: (value: number) => string;
}

export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Tick {
  readonly position: number;
  readonly label: string;
}

export const chartWidth = 560;

/** Width of a character in the largest size that a chart is set in. */
const characterWidth = 10.5;

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolWye] as const;

export function seriesClass(index: number): string {
  return `series-${(index % shapes.length) + 1}`;
}

export function markShape(index: number, size = 34): string {
  const shape = shapes[index % shapes.length] ?? symbolCircle;
  return symbol().type(shape).size(size).digits(1)() ?? '';
}

export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function chartFrame({ id, title, description }: ChartFrame, height: number, content: Insertable): Markup {
  return markup`<svg class="chart" viewBox="0 0 ${chartWidth} ${at(height)}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${content}
</svg>`;
}

export function leftOf(labels: readonly string[]): number {
  return 14 + Math.max(2, ...labels.map((label) => label.length)) * 10;
}

export function verticalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis): Markup {
  return markup`<g class="axis">
${ticks.map(
  ({ position, label: text }) =>
    markup`<line class="grid" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(position)}" y2="${at(position)}"/><text x="${at(plot.left - 8)}" y="${at(position)}" dy="0.32em" text-anchor="end">${text}</text>`,
)}
<text class="axis-label" x="0" y="${at(plot.top - 16)}">${label}</text>
</g>`;
}

type Anchor = 'start' | 'middle' | 'end';

/** The outermost labels are aligned inwards: centred they would be cut at the edge of the image. */
function anchorOf(index: number, { position }: Tick, count: number, plot: Plot): Anchor {
  if (index === count - 1 && position > plot.right - 30) return 'end';
  return index === 0 && position < plot.left + 10 ? 'start' : 'middle';
}

export function haveRoom(ticks: readonly Tick[], plot: Plot): boolean {
  const shareBefore = { start: 0, middle: 0.5, end: 1 } as const;
  let end = -Infinity;
  return ticks.every((tick, index) => {
    const width = tick.label.length * characterWidth;
    const start = tick.position - width * shareBefore[anchorOf(index, tick, ticks.length, plot)];
    const isClear = start >= end;
    end = start + width + characterWidth / 2;
    return isClear;
  });
}

export function horizontalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis, hasGrid = false): Markup {
  return markup`<g class="axis">
<line class="base" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(plot.bottom)}" y2="${at(plot.bottom)}"/>
${ticks.map((tick, index) => {
  const x = at(tick.position);
  return markup`<line class="${hasGrid ? 'grid' : 'base'}" x1="${x}" x2="${x}" y1="${at(hasGrid ? plot.top : plot.bottom)}" y2="${at(plot.bottom + 4)}"/><text x="${x}" y="${at(plot.bottom + 19)}" text-anchor="${anchorOf(index, tick, ticks.length, plot)}">${tick.label}</text>`;
})}
<text class="axis-label" x="${at(plot.right)}" y="${at(plot.bottom + 38)}" text-anchor="end">${label}</text>
</g>`;
}

type LegendKind = 'line' | 'mark' | 'bar';

/** The names of the series with a sample of each, in as many lines as they need, and the height of these. */
export function legend(
  names: readonly string[],
  kind: LegendKind,
): { readonly content: Markup; readonly height: number } {
  const lineHeight = 22;
  let x = 0;
  let y = 0;
  const entries = names.map((name, index) => {
    const width = 22 + name.length * characterWidth + 16;
    if (x > 0 && x + width > chartWidth) {
      x = 0;
      y += lineHeight;
    }
    const entry = markup`<g class="${seriesClass(index)}" transform="translate(${at(x)} ${at(y + 10)})">${legendSample(kind, index)}<text x="22" y="0" dy="0.32em">${name}</text></g>`;
    x += width;
    return entry;
  });
  return { content: markup`<g class="legend">${entries}</g>`, height: names.length === 0 ? 0 : y + lineHeight };
}

function legendSample(kind: LegendKind, index: number): Markup {
  if (kind === 'bar') return markup`<rect class="bar-part" x="3" y="-5" width="11" height="11"/>`;
  const mark = markup`<path class="mark" d="${markShape(index, kind === 'mark' ? 64 : 34)}" transform="translate(8 0)"/>`;
  return kind === 'mark' ? mark : markup`<line class="line" x1="0" x2="16" y1="0" y2="0"/>${mark}`;
}

/** Style of the charts; the page defines the colours `--ink`, `--faint`, `--line`, `--surface` and `--series-1` to `--series-6`. */
export const chartStyle = `
.chart-box { container-type: inline-size; max-width: 45rem; }
.chart { display: block; width: 100%; height: auto; overflow: visible; font: 12.5px var(--sans, sans-serif); font-variant-numeric: tabular-nums; }
.chart text { fill: var(--ink); stroke: none; }
.chart .axis text { fill: var(--faint); }
.chart .grid { stroke: var(--line); }
.chart .base { stroke: var(--faint); }
.chart .line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.chart .mark { fill: currentColor; stroke: var(--surface); stroke-width: 1; }
.chart .emphasized { stroke: var(--ink); stroke-width: 1.5; }
.chart .place { fill: transparent; }
.chart .range { stroke: var(--line-strong); stroke-width: 5; stroke-linecap: round; }
.chart .bar-part { fill: currentColor; }
.series-1 { color: var(--series-1); } .series-2 { color: var(--series-2); } .series-3 { color: var(--series-3); }
.series-4 { color: var(--series-4); } .series-5 { color: var(--series-5); } .series-6 { color: var(--series-6); }
.series-2 .line { stroke-dasharray: 7 3; } .series-3 .line { stroke-dasharray: 2 3; } .series-4 .line { stroke-dasharray: 9 3 2 3; }
.series-5 .line { stroke-dasharray: 4 2; } .series-6 .line { stroke-dasharray: 1 4; }
@container (max-width: 430px) { .chart { font-size: 19px; } }
`;
