import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import { barChart, lineChart, rangeChart } from './index.ts';

const frame = { id: 'one', title: 'A <title> & "more"', description: 'What is to be seen.' };
const attributesOf = (svg: string, name: string): readonly Record<string, string>[] =>
  Array.from(svg.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, 'g')), ([, text = '']) =>
    Object.fromEntries(Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, key = '', value = '']) => [key, value])),
  );
const titles = (svg: string): readonly string[] =>
  Array.from(svg.matchAll(/<title>([^<]*)<\/title>/g), ([, text = '']) => text);
const ticks = (svg: string): readonly string[] =>
  Array.from(svg.matchAll(/text-anchor="(?:end|middle|start)">([^<]*)<\/text>/g), ([, text = '']) => text);

const lines = (points: readonly (readonly [x: number, y: number | undefined])[], kind: 'time' | 'number' = 'number') =>
  lineChart({
    ...frame,
    series: [
      { name: 'first', points: points.map(([x, y]) => ({ x, y, title: `at ${x}` })) },
      { name: 'second', points: points.map(([x, y = 0]) => ({ x, y: y * 2 })) },
    ],
    x: { kind, label: 'when' },
    y: { label: 'how many' },
  }).text;

const charts = {
  lines: lines([
    [0, 1],
    [1, 5],
    [2, undefined],
    [3, 4],
  ]),
  ranges: rangeChart({
    ...frame,
    values: ['p50', 'p99'],
    rows: [
      { name: 'fast & small', values: [1, 2] },
      { name: 'slow', values: [3, 9] },
    ],
    axis: { label: 'milliseconds' },
  }).text,
  bars: barChart({
    ...frame,
    parts: ['good', 'bad'],
    bars: [
      { from: 0, to: 10, values: [5, 0], title: 'five' },
      { from: 10, to: 20, values: [500, 1] },
    ],
    x: { label: 'seconds' },
    y: { label: 'requests' },
  }).text,
};

describe.each(Object.entries(charts))('a chart of %s', (_, svg) => {
  it('is well-formed, and tells what it shows to those who do not see it', () => {
    expect(create(svg).root().toObject()).toMatchObject({
      svg: { '@role': 'img', '@aria-labelledby': 'one-title', '@aria-describedby': 'one-description' },
    });
    expect(svg).toContain('<title id="one-title">A &lt;title&gt; &amp; &quot;more&quot;</title>');
    expect(svg).toContain('<desc id="one-description">What is to be seen.</desc>');
  });

  it('has no colour of its own, and no number that is none', () => {
    expect(svg).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|style=/i);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('a line chart', () => {
  it('breaks a line where nothing was measured, and has a mark with a title on each point', () => {
    const [first] = attributesOf(charts.lines, 'path').filter((path) => path['class'] === 'line');
    expect(first?.['d']?.match(/M/g)).toHaveLength(2);
    expect(titles(charts.lines)).toEqual(['at 0', 'at 1', 'at 3']);
  });

  it.each([
    ['hours', Date.UTC(2027, 0, 4, 18), Date.UTC(2027, 0, 5, 6), ['18:00', '21:00', 'Jan 5', '03:00', '06:00']],
    ['days', Date.UTC(2026, 11, 30, 2), Date.UTC(2027, 0, 3, 2), ['Dec 31', '2027', 'Jan 2', 'Jan 3']],
    ['years', Date.UTC(2024, 0, 1), Date.UTC(2027, 0, 1), ['2024', '2025', '2026', '2027']],
    ['seconds', Date.UTC(2027, 0, 1, 2, 5, 50), Date.UTC(2027, 0, 1, 2, 6, 20), ['02:06', '02:06:15']],
    ['one instant', Date.UTC(2027, 0, 1, 14, 5), Date.UTC(2027, 0, 1, 14, 5), ['2027-01-01 14:05']],
  ])('tells time over %s in UTC and by 24 hours', (_, from, to, told) => {
    const drawn = lines(
      [
        [from, 1],
        [to, 2],
      ],
      'time',
    );
    expect(ticks(drawn).join(' ')).toContain(told.join(' '));
    expect(ticks(drawn).join(' ')).not.toMatch(/\b[AP]M\b/);
  });

  it('has no more labels below than stand clear of each other where the chart is narrow', () => {
    for (let hours = 1; hours <= 400; hours += 7) {
      const drawn = lines(
        [
          [Date.UTC(2027, 0, 1, 2, 10), 1],
          [Date.UTC(2027, 0, 1, 2 + hours, 10), 2],
        ],
        'time',
      );
      const labels = Array.from(
        drawn.matchAll(/<text x="([\d.]+)" y="[\d.]+" text-anchor="(start|middle|end)">([^<]*)<\/text>/g),
        ([, x = '', anchor = '', text = '']) => {
          const width = text.length * 10;
          const start = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
          return { start, end: start + width };
        },
      ).filter(({ end }) => end > 40);
      expect(labels.length).toBeGreaterThan(0);
      for (const [index, { start }] of labels.slice(1).entries())
        expect(start).toBeGreaterThan(labels[index]?.end ?? 0);
    }
  });

  it('takes no point, one point, and values that are all the same', () => {
    for (const points of [
      [],
      [[5, 0]],
      [
        [1, 3],
        [1, 3],
      ],
      [[1, undefined]],
    ] as const)
      expect(lines(points)).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('leaves marks out where they would hide the line, but for those that are emphasized', () => {
    const points = Array.from({ length: 400 }, (_, x) => ({ x, y: x % 7, title: `p${x}`, emphasized: x === 9 }));
    const svg = lineChart({
      ...frame,
      series: [{ name: 'a', points }],
      x: { kind: 'number', label: '' },
      y: { label: '' },
    }).text;
    expect(svg.match(/class="mark emphasized"/g)).toHaveLength(1);
    expect(svg.match(/class="place"/g)).toHaveLength(399);
    expect(titles(svg)).toHaveLength(400);
  });
});

it('of many points a line chart marks the one that no line reaches', () => {
  const points = Array.from({ length: 400 }, (_, x) => ({ x, y: x === 7 || x === 9 ? undefined : x }));
  const svg = lineChart({
    ...frame,
    series: [{ name: 'a', points }],
    x: { kind: 'number', label: '' },
    y: { label: '' },
  }).text;
  // The other is the legend's.
  expect(svg.match(/class="mark"/g)).toHaveLength(2);
});

describe('a range chart', () => {
  it('tells each value with its unit', () => {
    expect(titles(charts.ranges)).toEqual([
      'fast &amp; small: p50 1 milliseconds',
      'fast &amp; small: p99 2 milliseconds',
      'slow: p50 3 milliseconds',
      'slow: p99 9 milliseconds',
    ]);
  });

  it('gives equal factors equal room when values are far apart', () => {
    const wide = (values: readonly number[]) =>
      rangeChart({
        ...frame,
        values: ['a'],
        rows: values.map((value) => ({ name: 'x', values: [value] })),
        axis: { label: 'ms' },
      }).text;
    expect(wide([1, 10, 1000])).toContain('ms, logarithmic');
    expect(wide([0, 10, 1000])).not.toMatch(/NaN|Infinity/);
    expect(wide([1, 10])).not.toContain('logarithmic');
    expect(wide([0, 0])).not.toMatch(/NaN|Infinity/);
  });
});

describe('a bar chart', () => {
  it('shows what there is any of, and stacks the parts', () => {
    const parts = attributesOf(charts.bars, 'rect').filter(({ x }) => Number(x) > 30);
    expect(parts.map(({ height }) => Number(height) > 0)).toEqual([true, false, true, true]);
    expect(Number(parts[3]?.['height'])).toBe(2);
  });
});
