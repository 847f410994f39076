import { markup, type Markup } from '../html/markup.ts';
import { at, type Axis } from './chart.ts';

/** The part of a chart that data is drawn in. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a tick stands, and what it says. */
export interface Tick {
  readonly position: number;
  readonly label: string;
}

/** Lines across the plot with their values at the left, and the axis' label above. */
export function verticalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis): Markup {
  return markup`<g class="axis">
${ticks.map(
  (tick) =>
    markup`<line class="grid" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(tick.position)}" y2="${at(tick.position)}"/><text x="${at(plot.left - 8)}" y="${at(tick.position)}" dy="0.32em" text-anchor="end">${tick.label}</text>`,
)}
<text class="axis-label" x="0" y="${at(plot.top - 16)}">${label}</text>
</g>`;
}

/** Width of a character of the widest size that a chart is set in. */
export const characterWidth = 10.5;

type Anchor = 'start' | 'middle' | 'end';

/** Where a label below the plot is held: the outermost would be cut at the edge of the image. */
function anchorOf(index: number, { position }: Tick, count: number, plot: Plot): Anchor {
  if (index === count - 1 && position > plot.right - 30) return 'end';
  return index === 0 && position < plot.left + 10 ? 'start' : 'middle';
}

/** How much of a label stands before the place it is held at. */
const sharesBefore: Readonly<Record<Anchor, number>> = { start: 0, middle: 0.5, end: 1 };

/** Whether the labels below a plot stand clear of each other, be the chart as narrow as it gets. */
export function haveRoom(ticks: readonly Tick[], plot: Plot): boolean {
  let end = -Infinity;
  return ticks.every((tick, index) => {
    const width = tick.label.length * characterWidth;
    const start = tick.position - width * sharesBefore[anchorOf(index, tick, ticks.length, plot)];
    const isClear = start >= end;
    end = start + width + characterWidth / 2;
    return isClear;
  });
}

/** Marks below the plot with their values, and the axis' label below these. */
export function horizontalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis, lines = false): Markup {
  return markup`<g class="axis">
<line class="base" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(plot.bottom)}" y2="${at(plot.bottom)}"/>
${ticks.map(
  (tick, index) =>
    markup`<line class="${lines ? 'grid' : 'base'}" x1="${at(tick.position)}" x2="${at(tick.position)}" y1="${at(lines ? plot.top : plot.bottom)}" y2="${at(plot.bottom + 4)}"/><text x="${at(tick.position)}" y="${at(plot.bottom + 19)}" text-anchor="${anchorOf(index, tick, ticks.length, plot)}">${tick.label}</text>`,
)}
<text class="axis-label" x="${at(plot.right)}" y="${at(plot.bottom + 38)}" text-anchor="end">${label}</text>
</g>`;
}
