import { chartStyle } from '../charts/chart-frame.ts';
import type { Observation, Report } from '../report.ts';
import type { ReportPageData } from './client/report-page.ts';
import { markup } from './markup.ts';
import type { Insertable, Markup } from './markup.ts';
import { renderPage } from './page.ts';
import { pageStandings } from './page-standing.ts';
import { reportRows } from './report-rows.ts';
import { reportStyle } from './report-style.ts';
import { reportScript } from './script.ts';
import { countsSection, partsSection } from './sections/counts.ts';
import { driftSection } from './sections/drift.ts';
import { edgesSection } from './sections/edges.ts';
import { gateSection } from './sections/gate.ts';
import { factsSection, verdictSection } from './sections/head.ts';
import { latencySection } from './sections/latency.ts';
import { observationsSection } from './sections/observations.ts';
import { requirementsSection } from './sections/requirements.ts';
import { outagesSection } from './sections/outages.ts';
import { suiteFaultsSection } from './sections/suite-faults.ts';
import { signs, standingGroups } from './wording.ts';

/** What another target, or another run, does where the document says nothing. */
export interface ObservedBeside {
  /** What the column is headed with. */
  readonly name: string;
  readonly observations: readonly Observation[];
  /** Whether it is the run that the report was compared with; what that saw is told by what has changed since otherwise. */
  readonly isOldRun?: boolean;
}

/** What the HTML report shows besides the report itself. */
export interface HtmlOptions {
  /** Observations to show beside those of the report; the old run of `report.comparison` is shown without. */
  readonly beside?: readonly ObservedBeside[];
}

/** Links to the sections that the page has. */
function navigation(
  sections: readonly (readonly [id: string, name: string, section: Markup | undefined])[],
): Insertable {
  return sections.map(([id, name, section]) => section !== undefined && markup`<li><a href="#${id}">${name}</a></li>`);
}

/**
 * The report as one page of HTML that opens from disk and asks nobody for anything. What comes from the target stands in it
 * as text: escaped where it is markup of the page, and as data that the page's script shows by text nodes alone.
 */
export function renderHtml(report: Report, { beside = [] }: HtmlOptions = {}): string {
  const listed = reportRows(report);
  const gate = gateSection(report);
  const drift = driftSection(report);
  const faults = suiteFaultsSection(report);
  const outages = outagesSection(report);
  const requirements = requirementsSection(listed);
  const observations = observationsSection(report, beside);
  const latency = latencySection(report);
  const edges = edgesSection(report);
  const data: ReportPageData = {
    rows: listed.rows,
    parts: listed.parts,
    signs,
    groups: pageStandings.map((standing) => ({ standing, ...standingGroups[standing] })),
  };
  return renderPage({
    title: `${report.summary.headline} · ${report.target.name}`,
    name: report.suite.name,
    skip: { to: 'requirements', label: 'Skip to the requirements' },
    navigation: navigation([
      ['gate', 'Gate', gate],
      ['drift', 'Changes', drift],
      ['requirements', 'Requirements', requirements],
      ['observations', 'Observations', observations],
      ['latency', 'Latency', latency],
      ['edges', 'Edges', edges],
    ]),
    main: markup`${verdictSection(report)}
<div class="columns">${factsSection(report)}
${countsSection(report)}</div>
${gate}
${drift}
${faults}
${outages}
${requirements}
${partsSection(listed)}
${observations}
${latency}
${edges}`,
    styles: [reportStyle, chartStyle],
    scripts: [reportScript()],
    footer: markup`All of this, as data, is in <code>report.json</code>, which the run writes beside this page.`,
    data: [
      { id: 'report-data', json: JSON.stringify(data) },
      { id: 'report-evidence', json: listed.evidence },
    ],
  });
}
