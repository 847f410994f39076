/** Charts as SVG. They know nothing of reports: numbers in, markup out. */
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { markup, type Markup } from '../html/markup.ts';
import {
  at,
  chartFrame,
  chartWidth,
  haveRoom,
  horizontalAxis,
  leftOf,
  legend,
  markShape,
  seriesClass,
  verticalAxis,
  type Axis,
  type ChartFrame,
  type Plot,
  type Tick,
} from './chart-frame.ts';

export interface LinePoint {
  /** Milliseconds since 1970 on an axis of time, any number otherwise. */
  readonly x: number;
  /** Undefined: nothing was measured, and the line is interrupted there. */
  readonly y: number | undefined;
  readonly title?: string;
  readonly emphasized?: boolean;
}

export interface LineChart extends ChartFrame {
  readonly series: readonly { readonly name: string; readonly points: readonly LinePoint[] }[];
  readonly x: Axis & { readonly kind: 'time' | 'number' };
  readonly y: Axis & { readonly from?: number; readonly to?: number };
  readonly plotHeight?: number;
}

const mostMarks = 120;

const highestOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

function plotBelow(legendHeight: number, labels: readonly string[], height: number): Plot {
  const top = legendHeight + 34;
  return { left: leftOf(labels), right: chartWidth - 8, top, bottom: top + height };
}

function distinct(ticks: readonly Tick[]): readonly Tick[] {
  return ticks.filter(({ label }, index) => index === 0 || ticks[index - 1]?.label !== label);
}

/** Several series over time, or over any number, as an SVG image: axes, legend, and a mark with a tooltip on each point. */
export function lineChart(chart: LineChart): Markup {
  const points = chart.series.flatMap((series) => series.points);
  const highest = highestOf(points.map(({ y = 0 }) => y));
  const bottom = chart.y.from ?? 0;
  const top = chart.y.to ?? (highest > bottom ? highest : bottom + 1);
  const names = chart.series.map(({ name }) => name);
  const key = legend(names, 'line');

  const y = scaleLinear([bottom, top], [0, 0]).nice(5);
  const yFormat = chart.y.format ?? y.tickFormat(5);
  const plot = plotBelow(key.height, y.ticks(5).map(yFormat), chart.plotHeight ?? 170);
  y.range([plot.bottom, plot.top]);
  const yTicks = y.ticks(5).map((value) => ({ position: y(value), label: yFormat(value) }));
  const { x, ticks } = horizontalScale(chart, points, plot);

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
${verticalAxis(plot, distinct(yTicks), chart.y)}
${horizontalAxis(plot, ticks, chart.x)}
${drawn}`,
  );
}

function horizontalScale(
  { x: axis }: LineChart,
  points: readonly LinePoint[],
  plot: Plot,
): { readonly x: (value: number) => number; readonly ticks: readonly Tick[] } {
  const first = points.reduce((least, { x }) => Math.min(least, x), points[0]?.x ?? 0);
  const last = points.reduce((most, { x }) => Math.max(most, x), points[0]?.x ?? 1);
  const isSingle = first === last;
  // A single point is placed in the middle.
  const margin = isSingle ? Math.max(1, Math.abs(first) * 1e-6) : 0;
  const domain = [first - margin, last + margin];
  const range = [plot.left, plot.right];
  const x = axis.kind === 'time' ? scaleUtc(domain, range) : scaleLinear(domain, range);
  const format =
    axis.format ?? (axis.kind === 'time' ? timeFormat(isSingle) : scaleLinear(domain, [0, 1]).tickFormat(6));
  const ticksOf = (values: readonly (number | Date)[]): readonly Tick[] =>
    distinct(values.map(Number).map((value) => ({ position: x(value), label: format(value) })));
  const choices = isSingle ? [ticksOf([first])] : [6, 5, 4, 3, 2].map((count) => ticksOf(x.ticks(count)));
  return { x, ticks: choices.find((ticks) => haveRoom(ticks, plot)) ?? choices.at(-1) ?? [] };
}

function hasMark(points: readonly LinePoint[], index: number): boolean {
  const isAlone = points[index - 1]?.y === undefined && points[index + 1]?.y === undefined;
  return points.length <= mostMarks || isAlone || points[index]?.emphasized === true;
}

function mark(
  { y: value, title, emphasized = false }: LinePoint,
  series: number,
  isDrawn: boolean,
  x: number,
  y: number,
): Markup | undefined {
  if (value === undefined) return undefined;
  const tooltip = title !== undefined && markup`<title>${title}</title>`;
  const place = `translate(${at(x)} ${at(y)})`;
  // Without a mark there is still a place for the tooltip.
  if (!isDrawn) return markup`<circle class="place" r="5" transform="${place}">${tooltip}</circle>`;
  return markup`<path class="mark${emphasized && ' emphasized'}" d="${markShape(series, emphasized ? 110 : 34)}" transform="${place}">${tooltip}</path>`;
}

/** A tick of time gets the text of the longest unit that starts with it, in UTC and by 24 hours. */
const timeUnits: readonly { readonly starts: (value: number) => boolean; readonly specifier: string }[] = [
  { starts: (value) => value === Date.UTC(new Date(value).getUTCFullYear()), specifier: '%Y' },
  { starts: (value) => value % 86_400_000 === 0, specifier: '%b %-d' },
  { starts: (value) => value % 60_000 === 0, specifier: '%H:%M' },
  { starts: () => true, specifier: '%H:%M:%S' },
];

function timeFormat(isSingle: boolean): (value: number) => string {
  const specifierOf = (value: number): string | undefined =>
    isSingle ? '%Y-%m-%d %H:%M' : timeUnits.find(({ starts }) => starts(value))?.specifier;
  return (value) => scaleUtc().tickFormat(1, specifierOf(value))(new Date(value));
}

export interface BarChart extends ChartFrame {
  readonly parts: readonly string[];
  readonly bars: readonly {
    readonly from: number;
    readonly to: number;
    readonly values: readonly number[];
    readonly title?: string;
  }[];
  readonly x: Axis;
  readonly y: Axis;
  readonly plotHeight?: number;
}

export function barChart(chart: BarChart): Markup {
  const key = legend(chart.parts, 'bar');
  const highest = highestOf(chart.bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))) || 1;
  const y = scaleLinear([0, highest], [0, 0]).nice(3);
  const yFormat = chart.y.format ?? String;
  const yValues = y.ticks(3).filter((value) => chart.y.format !== undefined || Number.isInteger(value));
  const plot = plotBelow(key.height, yValues.map(yFormat), chart.plotHeight ?? 110);
  y.range([plot.bottom, plot.top]);
  const end = highestOf(chart.bars.map(({ to }) => to)) || 1;
  const x = scaleLinear([chart.bars[0]?.from ?? 0, end], [plot.left, plot.right]);
  const xFormat = chart.x.format ?? x.tickFormat(6);
  const bars = chart.bars.map(({ from, to, values, title }) => {
    let base = 0;
    const parts = values.map((value, index) => {
      const bottom = y(base);
      base += value;
      // A part that is not empty stays visible, however small its share.
      const height = value > 0 ? Math.max(bottom - y(base), 2) : 0;
      return markup`<rect class="bar-part ${seriesClass(index)}" x="${at(x(from) + 1)}" width="${at(Math.max(1, x(to) - x(from) - 2))}" y="${at(bottom - height)}" height="${at(height)}"/>`;
    });
    return markup`<g>${title !== undefined && markup`<title>${title}</title>`}${parts}</g>`;
  });
  const yTicks = yValues.map((value) => ({ position: y(value), label: yFormat(value) }));
  const xTicks = x.ticks(6).map((value) => ({ position: x(value), label: xFormat(value) }));
  return chartFrame(
    chart,
    plot.bottom + 44,
    markup`${key.content}
${verticalAxis(plot, yTicks, chart.y)}
${bars}
${horizontalAxis(plot, xTicks, chart.x)}`,
  );
}

export interface RangeChart extends ChartFrame {
  readonly values: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly axis: Axis;
}

/** For each row its values on one line from the least to the greatest, such as percentiles, as an SVG image. */
export function rangeChart(chart: RangeChart): Markup {
  const rowHeight = 40;
  const all = chart.rows.flatMap(({ values }) => values);
  const highest = highestOf(all) || 1;
  const lowest = all.reduce((least, value) => (value > 0 ? Math.min(least, value) : least), highest);
  const isLogarithmic = highest / lowest >= 50;
  const key = legend(chart.values, 'mark');
  const top = key.height + 10;
  const plot: Plot = { left: 8, right: chartWidth - 8, top, bottom: top + chart.rows.length * rowHeight };
  const range = [plot.left, plot.right];
  const scale = isLogarithmic ? scaleLog([lowest, highest], range).nice() : scaleLinear([0, highest], range).nice(6);
  // 0 has no logarithm, and is placed on the left.
  const x = (value: number): number => (isLogarithmic && value < lowest ? plot.left : scale(value));
  const format = chart.axis.format ?? String;
  const ticks = scale.ticks(6).filter((value) => !isLogarithmic || /^[125]/.test(value.toExponential()));
  const shownTicks = ticks.length > 9 ? ticks.filter((value) => value.toExponential().startsWith('1')) : ticks;

  const rows = chart.rows.map(({ name, values }, row) => {
    const y = plot.top + row * rowHeight + 27;
    const sorted = values.toSorted((one, other) => one - other);
    return markup`<g><text class="row-name" x="${at(plot.left)}" y="${at(y - 12)}">${name}</text>
<line class="range" x1="${at(x(sorted[0] ?? 0))}" x2="${at(x(sorted.at(-1) ?? 0))}" y1="${at(y)}" y2="${at(y)}"/>
${values.map(
  (value, index) =>
    markup`<g class="${seriesClass(index)}"><path class="mark" d="${markShape(index, 64)}" transform="translate(${at(x(value))} ${at(y)})"><title>${name}: ${chart.values[index]} ${format(value)} ${chart.axis.label}</title></path></g>`,
)}</g>`;
  });
  const xTicks = shownTicks.map((value) => ({ position: x(value), label: format(value) }));
  const label = isLogarithmic ? `${chart.axis.label}, logarithmic` : chart.axis.label;
  return chartFrame(
    chart,
    plot.bottom + 44,
    markup`${key.content}
${horizontalAxis(plot, xTicks, { label }, true)}
${rows}`,
  );
}
