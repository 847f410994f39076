import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { markup, type Markup } from '../html/markup.ts';
import { haveRoom, horizontalAxis, verticalAxis, type Plot, type Tick } from './axes.ts';
import { at, chartFrame, chartWidth, seriesClass, type Axis, type ChartFrame } from './chart.ts';
import { legend } from './legend.ts';
import { markShape } from './mark.ts';

/** A point of a series. */
export interface LinePoint {
  /** Milliseconds since 1970 on an axis of time, any number otherwise. */
  readonly x: number;
  /** Undefined: nothing was measured, and the line is broken there. */
  readonly y: number | undefined;
  /** What a pointer that rests on it is told. */
  readonly title?: string;
  /** Drawn larger, as what deserves a look. */
  readonly emphasized?: boolean;
}

/** Points in the order of `x`, and what they are called. */
export interface LineSeries {
  readonly name: string;
  readonly points: readonly LinePoint[];
}

/** What a line chart shows. */
export interface LineChart extends ChartFrame {
  readonly series: readonly LineSeries[];
  readonly x: Axis & { readonly kind: 'time' | 'number' };
  /** Begins at 0, unless `from` says otherwise. */
  readonly y: Axis & { readonly from?: number; readonly to?: number };
  /** Height of the plot in the chart's own units; the width is 560. */
  readonly plotHeight?: number;
}

/** Beyond this many points a mark on each would hide the line. */
const mostMarks = 120;

/** Room at the left for the longest tick of the vertical axis. */
function leftOf(labels: readonly string[]): number {
  return 14 + Math.max(2, ...labels.map((label) => label.length)) * 10;
}

/** The first of the ticks that have the same text: others would tell nothing. */
function distinct(ticks: readonly Tick[]): readonly Tick[] {
  return ticks.filter(({ label }, index) => index === 0 || ticks[index - 1]?.label !== label);
}

/** Several series over time, or over any number, as an SVG image: axes, legend, and a mark with a title on each point. */
export function lineChart(chart: LineChart): Markup {
  const points = chart.series.flatMap((series) => series.points);
  const xs = points.map(({ x }) => x);
  const first = xs.reduce((least, x) => Math.min(least, x), xs[0] ?? 0);
  const last = xs.reduce((most, x) => Math.max(most, x), xs[0] ?? 1);
  const highest = points.reduce((most, { y = 0 }) => Math.max(most, y), 0);
  const bottom = chart.y.from ?? 0;
  const top = chart.y.to ?? (highest > bottom ? highest : bottom + 1);
  const key = legend(
    chart.series.map(({ name }) => name),
    'line',
  );

  const y = scaleLinear([bottom, top], [0, 0]).nice(5);
  const yTicks = y.ticks(5);
  const yFormat = chart.y.format ?? y.tickFormat(5);
  const plot: Plot = {
    left: leftOf(yTicks.map(yFormat)),
    right: chartWidth - 8,
    top: key.height + 34,
    bottom: key.height + 34 + (chart.plotHeight ?? 170),
  };
  y.range([plot.bottom, plot.top]);
  // A single point stands in the middle.
  const margin = first === last ? Math.max(1, Math.abs(first) * 1e-6) : 0;
  const domain = [first - margin, last + margin];
  const range = [plot.left, plot.right];
  const x = chart.x.kind === 'time' ? scaleUtc(domain, range) : scaleLinear(domain, range);
  const xFormat = chart.x.format ?? defaultFormat(chart, domain, margin > 0);
  const ticksOf = (values: readonly (number | Date)[]): readonly Tick[] =>
    distinct(values.map(Number).map((value) => ({ position: x(value), label: xFormat(value) })));
  const choices = margin > 0 ? [ticksOf([first])] : [6, 5, 4, 3, 2].map((count) => ticksOf(x.ticks(count)));
  const xTicks = choices.find((ticks) => haveRoom(ticks, plot)) ?? choices.at(-1) ?? [];

  const path = line<LinePoint>()
    .defined((point) => point.y !== undefined)
    .x((point) => x(point.x))
    .y((point) => y(point.y ?? 0))
    .digits(1);
  const drawn = chart.series.map(
    (series, index) => markup`<g class="${seriesClass(index)}"><path class="line" d="${path(series.points) ?? ''}"/>
${series.points.map((point, n) => mark(point, index, hasMark(series.points, n), x(point.x), y(point.y ?? 0)))}</g>`,
  );
  return chartFrame(
    chart,
    plot.bottom + 44,
    markup`${key.content}
${verticalAxis(plot, distinct(yTicks.map((value) => ({ position: y(value), label: yFormat(value) }))), chart.y)}
${horizontalAxis(plot, xTicks, chart.x)}
${drawn}`,
  );
}

/** Whether a point is drawn: where there are too many, the line is enough, but for those that it does not reach. */
function hasMark(points: readonly LinePoint[], index: number): boolean {
  const isAlone = points[index - 1]?.y === undefined && points[index + 1]?.y === undefined;
  return points.length <= mostMarks || isAlone || points[index]?.emphasized === true;
}

function mark(point: LinePoint, series: number, isDrawn: boolean, x: number, y: number): Markup | undefined {
  if (point.y === undefined) return undefined;
  const title = point.title !== undefined && markup`<title>${point.title}</title>`;
  const place = `translate(${at(x)} ${at(y)})`;
  // Without a mark there is still a place for the pointer.
  if (!isDrawn) return markup`<circle class="place" r="5" transform="${place}">${title}</circle>`;
  return markup`<path class="mark${point.emphasized === true && ' emphasized'}" d="${markShape(series, point.emphasized === true ? 110 : 34)}" transform="${place}">${title}</path>`;
}

/** Text of an instant, given in milliseconds. */
type InstantText = (value: number) => string;

function instantText(specifier: string): InstantText {
  const format = scaleUtc().tickFormat(1, specifier);
  return (value) => format(new Date(value));
}

/** A tick is told by the longest of these stretches that begins with it, in milliseconds; by 24 hours below a day. */
const stretches: readonly { readonly begins: (value: number) => boolean; readonly text: InstantText }[] = [
  { begins: (value) => value === Date.UTC(new Date(value).getUTCFullYear()), text: instantText('%Y') },
  { begins: (value) => value % 86_400_000 === 0, text: instantText('%b %-d') },
  { begins: (value) => value % 60_000 === 0, text: instantText('%H:%M') },
  { begins: () => true, text: instantText('%H:%M:%S') },
];

const singleInstant = instantText('%Y-%m-%d %H:%M');

function defaultFormat({ x }: LineChart, domain: readonly number[], isSingle: boolean): InstantText {
  if (x.kind === 'number') return scaleLinear(domain, [0, 1]).tickFormat(6);
  return isSingle ? singleInstant : (value) => stretches.find(({ begins }) => begins(value))?.text(value) ?? '';
}
