import { scaleLinear } from 'd3-scale';
import { markup, type Markup } from '../html/markup.ts';
import { horizontalAxis, verticalAxis, type Plot } from './axes.ts';
import { at, chartFrame, chartWidth, seriesClass, type Axis, type ChartFrame } from './chart.ts';
import { legend } from './legend.ts';

/** One bar. */
export interface Bar {
  /** Where it begins and ends on the horizontal axis. */
  readonly from: number;
  readonly to: number;
  /** How high each part is, in the order of the chart's `parts`, the first at the bottom. */
  readonly values: readonly number[];
  /** What a pointer that rests on it is told. */
  readonly title?: string;
}

/** What a bar chart shows. */
export interface BarChart extends ChartFrame {
  /** What the parts of each bar are called. */
  readonly parts: readonly string[];
  readonly bars: readonly Bar[];
  readonly x: Axis;
  readonly y: Axis;
  /** Height of the plot in the chart's own units; the width is 560. */
  readonly plotHeight?: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Bars over stretches of a number, each of parts that stand on each other, as an SVG image. */
export function barChart(chart: BarChart): Markup {
  const key = legend(chart.parts, 'bar');
  const highest = chart.bars.reduce((most, { values }) => Math.max(most, sum(values)), 0) || 1;
  const y = scaleLinear([0, highest], [0, 0]).nice(3);
  const yTicks = y.ticks(3).filter((value) => chart.y.format !== undefined || Number.isInteger(value));
  const yFormat = chart.y.format ?? String;
  const left = 14 + Math.max(2, ...yTicks.map((value) => yFormat(value).length)) * 10;
  const top = key.height + 34;
  const plot: Plot = { left, right: chartWidth - 8, top, bottom: top + (chart.plotHeight ?? 110) };
  y.range([plot.bottom, plot.top]);
  const end = chart.bars.reduce((most, { to }) => Math.max(most, to), 0) || 1;
  const x = scaleLinear([chart.bars[0]?.from ?? 0, end], [plot.left, plot.right]);
  const xFormat = chart.x.format ?? x.tickFormat(6);
  const bars = chart.bars.map(({ from, to, values, title }) => {
    let base = 0;
    const parts = values.map((value, index) => {
      const bottom = y(base);
      base += value;
      const height = bottom - y(base);
      // What there is any of is to be seen, however little it is beside the rest.
      const shown = value > 0 ? Math.max(height, 2) : 0;
      return markup`<rect class="bar-part ${seriesClass(index)}" x="${at(x(from) + 1)}" width="${at(Math.max(1, x(to) - x(from) - 2))}" y="${at(bottom - shown)}" height="${at(shown)}"/>`;
    });
    return markup`<g>${title !== undefined && markup`<title>${title}</title>`}${parts}</g>`;
  });
  return chartFrame(
    chart,
    plot.bottom + 44,
    markup`${key.content}
${verticalAxis(
  plot,
  yTicks.map((value) => ({ position: y(value), label: yFormat(value) })),
  chart.y,
)}
${bars}
${horizontalAxis(
  plot,
  x.ticks(6).map((value) => ({ position: x(value), label: xFormat(value) })),
  chart.x,
)}`,
  );
}
