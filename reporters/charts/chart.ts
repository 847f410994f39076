import { markup, type Insertable, type Markup } from '../html/markup.ts';

/** What every chart says of itself. */
export interface ChartFrame {
  /** Unlike that of any other chart of the page: a name in lower case. */
  readonly id: string;
  /** What it shows, as a heading would say it. */
  readonly title: string;
  /** What is to be seen in it, in a sentence, for those who don't see it. */
  readonly description: string;
}

/** An axis. */
export interface Axis {
  /** What is measured, with its unit. */
  readonly label: string;
  /** A value as the text of a tick; the default is the shortest that tells ticks apart. */
  readonly format?: (value: number) => string;
}

/** Width of every chart in its own units; it is drawn as wide as there is room. */
export const chartWidth = 560;

/** How many classes `series-1`, `series-2`… there are; further series begin again. */
export const seriesClasses = 6;

/** The class that gives the n-th series, from 0, its colour. */
export function seriesClass(index: number): string {
  return `series-${(index % seriesClasses) + 1}`;
}

/** A coordinate as short as the eye can tell. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The frame of a chart: an image that tells its title and description. */
export function chartFrame({ id, title, description }: ChartFrame, height: number, content: Insertable): Markup {
  return markup`<svg class="chart" viewBox="0 0 ${chartWidth} ${at(height)}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${content}
</svg>`;
}
