/**
 * Charts as SVG, made of numbers: they know nothing of reports. They are markup for a page's template, and text by `.text`.
 *
 * @module
 */
export { barChart } from './bar-chart.ts';
export type { Bar, BarChart } from './bar-chart.ts';
export type { Axis, ChartFrame } from './chart.ts';
export { chartStyle } from './chart-style.ts';
export { lineChart } from './line-chart.ts';
export type { LineChart, LinePoint, LineSeries } from './line-chart.ts';
export { rangeChart } from './range-chart.ts';
export type { RangeChart, RangeRow } from './range-chart.ts';
