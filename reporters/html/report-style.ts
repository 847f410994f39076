/** Style of the report's own parts. */
export const reportStyle = `
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
.row-button { all: unset; display: block; width: 100%; box-sizing: border-box; cursor: pointer; padding-inline-start: 1.375rem; position: relative; border-radius: 4px; }
.row-button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.row-button::before { content: ""; position: absolute; inset-inline-start: 0.125rem; top: 0.5em; width: 0.4375rem; height: 0.4375rem; border: solid var(--faint); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.row-button[aria-expanded="true"]::before { transform: rotate(45deg); top: 0.375em; }
.row-button:hover .row-title { text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 0.2em; }
.row-id { font-weight: 600; margin-inline: 0.25rem; }
.row-message, .row-reason { padding-inline-start: 1.375rem; font-size: 0.9375rem; margin-block-start: 0.1875rem; white-space: pre-line; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden; }
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
.body pre, .command pre { background: var(--sunken); border-radius: 6px; padding: 0.5rem 0.75rem; margin-block-start: 0.375rem; max-height: 28rem; overflow: auto; position: relative; white-space: pre-wrap; line-height: 1.5; }
.body .marked { display: inline; }
.json-key { color: var(--faint); }
mark .json-key { color: inherit; }
.fold-button { all: unset; cursor: pointer; color: var(--accent); font: 0.8125rem var(--sans); padding-block: 0.125rem; }
.fold-button::before { content: "⋯ "; }
.fold-button:hover { text-decoration: underline; }
.fold-button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { overflow-wrap: anywhere; }
.command + p { margin-block-start: 0.625rem; font-size: 0.875rem; }
.command + .command { margin-block-start: 0.75rem; }
.command-head { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; font-size: 0.875rem; }
.command pre { max-height: 9rem; }
.exchange + .fold, .exchange + details { margin-block-start: 0.5rem; }
.earlier > li { padding-block: 0.25rem; } .earlier summary { overflow-wrap: anywhere; }
.earlier .exchange { margin-block: 0.5rem; }
.more { margin-block-start: 1rem; }
.print-only { display: none; }
.observed-statement { display: block; font-weight: 400; font-size: 0.875rem; }
.observed td, .observed th { min-width: 12rem; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1.5rem 2.5rem; }
.charts .chart-box + .chart-box { margin-block-start: 1rem; }
.preserved { white-space: pre-wrap; }
@media (max-width: 640px) {
  .difference-row { grid-template-columns: 1fr; }
  .difference-head { grid-template-columns: 1fr 1fr; }
  .difference-cell + .difference-cell { border-inline-start: 0; }
  .difference-row.same .actual, .difference-cell.none { display: none; }
  .row-button, .row-message, .row-reason, .row-detail { padding-inline-start: 1.125rem; }
  .row-title { display: block; }
  .counts tbody tr, .parts tbody tr { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  .counts th, table.counts td:last-child, .parts th { flex: 1 0 100%; }
  .counts td::before, .parts td::before { display: inline; content: attr(data-label) " "; }
  .counts td:last-child::before { content: none; }
  .row-detail { padding-inline-start: 0; }
  .verdict-sign { width: 2.75rem; height: 2.75rem; font-size: 1.375rem; }
}
@media print {
  :root { --mark: #fff; --gone: #fff; --come: #fff; --good-soft: #fff; --bad-soft: #fff; --warning-soft: #fff; --neutral-soft: #fff; --accent-soft: #fff; }
  mark { font-weight: 700; text-decoration: underline; }
  .filters, .more, .report-statuses, .bar nav, .fold-button, .headers-fold:not([open]) { display: none; }
  .print-only { display: block; }
  .badge { border: 1px solid; }
  .row-message, .row-reason { display: block; overflow: visible; }
  .columns { display: block; }
  .observed td, .observed th { min-width: 0; }
  .row { margin-inline: 0; }
  .row h4, .row-message { break-after: avoid; }
  .body pre, .command pre { max-height: none; overflow: visible; border: 1px solid var(--line); }
  .notice { border: 1px solid var(--line); }
  .line, .difference-row { break-inside: avoid; }
}
`;
