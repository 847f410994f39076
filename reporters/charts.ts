/** Charts as SVG. They know nothing about reports: numbers in, markup out. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { line, symbol, symbolCircle, symbolSquare } from 'd3-shape';
import { markup, type Insertable, type Markup } from './html/elements.ts';

/** The title of a chart, and its description for those who do not see it. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

interface Axis {
  readonly label: string;
  readonly format?: (value: number) => string;
}

export interface LinePoint {
  /** Milliseconds since 1970 on a time axis, otherwise any number. */
  readonly x: number;
  /** Undefined if nothing was measured: the line is interrupted there. */
  readonly y: number | undefined;
  readonly title?: string;
  readonly emphasized?: boolean;
}

interface LineChart extends Chart {
  readonly series: readonly { readonly name: string; readonly points: readonly LinePoint[] }[];
  readonly x: Axis & { readonly kind: 'time' | 'number' };
  readonly y: Axis & { readonly from?: number; readonly to?: number };
  readonly plotHeight: number;
}

/** Series over time or any number as an SVG image: axes, legend, and a mark with a tooltip for each point. */
export function lineChart(chart: LineChart): Markup {
  const points = chart.series.flatMap((series) => series.points);
  const highest = Math.max(0, ...points.map(({ y = 0 }) => y));
  const bottom = chart.y.from ?? 0;
  const top = chart.y.to ?? (highest > bottom ? highest : bottom + 1);
  const y = scaleLinear([bottom, top], [0, 0]).nice(5);
  const format = chart.y.format ?? y.tickFormat(5);
  const plot = plotFor(y.ticks(5).map(format), chart.plotHeight);
  y.range([plot.bottom, plot.top]);
  const { x, ticks } = horizontalScale(chart, points, plot);

  const path = line<LinePoint>()
    .defined((point) => point.y !== undefined)
    .x((point) => x(point.x))
    .y((point) => y(point.y ?? 0))
    .digits(1);
  const drawn = chart.series.map((series, index) => {
    const isSmall = series.points.length > mostMarks;
    const marks = series.points.map(
      (point) => point.y !== undefined && mark(point, index, `translate(${at(x(point.x))} ${at(y(point.y))})`, isSmall),
    );
    return markup`<g class="${seriesClass(index)}"><path class="line" d="${path(series.points) ?? ''}"/>\n${marks}</g>`;
  });
  return chartFrame(chart, plot, [
    legend(chart.series.map(({ name }) => name)),
    verticalAxis(plot, ticksOf(y.ticks(5), y, format), chart.y),
    horizontalAxis(plot, ticks, chart.x),
    drawn,
  ]);
}

function horizontalScale({ x: axis }: LineChart, points: readonly LinePoint[], plot: Plot) {
  const places = points.map(({ x }) => x);
  const [first, last] = places.length === 0 ? [0, 1] : [Math.min(...places), Math.max(...places)];
  const isSingle = first === last;
  // A single point is placed in the middle.
  const margin = isSingle ? Math.max(1, Math.abs(first) * 1e-6) : 0;
  const domain = [first - margin, last + margin];
  const range = [plot.left, plot.right];
  const x = axis.kind === 'time' ? scaleUtc(domain, range) : scaleLinear(domain, range);
  const format =
    axis.format ?? (axis.kind === 'time' ? timeFormat(isSingle) : scaleLinear(domain, [0, 1]).tickFormat(6));
  const values = isSingle ? [first] : x.ticks(3).map(Number);
  return { x, ticks: ticksOf(values, x, format) };
}

/** If there are more points than this, marks are no larger than the line is wide. */
const mostMarks = 120;

function mark({ title, emphasized = false }: LinePoint, series: number, place: string, isSmall: boolean): Markup {
  const size = emphasized ? 110 : isSmall ? 4 : 34;
  const tooltip = title !== undefined && markup`<title>${title}</title>`;
  return markup`<path class="mark${emphasized && ' emphasized'}" d="${markShape(series, size)}" transform="${place}">${tooltip}</path>`;
}

/** A time tick is labelled with the longest unit that starts at it, in UTC and 24-hour format. */
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

const chartWidth = 560;

/** Width of a character in the largest font size of a chart. */
const characterWidth = 10.5;

const seriesClass = (index: number): string => `series-${index + 1}`;

const markShape = (index: number, size: number): string =>
  symbol(index === 0 ? symbolCircle : symbolSquare, size).digits(1)() ?? '';

const at = (value: number): string => String(Math.round(value * 10) / 10);

type Plot = ReturnType<typeof plotFor>;

function plotFor(labels: readonly string[], height: number) {
  const left = 14 + Math.max(2, ...labels.map((label) => label.length)) * 10;
  const top = 56;
  return { left, right: chartWidth - 8, top, bottom: top + height };
}

function chartFrame({ id, title, description }: Chart, { bottom }: Plot, parts: readonly Insertable[]): Markup {
  return markup`<svg class="chart" viewBox="0 0 ${chartWidth} ${at(bottom + 44)}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${parts.map((part, index) => [index > 0 && '\n', part])}
</svg>`;
}

interface Tick {
  readonly position: number;
  readonly label: string;
}

/** A tick for each value, but only one for neighbours with the same label. */
function ticksOf(
  values: readonly number[],
  scale: (value: number) => number,
  format: (value: number) => string,
): readonly Tick[] {
  const ticks = values.map((value) => ({ position: scale(value), label: format(value) }));
  return ticks.filter(({ label }, index) => label !== ticks[index - 1]?.label);
}

function verticalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis): Markup {
  return markup`<g class="axis">
${ticks.map(
  ({ position, label: text }) =>
    markup`<line class="grid" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(position)}" y2="${at(position)}"/><text x="${at(plot.left - 8)}" y="${at(position)}" dy="0.32em" text-anchor="end">${text}</text>`,
)}
<text class="axis-label" x="0" y="${at(plot.top - 16)}">${label}</text>
</g>`;
}

/** The outermost labels are aligned inwards: if centred, they would be cut off at the edge of the image. */
function anchorOf(index: number, { position }: Tick, count: number, plot: Plot): 'start' | 'middle' | 'end' {
  if (index === count - 1 && position > plot.right - 30) return 'end';
  return index === 0 && position < plot.left + 10 ? 'start' : 'middle';
}

function horizontalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis): Markup {
  return markup`<g class="axis">
<line class="base" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(plot.bottom)}" y2="${at(plot.bottom)}"/>
${ticks.map((tick, index) => {
  const x = at(tick.position);
  return markup`<line class="base" x1="${x}" x2="${x}" y1="${at(plot.bottom)}" y2="${at(plot.bottom + 4)}"/><text x="${x}" y="${at(plot.bottom + 19)}" text-anchor="${anchorOf(index, tick, ticks.length, plot)}">${tick.label}</text>`;
})}
<text class="axis-label" x="${at(plot.right)}" y="${at(plot.bottom + 38)}" text-anchor="end">${label}</text>
</g>`;
}

function legend(names: readonly string[]): Markup {
  let x = 0;
  const entries = names.map((name, index) => {
    const entry = markup`<g class="${seriesClass(index)}" transform="translate(${at(x)} 10)"><line class="line" x1="0" x2="16" y1="0" y2="0"/><path class="mark" d="${markShape(index, 34)}" transform="translate(8 0)"/><text x="22" y="0" dy="0.32em">${name}</text></g>`;
    x += 22 + name.length * characterWidth + 16;
    return entry;
  });
  return markup`<g class="legend">${entries}</g>`;
}
