import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import { lineChart, type LinePoint } from './charts.ts';

const frame = { id: 'one', title: 'A <title> & "more"', description: 'What is to be seen.' };
const matchesOf = (svg: string, pattern: RegExp): readonly string[] =>
  Array.from(svg.matchAll(pattern), ([, text = '']) => text);
const ticks = (svg: string): readonly string[] => matchesOf(svg, /text-anchor="(?:end|middle|start)">([^<]*)<\/text>/g);

const lines = (points: readonly LinePoint[], kind: 'time' | 'number' = 'number') =>
  lineChart({
    ...frame,
    series: [
      { name: 'first', points: points.map((point) => ({ title: `at ${point.x}`, ...point })) },
      { name: 'second', points: points.map(({ x, y = 0 }) => ({ x, y: y * 2 })) },
    ],
    x: { kind, label: 'when' },
    y: { label: 'how many' },
    plotHeight: 120,
  }).text;
const from = (...values: readonly (number | undefined)[]): readonly LinePoint[] => values.map((y, x) => ({ x, y }));
const between = (start: number, end: number): string => {
  const points = [start, end].map((x) => ({ x, y: 1 }));
  return lines(points, 'time');
};
describe.each([
  ['lines', lines(from(1, 5, undefined, 4))],
  ['lines without a point', lines([])],
  ['a line of one point', lines(from(0))],
])('a chart of %s', (_, svg) => {
  it('is well-formed, has a title and a description, and no hard-coded colour or invalid number', () => {
    expect(create(svg).root().toObject()).toMatchObject({
      svg: { '@role': 'img', '@aria-labelledby': 'one-title', '@aria-describedby': 'one-description' },
    });
    expect(svg).toContain('<title id="one-title">A &lt;title&gt; &amp; &quot;more&quot;</title>');
    expect(svg).toContain('<desc id="one-description">What is to be seen.</desc>');
    expect(svg).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|style=|NaN|undefined|Infinity/i);
  });
});

describe('a line chart', () => {
  it.each([
    ['hours', Date.UTC(2027, 0, 4, 18), Date.UTC(2027, 0, 5, 6), ['18:00', '21:00', 'Jan 5', '03:00', '06:00']],
    ['years', Date.UTC(2024, 0, 1), Date.UTC(2027, 0, 1), ['2024', '2025', '2026', '2027']],
    ['one instant', Date.UTC(2027, 0, 1, 14, 5), Date.UTC(2027, 0, 1, 14, 5), ['2027-01-01 14:05']],
  ])('labels a time axis over %s in UTC, with 24-hour times', (_, start, end, labels) => {
    expect(ticks(between(start, end)).join(' ')).toContain(labels.join(' '));
  });

  it('has no overlapping labels in a narrow chart', () => {
    const start = Date.UTC(2027, 0, 1, 2, 10);
    for (let hours = 1; hours <= 400; hours += 7) {
      const svg = between(start, start + hours * 3_600_000);
      const texts = svg.matchAll(/<text x="([\d.]+)" y="[\d.]+" text-anchor="(start|middle|end)">([^<]*)<\/text>/g);
      const labels = Array.from(texts, ([, x = '', anchor = '', text = '']) => {
        const width = text.length * 10;
        const left = Number(x) - width * { start: 0, middle: 0.5, end: 1 }[anchor as 'start' | 'middle' | 'end'];
        return { left, right: left + width };
      }).filter(({ right }) => right > 40);
      expect(labels.length).toBeGreaterThan(0);
      for (const [index, { left }] of labels.slice(1).entries())
        expect(left).toBeGreaterThan(labels[index]?.right ?? 0);
    }
  });
});
