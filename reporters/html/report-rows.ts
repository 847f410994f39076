import { isRequirementId, parts, requirementOf, type Level } from '../../spec/index.ts';
import { sameRequest, seenThere } from '../outcomes.ts';
import { keptLine } from '../evidence.ts';
import type { Outcome, Report, RequirementResult } from '../../results/report.ts';
import { pageStandingOf, pageStandings, type PageStanding } from './page-standing.ts';

/** A requirement as the page's script lists it; its evidence is read when it is opened. */
export interface ReportRow {
  readonly id: string;
  readonly part: string;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly standing: PageStanding;
  readonly title: string;
  /** How the statement is to be read. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly cases: number;
  readonly reason?: string;
  readonly detail?: string;
  /** What the counterexample saw, and how often. */
  readonly message?: string;
  readonly occurrences?: number;
  /** What the baseline saw, where that is something else. */
  readonly there?: string;
  /** What there is to be known of the evidence beside what it shows. */
  readonly remarks?: readonly string[];
  /** What was seen of an open point. */
  readonly observed?: string;
  /** Line of the evidence. */
  readonly evidence?: number;
}

/** A part of the register that a report has results of. */
export interface ReportPart {
  readonly name: string;
  readonly title: string;
}

/** The requirements of a report, what fails first, and the evidence of those that have any, as JSON, one a line. */
export interface ReportRows {
  readonly rows: readonly ReportRow[];
  readonly parts: readonly ReportPart[];
  readonly evidence: string;
}

/** The part of ids that the register doesn't have: reports of other revisions hold them. */
const otherPart: ReportPart = { name: 'other', title: 'Not in these documents' };

function partOf(id: string): string {
  return isRequirementId(id) ? requirementOf(id).part : otherPart.name;
}

function reasonOf({ outcome, reason }: RequirementResult): Pick<ReportRow, 'reason'> {
  return reason === undefined || outcome === 'pass' ? {} : { reason };
}

/** Orders the results of a report for its page: what fails first, then as in the documents. */
export function reportRows(report: Report): ReportRows {
  const observed = new Map(report.observations.map(({ id, value }) => [id, value]));
  const evidence: string[] = [];
  const same = sameRequest(report);
  const rows = report.requirements
    .map((result) => ({ result, standing: pageStandingOf(result, report) }))
    .toSorted((one, other) => pageStandings.indexOf(one.standing) - pageStandings.indexOf(other.standing))
    .map(({ result, standing }): ReportRow => {
      const { id, level, outcome, title, source, cases, detail, counterexample } = result;
      const seen = level === 'open' ? observed.get(id) : undefined;
      const there = seenThere(result, report);
      const kept = counterexample === undefined ? undefined : keptLine(counterexample);
      const remarks = [kept === undefined ? undefined : `The actual value is ${kept}.`, same.get(id)].filter(
        (remark) => remark !== undefined,
      );
      return {
        id,
        part: partOf(id),
        level,
        outcome,
        standing,
        title,
        notes: isRequirementId(id) ? requirementOf(id).notes : [],
        source,
        cases,
        ...reasonOf(result),
        ...(detail === undefined ? {} : { detail }),
        ...(counterexample === undefined
          ? {}
          : {
              message: counterexample.message,
              occurrences: counterexample.occurrences,
              evidence: evidence.push(JSON.stringify(counterexample)) - 1,
            }),
        ...(remarks.length === 0 ? {} : { remarks }),
        ...(there === undefined ? {} : { there }),
        ...(seen === undefined ? {} : { observed: seen }),
      };
    });
  const present = new Set(rows.map(({ part }) => part));
  return { rows, parts: [...parts, otherPart].filter(({ name }) => present.has(name)), evidence: evidence.join('\n') };
}
