import { scaleLinear, scaleLog } from 'd3-scale';
import { markup, type Markup } from '../html/markup.ts';
import { horizontalAxis } from './axes.ts';
import { at, chartFrame, chartWidth, seriesClass, type Axis, type ChartFrame } from './chart.ts';
import { legend } from './legend.ts';
import { markShape } from './mark.ts';

/** One row: a name, and a value for each of the chart's `values`, in the same order. */
export interface RangeRow {
  readonly name: string;
  readonly values: readonly number[];
}

/** What a range chart shows. */
export interface RangeChart extends ChartFrame {
  /** What the values of each row are called, such as percentiles. */
  readonly values: readonly string[];
  readonly rows: readonly RangeRow[];
  /** Its label is the unit, which a pointer that rests on a value is told as well. */
  readonly axis: Axis;
}

const rowHeight = 40;
/** When the largest value is this many times the smallest, equal factors get equal room. */
const logarithmicFrom = 50;

/** For each row its values on one line from the least to the greatest, such as percentiles, as an SVG image. */
export function rangeChart(chart: RangeChart): Markup {
  const all = chart.rows.flatMap(({ values }) => values);
  const highest = all.reduce((most, value) => Math.max(most, value), 0) || 1;
  const positive = all.filter((value) => value > 0);
  const lowest = positive.reduce((least, value) => Math.min(least, value), highest);
  const key = legend(chart.values, 'mark');
  const plot = {
    left: 8,
    right: chartWidth - 8,
    top: key.height + 10,
    bottom: key.height + 10 + chart.rows.length * rowHeight,
  };
  const range = [plot.left, plot.right];
  const logarithmic = highest / lowest >= logarithmicFrom;
  const scale = logarithmic ? scaleLog([lowest, highest], range).nice() : scaleLinear([0, highest], range).nice(6);
  // Values of 0 have no logarithm, and stand at the left.
  const x = (value: number): number => (logarithmic && value < lowest ? plot.left : scale(value));
  const format = chart.axis.format ?? String;
  const ticks = scale.ticks(6).filter((value) => !logarithmic || /^[125]/.test(value.toExponential()));
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
  return chartFrame(
    chart,
    plot.bottom + 44,
    markup`${key.content}
${horizontalAxis(
  plot,
  shownTicks.map((value) => ({ position: x(value), label: format(value) })),
  { label: logarithmic ? `${chart.axis.label}, logarithmic` : chart.axis.label },
  true,
)}
${rows}`,
  );
}
