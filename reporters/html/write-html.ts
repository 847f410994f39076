import { reportFiles, writeWhole } from '../../results/report-files.ts';
import type { Report } from '../../results/report.ts';
import { driftSection, gateSection, observationsSection, type ObservedBeside } from './comparison-sections.ts';
import { markup } from './markup.ts';
import { edgesSection, latencySection } from './measurement-sections.ts';
import {
  countsSection,
  factsSection,
  outagesSection,
  partsSection,
  suiteFaultsSection,
  verdictSection,
} from './overview-sections.ts';
import { renderPage } from './page.ts';
import { listResults, requirementsSection } from './requirement-list.ts';

export type { ObservedBeside } from './comparison-sections.ts';

/**
 * The report as one page of HTML that opens from disk and requests nothing. All of it is there without its script, and what
 * comes from the target is text in it, never markup.
 *
 * @param options - `beside`: observations of others to compare with; the old run of `report.comparison` is shown without
 */
export function renderHtml(
  report: Report,
  { beside = [] }: { readonly beside?: readonly ObservedBeside[] } = {},
): string {
  const listed = listResults(report);
  const gate = gateSection(report);
  const drift = driftSection(report);
  const observations = observationsSection(report, beside);
  const latency = latencySection(report);
  const edges = edgesSection(report);
  const sections = [
    ['gate', 'Gate', gate],
    ['drift', 'Changes', drift],
    ['requirements', 'Requirements', true],
    ['observations', 'Observations', observations],
    ['latency', 'Latency', latency],
    ['edges', 'Edges', edges],
  ] as const;
  return renderPage({
    title: `${report.summary.headline} · ${report.target.name}`,
    name: report.suite.name,
    skip: { to: 'requirements', label: 'Skip to the requirements' },
    navigation: sections.map(
      ([id, name, section]) => section !== undefined && markup`<li><a href="#${id}">${name}</a></li>`,
    ),
    main: markup`${verdictSection(report)}
<div class="columns">${factsSection(report)}
${countsSection(report)}</div>
${[gate, drift, suiteFaultsSection(report), outagesSection(report)]}
${requirementsSection(report, listed)}
${partsSection(listed)}
${[observations, latency, edges]}`,
    footer: markup`All of this, as data, is in <code>report.json</code>, which the run writes next to this page.`,
  });
}

/** Writes `report.html`: whole or not at all. */
export async function writeHtml(report: Report, directory: string): Promise<string> {
  return writeWhole(directory, reportFiles.html[0], renderHtml(report));
}
