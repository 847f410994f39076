/** Style of the charts; the page gives the colours as `--ink`, `--faint`, `--line`, `--surface` and `--series-1` to `--series-6`. */
export const chartStyle = `
.chart-box { container-type: inline-size; max-width: 45rem; }
.chart { display: block; width: 100%; height: auto; overflow: visible; font: 12.5px var(--sans, sans-serif); font-variant-numeric: tabular-nums; }
.chart text { fill: var(--ink); stroke: none; }
.chart .axis text { fill: var(--faint); }
.chart .grid { stroke: var(--line); }
.chart .base { stroke: var(--faint); }
.chart .line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.chart .mark { fill: currentColor; stroke: var(--surface); stroke-width: 1; }
.chart .emphasized { stroke: var(--ink); stroke-width: 1.5; }
.chart .place { fill: transparent; }
.chart .range { stroke: var(--line-strong); stroke-width: 5; stroke-linecap: round; }
.chart .bar-part { fill: currentColor; }
.chart .legend .line { stroke-width: 2; }
.series-1 { color: var(--series-1); } .series-2 { color: var(--series-2); } .series-3 { color: var(--series-3); }
.series-4 { color: var(--series-4); } .series-5 { color: var(--series-5); } .series-6 { color: var(--series-6); }
.series-2 .line { stroke-dasharray: 7 3; } .series-3 .line { stroke-dasharray: 2 3; } .series-4 .line { stroke-dasharray: 9 3 2 3; }
.series-5 .line { stroke-dasharray: 4 2; } .series-6 .line { stroke-dasharray: 1 4; }
@container (max-width: 430px) { .chart { font-size: 19px; } }
`;
