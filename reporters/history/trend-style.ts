/** Style of the trend page besides that of all pages. */
export const trendStyle = `
.choice { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-block-start: 1rem; }
.target { margin-block-start: 2rem; }
.target > h2 + .lead { margin-block-start: 0.25rem; }
.sections { display: flex; flex-wrap: wrap; gap: 0.125rem 1.125rem; margin-block-start: 0.75rem; font-size: 0.9375rem; }
.months { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
.month { font-size: 0.8125rem; color: var(--faint); margin-block-end: 0.1875rem; }
.months + .fold { margin-block-start: 0.75rem; }
.change { min-width: 16rem; }
.strip { display: flex; flex-wrap: wrap; gap: 3px; }
.cell { display: grid; place-items: center; width: 1.625rem; height: 1.625rem; border-radius: 5px; font-size: 0.875rem; font-weight: 700; text-decoration: none; border-block-end: 3px solid transparent; }
.cell.good { background: var(--good-soft); color: var(--good); }
.cell.bad { background: var(--bad-soft); color: var(--bad); }
.cell.warning { background: var(--warning-soft); color: var(--warning); }
a.cell { border-block-end-color: currentColor; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1.5rem; }
.charts h4 { font-size: 0.9375rem; margin-block-end: 0.25rem; }
.event { border-block-start: 1px solid var(--line); padding-block: 1rem; }
.event:last-child { padding-block-end: 0; }
.earlier { border-block-start: 1px solid var(--line); padding-block-start: 0.75rem; }
.earlier > summary { margin-block-end: 0.5rem; }
.event h4 { font-size: 1rem; font-weight: 650; }
.changes { padding-inline-start: 0; list-style: none; }
.changes > li { margin-block-start: 0.75rem; }
.changes p { font-size: 0.9375rem; }
.changes .mono { overflow-wrap: anywhere; }
.event:target, tr:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }
@media print { .choice { display: none; } .target[hidden] { display: block !important; } .event { break-inside: avoid; } .earlier::details-content { content-visibility: visible; } }
`;
