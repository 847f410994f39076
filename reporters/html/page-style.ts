/**
 * Style that all pages share: colours for light and dark, type, tables, fields, and how it prints. Each colour of text is
 * told from what it stands on by a contrast of at least 4.5 : 1.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #0e1116); --surface: light-dark(#ffffff, #161a20); --sunken: light-dark(#f5f6f8, #0e1116);
  --ink: light-dark(#1a1f27, #e6e9ee); --faint: light-dark(#566070, #a0aab6);
  --line: light-dark(#e2e5ea, #2a3039); --line-strong: light-dark(#c3c9d2, #464f5b); --field: light-dark(#7f8998, #6f7987);
  --accent: light-dark(#0a58a6, #82b8f5); --accent-soft: light-dark(#e7f0fa, #16283c);
  --good: light-dark(#136c3a, #6fd39b); --good-soft: light-dark(#e5f4eb, #12291d);
  --bad: light-dark(#b3201a, #ff968c); --bad-soft: light-dark(#fcebe9, #3a1b19);
  --warning: light-dark(#835000, #efba66); --warning-soft: light-dark(#fcf2de, #33260f);
  --neutral-soft: light-dark(#edeff2, #222831);
  --series-1: light-dark(#0b66c3, #6cb0ff); --series-2: light-dark(#b25400, #f2a257); --series-3: light-dark(#9a2573, #ee8fcb);
  --series-4: light-dark(#137a55, #58cf9f); --series-5: light-dark(#6b45c4, #b79bff); --series-6: light-dark(#6a6d12, #cfd25e);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  --radius: 10px;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
html { font: 16px/1.55 var(--sans); color: var(--ink); background: var(--page); -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, pre, table { margin: 0; }
h1 { font-size: clamp(1.5rem, 1.15rem + 1.6vw, 2.125rem); line-height: 1.2; letter-spacing: -0.015em; font-weight: 650; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; font-weight: 650; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre, kbd, .mono { font-family: var(--mono); font-size: 0.875em; }
ul.plain, ol.plain { list-style: none; padding: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus, h2:focus { outline: none; }
[hidden] { display: none !important; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 2; padding: 0.5rem 1rem; background: var(--surface); border-radius: 0 0 var(--radius) var(--radius); }
.skip:focus { top: 0; }
.bar { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-content, main, .page-footer { max-width: 78rem; margin: 0 auto; padding-inline: clamp(1rem, 3vw, 2.5rem); }
.bar-content { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; justify-content: space-between; min-height: 3.25rem; padding-block: 0.5rem; }
.bar-name { font-weight: 600; font-size: 0.9375rem; }
.theme { font-size: 0.875rem; color: var(--faint); }
main { padding-block: clamp(1.5rem, 3vw, 2.5rem) 3rem; }
.page-footer { padding-block: 0 3rem; color: var(--faint); font-size: 0.875rem; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: clamp(1rem, 2.2vw, 1.5rem); margin-block-start: 1.25rem; }
.panel > h2 + *, .panel > h3 + * { margin-block-start: 0.75rem; }
.panel > p + *, .panel > ul + *, .panel > dl + *, .panel > .scroll + * { margin-block-start: 0.75rem; }
.lead { color: var(--faint); font-size: 0.9375rem; max-width: 62rem; }
.faint { color: var(--faint); }
.nowrap { white-space: nowrap; }
.hidden-visually { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, select, input { font: inherit; color: inherit; }
select, input[type="search"], input[type="text"] { background: var(--surface); border: 1px solid var(--field); border-radius: 7px; padding: 0.375rem 0.625rem; min-height: 2.375rem; max-width: 100%; }
input[type="checkbox"] { width: 1.0625rem; height: 1.0625rem; accent-color: var(--accent); margin: 0; }
.button { background: var(--surface); border: 1px solid var(--field); border-radius: 7px; padding: 0.3125rem 0.75rem; min-height: 2.125rem; cursor: pointer; font-size: 0.875rem; }
.button:hover { border-color: var(--accent); color: var(--accent); }
.badge { display: inline-block; padding: 0.0625rem 0.5rem; border-radius: 99rem; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; background: var(--neutral-soft); color: var(--faint); }
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.warning { background: var(--warning-soft); color: var(--warning); }
.badge.info { background: var(--accent-soft); color: var(--accent); }
.text-good { color: var(--good); } .text-bad { color: var(--bad); } .text-warning { color: var(--warning); }
.scroll { overflow-x: auto; position: relative; }
table.data { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
table.data caption { text-align: start; color: var(--faint); font-size: 0.875rem; padding-block-end: 0.5rem; }
table.data { overflow-wrap: break-word; }
table.data th, table.data td { padding: 0.4375rem 0.75rem; text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); }
table.data th:first-child, table.data td:first-child { padding-inline-start: 0; }
table.data thead td { border-block-end-color: var(--line-strong); }
table.data thead th { font-size: 0.8125rem; font-weight: 600; color: var(--faint); border-block-end-color: var(--line-strong); vertical-align: bottom; }
table.data tbody th { font-weight: 500; }
table.data .number { text-align: end; font-variant-numeric: tabular-nums; }
table.data tfoot td, table.data tfoot th { font-weight: 600; border-block-end: 0; }
.requirement-id { white-space: nowrap; } .requirement-id wbr { white-space: normal; }
details > summary { cursor: pointer; }
details.fold > summary { font-size: 0.9375rem; color: var(--accent); padding-block: 0.25rem; width: fit-content; }
details.fold > summary:hover { text-decoration: underline; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.875rem 1.25rem; }
.facts dt { font-size: 0.8125rem; color: var(--faint); }
.facts dd { font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  .stacks, .stacks caption, .stacks tbody, .stacks tr, .stacks th, .stacks td { display: block; }
  .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.stacks th, table.stacks td, table.stacks .number { min-width: 0; padding: 0.125rem 0; border: 0; text-align: start; }
  .stacks td::before { content: attr(data-label); display: block; font-size: 0.8125rem; color: var(--faint); }
  .stacks tbody tr { border-block-end: 1px solid var(--line); padding-block: 0.625rem; }
}
@media (scripting: none) { .script-only { display: none; } }
@media (forced-colors: active) { .badge, .button { border: 1px solid; } }
@media (prefers-reduced-motion: no-preference) { .button, .bar a { transition: color 0.12s, border-color 0.12s; } }
@media print {
  :root, :root[data-theme="dark"] { color-scheme: light; --page: #fff; --sunken: #fff; }
  html { font-size: 12px; background: #fff; }
  .skip, .theme, .button { display: none; }
  main, .bar-content, .page-footer { max-width: none; padding-inline: 0; }
  .panel { break-inside: auto; border: 0; padding: 0; margin-block-start: 2rem; }
  .scroll { overflow: visible; }
  h2, h3, h4 { break-after: avoid; }
  tr, .chart-box { break-inside: avoid; }
}
`;
