/** Charts as SVG. They know nothing of reports: numbers in, markup out. */
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { line, symbol, symbolCircle, symbolSquare, symbolTriangle } from 'd3-shape';
import { markup, type Insertable, type Markup } from './html/elements.ts';

/** What each chart is called, and what it says to those who do not see it. */
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
  /** Milliseconds since 1970 on an axis of time, any number otherwise. */
  readonly x: number;
  /** Undefined: nothing was measured, and the line is interrupted there. */
  readonly y: number | undefined;
  readonly title?: string;
  readonly emphasized?: boolean;
}

interface LineChart extends Chart {
  readonly series: readonly { readonly name: string; readonly points: readonly LinePoint[] }[];
  readonly x: Axis & { readonly kind: 'time' | 'number' };
  readonly y: Axis & { readonly from?: number; readonly to?: number };
  readonly plotHeight?: number;
}

/** Several series over time, or over any number, as an SVG image: axes, legend, and a mark with a tooltip on each point. */
export function lineChart(chart: LineChart): Markup {
  const points = chart.series.flatMap((series) => series.points);
  const highest = highestOf(points.map(({ y = 0 }) => y));
  const bottom = chart.y.from ?? 0;
  const top = chart.y.to ?? (highest > bottom ? highest : bottom + 1);
  const key = legend(
    chart.series.map(({ name }) => name),
    'line',
  );
  const y = scaleLinear([bottom, top], [0, 0]).nice(5);
  const format = chart.y.format ?? y.tickFormat(5);
  const plot = plotBelow(key.height, y.ticks(5).map(format), chart.plotHeight ?? 170);
  y.range([plot.bottom, plot.top]);
  const { x, ticks } = horizontalScale(chart, points, plot);

  const path = line<LinePoint>()
    .defined((point) => point.y !== undefined)
    .x((point) => x(point.x))
    .y((point) => y(point.y ?? 0))
    .digits(1);
  const drawn = chart.series.map((series, index) => {
    const marks = series.points.map(
      (point, n) =>
        point.y !== undefined && mark(series.points, n, index, `translate(${at(x(point.x))} ${at(y(point.y))})`),
    );
    return markup`<g class="${seriesClass(index)}"><path class="line" d="${path(series.points) ?? ''}"/>\n${marks}</g>`;
  });
  return chartFrame(chart, plot, [
    key.content,
    verticalAxis(plot, distinct(ticksOf(y.ticks(5), y, format)), chart.y),
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
  const choices = (isSingle ? [[first]] : [6, 5, 4, 3, 2].map((count) => x.ticks(count).map(Number))).map((values) =>
    distinct(ticksOf(values, x, format)),
  );
  return { x, ticks: choices.find((ticks) => haveRoom(ticks, plot)) ?? choices.at(-1) ?? [] };
}

const mostMarks = 120;

function mark(points: readonly LinePoint[], index: number, series: number, place: string): Markup {
  const { title, emphasized = false } = points[index] ?? {};
  const tooltip = title !== undefined && markup`<title>${title}</title>`;
  const isAlone = points[index - 1]?.y === undefined && points[index + 1]?.y === undefined;
  const isDrawn = points.length <= mostMarks || isAlone || emphasized;
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

interface RangeChart extends Chart {
  readonly values: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly axis: Axis;
}

/** For each row its values on one line from the least to the greatest, such as percentiles, as an SVG image. */
export function rangeChart({ values: names, rows, axis, ...chart }: RangeChart): Markup {
  const rowHeight = 40;
  const all = rows.flatMap(({ values }) => values);
  const highest = highestOf(all) || 1;
  const lowest = Math.min(highest, ...all.filter((value) => value > 0));
  const isLogarithmic = highest / lowest >= 50;
  const key = legend(names, 'mark');
  const top = key.height + 10;
  const plot: Plot = { left: 8, right: chartWidth - 8, top, bottom: top + rows.length * rowHeight };
  const range = [plot.left, plot.right];
  const scale = isLogarithmic ? scaleLog([lowest, highest], range).nice() : scaleLinear([0, highest], range).nice(6);
  // 0 has no logarithm, and is placed on the left.
  const x = (value: number): number => (isLogarithmic && value < lowest ? plot.left : scale(value));
  const format = axis.format ?? String;
  const values = scale.ticks(6).filter((value) => !isLogarithmic || /^[125]/.test(value.toExponential()));
  const shown = values.length > 9 ? values.filter((value) => value.toExponential().startsWith('1')) : values;
  const drawn = rows.map((row, index) => {
    const y = at(plot.top + index * rowHeight + 27);
    const ends = [Math.min(...row.values), Math.max(...row.values)].map((value) => at(x(value)));
    const marks = row.values.map(
      (value, n) =>
        markup`<g class="${seriesClass(n)}"><path class="mark" d="${markShape(n, 64)}" transform="translate(${at(x(value))} ${y})"><title>${row.name}: ${names[n]} ${format(value)} ${axis.label}</title></path></g>`,
    );
    return markup`<g><text class="row-name" x="${at(plot.left)}" y="${at(plot.top + index * rowHeight + 15)}">${row.name}</text>
<line class="range" x1="${ends[0]}" x2="${ends[1]}" y1="${y}" y2="${y}"/>
${marks}</g>`;
  });
  const label = isLogarithmic ? `${axis.label}, logarithmic` : axis.label;
  return chartFrame(chart, plot, [
    key.content,
    horizontalAxis(plot, ticksOf(shown, x, format), { label }, true),
    drawn,
  ]);
}

const chartWidth = 560;

/** Width of a character in the largest size that a chart is set in. */
const characterWidth = 10.5;

const shapes = [symbolCircle, symbolSquare, symbolTriangle] as const;

const seriesClass = (index: number): string => `series-${(index % shapes.length) + 1}`;

function markShape(index: number, size: number): string {
  const shape = shapes[index % shapes.length] ?? symbolCircle;
  return symbol().type(shape).size(size).digits(1)() ?? '';
}

const at = (value: number): string => String(Math.round(value * 10) / 10);

const highestOf = (values: readonly number[]): number => Math.max(0, ...values);

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function plotBelow(legendHeight: number, labels: readonly string[], height: number): Plot {
  const left = 14 + Math.max(2, ...labels.map((label) => label.length)) * 10;
  const top = legendHeight + 34;
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

const ticksOf = (
  values: readonly number[],
  scale: (value: number) => number,
  format: (value: number) => string,
): readonly Tick[] => values.map((value) => ({ position: scale(value), label: format(value) }));

const distinct = (ticks: readonly Tick[]): readonly Tick[] =>
  ticks.filter(({ label }, index) => index === 0 || ticks[index - 1]?.label !== label);

function verticalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis): Markup {
  return markup`<g class="axis">
${ticks.map(
  ({ position, label: text }) =>
    markup`<line class="grid" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(position)}" y2="${at(position)}"/><text x="${at(plot.left - 8)}" y="${at(position)}" dy="0.32em" text-anchor="end">${text}</text>`,
)}
<text class="axis-label" x="0" y="${at(plot.top - 16)}">${label}</text>
</g>`;
}

/** The outermost labels are aligned inwards: centred they would be cut at the edge of the image. */
function anchorOf(index: number, { position }: Tick, count: number, plot: Plot): 'start' | 'middle' | 'end' {
  if (index === count - 1 && position > plot.right - 30) return 'end';
  return index === 0 && position < plot.left + 10 ? 'start' : 'middle';
}

function haveRoom(ticks: readonly Tick[], plot: Plot): boolean {
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

function horizontalAxis(plot: Plot, ticks: readonly Tick[], { label }: Axis, hasGrid = false): Markup {
  return markup`<g class="axis">
<line class="base" x1="${at(plot.left)}" x2="${at(plot.right)}" y1="${at(plot.bottom)}" y2="${at(plot.bottom)}"/>
${ticks.map((tick, index) => {
  const x = at(tick.position);
  return markup`<line class="${hasGrid ? 'grid' : 'base'}" x1="${x}" x2="${x}" y1="${at(hasGrid ? plot.top : plot.bottom)}" y2="${at(plot.bottom + 4)}"/><text x="${x}" y="${at(plot.bottom + 19)}" text-anchor="${anchorOf(index, tick, ticks.length, plot)}">${tick.label}</text>`;
})}
<text class="axis-label" x="${at(plot.right)}" y="${at(plot.bottom + 38)}" text-anchor="end">${label}</text>
</g>`;
}

/** The names of the series with a sample of each, in as many lines as they need, and the height of these. */
function legend(names: readonly string[], kind: 'line' | 'mark') {
  const lineHeight = 22;
  let x = 0;
  let y = 0;
  const entries = names.map((name, index) => {
    const width = 22 + name.length * characterWidth + 16;
    if (x > 0 && x + width > chartWidth) {
      x = 0;
      y += lineHeight;
    }
    const mark = markup`<path class="mark" d="${markShape(index, kind === 'mark' ? 64 : 34)}" transform="translate(8 0)"/>`;
    const sample = kind === 'line' && markup`<line class="line" x1="0" x2="16" y1="0" y2="0"/>`;
    const entry = markup`<g class="${seriesClass(index)}" transform="translate(${at(x)} ${at(y + 10)})">${sample}${mark}<text x="22" y="0" dy="0.32em">${name}</text></g>`;
    x += width;
    return entry;
  });
  return { content: markup`<g class="legend">${entries}</g>`, height: names.length === 0 ? 0 : y + lineHeight };
}
