/** The style of the pages. Every text colour has a contrast of at least 4.5 : 1 to its background. */
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
  --series-1: light-dark(#0b66c3, #6cb0ff); --series-2: light-dark(#b25400, #f2a257);
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
code, pre, .mono { font-family: var(--mono); font-size: 0.875em; }
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
select, input[type="search"] { background: var(--surface); border: 1px solid var(--field); border-radius: 7px; padding: 0.375rem 0.625rem; min-height: 2.375rem; max-width: 100%; }
.button { background: var(--surface); border: 1px solid var(--field); border-radius: 7px; padding: 0.3125rem 0.75rem; min-height: 2.125rem; cursor: pointer; font-size: 0.875rem; }
.button:hover { border-color: var(--accent); color: var(--accent); }
.badge { display: inline-block; padding: 0.0625rem 0.5rem; border-radius: 99rem; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; background: var(--neutral-soft); color: var(--faint); }
#drift .badge { white-space: normal; }
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.warning { background: var(--warning-soft); color: var(--warning); }
.badge.info { background: var(--accent-soft); color: var(--accent); }
.text-warning { color: var(--warning); }
.scroll { overflow-x: auto; position: relative; }
table.data { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
table.data caption { text-align: start; color: var(--faint); font-size: 0.875rem; padding-block-end: 0.5rem; }
table.data { overflow-wrap: break-word; }
table.data th, table.data td { padding: 0.4375rem 0.75rem; text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); }
table.data th:first-child, table.data td:first-child { padding-inline-start: 0; }
table.data thead th { font-size: 0.8125rem; font-weight: 600; color: var(--faint); border-block-end-color: var(--line-strong); vertical-align: bottom; }
table.data tbody th { font-weight: 500; }
table.data .number { text-align: end; font-variant-numeric: tabular-nums; }
.requirement-id { white-space: nowrap; } .requirement-id wbr { white-space: normal; }
details > summary { cursor: pointer; }
details.fold > summary { font-size: 0.9375rem; color: var(--accent); padding-block: 0.25rem; width: fit-content; }
details.fold > summary:hover { text-decoration: underline; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.875rem 1.25rem; }
.facts dt { font-size: 0.8125rem; color: var(--faint); }
.facts dd { font-variant-numeric: tabular-nums; }

.bar nav ul { display: flex; flex-wrap: wrap; gap: 0.125rem 1.125rem; font-size: 0.875rem; }
.bar nav a { color: var(--faint); text-decoration: none; }
.bar nav a:hover { color: var(--accent); text-decoration: underline; }
.verdict { display: flex; gap: clamp(0.875rem, 2vw, 1.5rem); align-items: flex-start; }
.verdict-sign { flex: none; width: 3.5rem; height: 3.5rem; border-radius: 50%; display: grid; place-items: center; font-size: 1.75rem; line-height: 1; font-weight: 700; background: var(--neutral-soft); }
.verdict.good .verdict-sign { background: var(--good-soft); color: var(--good); }
.verdict.bad .verdict-sign { background: var(--bad-soft); color: var(--bad); }
.verdict.warning .verdict-sign { background: var(--warning-soft); color: var(--warning); }
.verdict-rest { font-size: 1.125rem; }
.verdict-target { margin-block-start: 0.25rem; }
.verdict p + p .badge { margin-block-start: 0.625rem; }
.columns .facts > div:first-child { grid-column: span 2; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 1.25rem; align-items: start; }
.counts .number { min-width: 3.5rem; }
table.counts td:last-child { width: 30%; min-width: 5rem; vertical-align: middle; }
.share { display: block; width: 100%; height: 0.5rem; border-radius: 4px; background: var(--neutral-soft); }
.share-good { fill: var(--good); } .share-bad { fill: var(--bad); } .share-undecided { fill: var(--warning); } .share-skipped { fill: var(--line-strong); }
.count-bad { color: var(--bad); font-weight: 650; } .count-good { color: var(--good); } .count-undecided { color: var(--warning); } .count-skipped { color: var(--faint); }
.parts tbody td, .parts tbody th { padding-block: 0.3125rem; }
.part-link { text-decoration: none; color: var(--faint); display: inline-flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 0.75rem; }
.part-link:hover { text-decoration: underline; }
.part-count { white-space: nowrap; }
.part-count.bad { color: var(--bad); font-weight: 650; } .part-count.good { color: var(--good); } .part-count.warning { color: var(--warning); font-weight: 600; } .part-count.info { color: var(--accent); }
.problems { padding-inline-start: 1.25rem; }
.pairs > div { display: grid; grid-template-columns: 5rem 1fr; gap: 0.5rem; }
.pairs dt { color: var(--faint); }
.changes { padding-inline-start: 0; list-style: none; }
.changes > li { margin-block-start: 0.75rem; }
.changes p, .changes .mono { font-size: 0.9375rem; overflow-wrap: anywhere; }
.filters { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: flex-end; }
.filters + .report-statuses { margin-block-start: 0.75rem; }
.filters label { max-width: 100%; }
.filters label > span { display: block; font-size: 0.8125rem; color: var(--faint); }
.filters .filter-search { flex: 1 1 16rem; }
.filters .filter-search input { width: 100%; }
.filter-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.report-statuses { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: 0.875rem; min-height: 1.4rem; }
.row-group { margin-block-start: 1.5rem; }
.row-group > h3 { font-size: 1.0625rem; }
.rows { margin-block-start: 0.625rem; }
.row { border-block-start: 1px solid var(--line); padding: 0.75rem 0.375rem; margin-inline: -0.375rem; }
.row h4 { font-size: 1rem; font-weight: 400; }
.row > details > summary { list-style: none; padding-inline-start: 1.375rem; position: relative; border-radius: 4px; }
.row > details > summary::-webkit-details-marker { display: none; }
.row > details > summary::before { content: ""; position: absolute; inset-inline-start: 0.125rem; top: 0.5em; width: 0.4375rem; height: 0.4375rem; border: solid var(--faint); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.row > details[open] > summary::before { transform: rotate(45deg); top: 0.375em; }
.row > details > summary:hover .row-title { text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 0.2em; }
.row-id { font-weight: 600; margin-inline: 0.25rem; }
.row-message, .row-reason { font-size: 0.9375rem; margin-block-start: 0.1875rem; white-space: pre-line; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden; }
details[open] > summary > .row-message, details[open] > summary > .row-reason { -webkit-line-clamp: none; }
.row.bad .row-message { color: var(--bad); } .row.warning .row-message { color: var(--warning); }
.row-detail { padding-inline-start: 1.375rem; margin-block-start: 0.5rem; }
.row-meta { font-size: 0.875rem; }
.notes { padding-inline-start: 1.125rem; margin-block-start: 0.5rem; font-size: 0.875rem; color: var(--faint); max-width: 60rem; }
.notice { background: var(--warning-soft); border-radius: 7px; padding: 0.625rem 0.875rem; margin-block-start: 0.75rem; font-size: 0.9375rem; }
.evidence-part { margin-block-start: 1.25rem; }
h5 { font-size: 0.875rem; font-weight: 650; margin-block-end: 0.5rem; }
mark { background: var(--mark); color: inherit; border-radius: 3px; padding-inline: 1px; box-shadow: 0 0 0 1px var(--mark); }
:root { --mark: light-dark(#ffe08a, #5d4a10); --gone: light-dark(#c9efd8, #1d4d33); --come: light-dark(#ffd3cf, #682a26); }
.difference-table { position: relative; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; font: 0.8125rem/1.6 var(--mono); }
.difference code { font-size: 1em; }
.difference-row { display: grid; grid-template-columns: 1fr 1fr; }
.difference-cell { padding: 0.0625rem 0.75rem; display: grid; grid-template-columns: 1rem 1fr; min-width: 0; white-space: pre-wrap; }
.difference-cell + .difference-cell { border-inline-start: 1px solid var(--line); }
.difference-head .difference-cell { display: block; font-family: var(--sans); font-size: 0.8125rem; font-weight: 600; color: var(--faint); padding-block: 0.3125rem; background: var(--sunken); border-block-end: 1px solid var(--line); }
.difference-cell.none { background: var(--sunken); }
.difference-cell.differs.expected { background: var(--good-soft); } .difference-cell.differs.actual { background: var(--bad-soft); }
.difference-cell.none.differs { background: var(--sunken); }
.difference-cell.expected mark { background: var(--gone); box-shadow: 0 0 0 1px var(--gone); } .difference-cell.actual mark { background: var(--come); box-shadow: 0 0 0 1px var(--come); }
.difference-sign { font-family: var(--mono); user-select: none; }
.body-note { font-size: 0.875rem; color: var(--faint); margin-block: 0.375rem; }
.exchange { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.message { padding: 0.625rem 0.875rem; }
.message + .message { border-block-start: 1px solid var(--line); }
.message-line { font-size: 0.9375rem; }
.message-kind { display: inline-block; min-width: 4.25rem; font-size: 0.8125rem; font-weight: 600; color: var(--faint); }
.headers { font: 0.8125rem/1.5 var(--mono); padding-block: 0.25rem; }
.headers > div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; }
.headers dt { color: var(--faint); } .headers dt::after { content: ":"; }
.body, .command pre { background: var(--sunken); border-radius: 6px; padding: 0.5rem 0.75rem; margin-block-start: 0.375rem; }
.body pre, .command pre { white-space: pre-wrap; line-height: 1.5; }
.body .fold > summary { font-size: 0.8125rem; padding-block: 0.125rem; }
.body .fold > pre, .command pre { max-height: 28rem; overflow: auto; position: relative; }
.json-key { color: var(--faint); }
mark .json-key { color: inherit; }
code { overflow-wrap: anywhere; }
.command + p { margin-block-start: 0.625rem; font-size: 0.875rem; }
.command + .command { margin-block-start: 0.75rem; }
.command-head { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; font-size: 0.875rem; }
.command pre { max-height: 9rem; }
.exchange + .fold, .exchange + details { margin-block-start: 0.5rem; }
.earlier > li { padding-block: 0.25rem; } .earlier summary { overflow-wrap: anywhere; }
.earlier .exchange { margin-block: 0.5rem; }
.row-note { display: block; font-weight: 400; font-size: 0.875rem; }
.observed td, .observed th { min-width: 12rem; overflow-wrap: anywhere; }
#edges tbody th, #edges td:last-child { overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1.5rem 2.5rem; }
.preserved { white-space: pre-wrap; }

.choice { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-block-start: 1rem; }
.target { margin-block-start: 2rem; }
.target > h2 + .lead { margin-block-start: 0.25rem; }
.sections { display: flex; flex-wrap: wrap; gap: 0.125rem 1.125rem; margin-block-start: 0.75rem; font-size: 0.9375rem; }
.runs td:last-child { min-width: 16rem; }
.charts h4 { font-size: 0.9375rem; margin-block-end: 0.25rem; }
.event { border-block-start: 1px solid var(--line); padding-block: 1rem; }
.event:last-child { padding-block-end: 0; }
.earlier-events { border-block-start: 1px solid var(--line); padding-block-start: 0.75rem; }
.earlier-events > summary { margin-block-end: 0.5rem; }
.event h4 { font-size: 1rem; font-weight: 650; }
.event:target, tr:has(:target) { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }

@media (scripting: none) { .row:target > details::details-content { content-visibility: visible; } }
@media (forced-colors: active) { .badge, .button { border: 1px solid; } }
@media (prefers-reduced-motion: no-preference) { .button, .bar a { transition: color 0.12s, border-color 0.12s; } }
@media (max-width: 640px) {
  .data, .data caption, .data tbody, .data th, .data td { display: block; }
  .data thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.data th, table.data td, table.data .number { min-width: 0; padding: 0.125rem 0; border: 0; text-align: start; }
  .data td::before { content: attr(data-label); display: block; font-size: 0.8125rem; color: var(--faint); }
  .data tbody tr { border-block-end: 1px solid var(--line); padding-block: 0.625rem; }
  .difference-row { grid-template-columns: 1fr; }
  .difference-head { grid-template-columns: 1fr 1fr; }
  .difference-cell + .difference-cell { border-inline-start: 0; }
  .difference-row.same .actual, .difference-cell.none { display: none; }
  .row > details > summary { padding-inline-start: 1.125rem; }
  .row-title { display: block; }
  .data tbody tr { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  .data tbody th, .data td:not(.number) { flex: 1 0 100%; }
  .data td.number::before { display: inline; content: attr(data-label) " "; }
  .counts td:last-child::before { content: none; }
  .row-detail { padding-inline-start: 0; }
  .verdict-sign { width: 2.75rem; height: 2.75rem; font-size: 1.375rem; }
}
@media print {
  :root, :root[data-theme="dark"] { color-scheme: light; --page: #fff; --sunken: #fff; }
  html { font-size: 12px; background: #fff; }
  .skip, .theme, .button { display: none; }
  main, .bar-content, .page-footer { max-width: none; padding-inline: 0; }
  .panel { break-inside: auto; border: 0; padding: 0; margin-block-start: 2rem; }
  .scroll { overflow: visible; }
  h2, h3, h4 { break-after: avoid; }
  tr, .chart-box { break-inside: avoid; }
  :root { --mark: #fff; --gone: #fff; --come: #fff; --good-soft: #fff; --bad-soft: #fff; --warning-soft: #fff; --neutral-soft: #fff; --accent-soft: #fff; }
  mark { font-weight: 700; text-decoration: underline; }
  .filters, .report-statuses, .bar nav, .headers-fold:not([open]) { display: none; }
  .row[data-evidence] > details::details-content { content-visibility: visible; }
  .badge { border: 1px solid; }
  .row-message, .row-reason { display: block; overflow: visible; }
  .columns { display: block; }
  .observed td, .observed th { min-width: 0; }
  .row { margin-inline: 0; }
  .row > details > summary::before { content: none; }
  .row h4, .row-message { break-after: avoid; }
  .body, .command pre { border: 1px solid var(--line); }
  .body .fold > pre, .command pre { max-height: none; overflow: visible; }
  .notice { border: 1px solid var(--line); }
  .difference-row { break-inside: avoid; }
  .choice { display: none; }
  .target[hidden] { display: block !important; }
  .event { break-inside: avoid; }
  .earlier-events::details-content { content-visibility: visible; }
}

.chart-box { container-type: inline-size; max-width: 45rem; }
.chart { display: block; width: 100%; height: auto; overflow: visible; font: 12.5px var(--sans, sans-serif); font-variant-numeric: tabular-nums; }
.chart text { fill: var(--ink); stroke: none; }
.chart .axis text { fill: var(--faint); }
.chart .grid { stroke: var(--line); }
.chart .base { stroke: var(--faint); }
.chart .line { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.chart .mark { fill: currentColor; stroke: var(--surface); stroke-width: 1; }
.chart .emphasized { stroke: var(--ink); stroke-width: 1.5; }
.series-1 { color: var(--series-1); } .series-2 { color: var(--series-2); }
.series-2 .line { stroke-dasharray: 7 3; }
@container (max-width: 430px) { .chart { font-size: 19px; } }
`;
