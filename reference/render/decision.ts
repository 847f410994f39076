import type { RenewalBody, RenewalDecision, RenewalIssue, RenewalPlan } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { DecisionRow } from '../store/decisions.ts';
import { renderingOf, type Rendering } from './rendering.ts';

type Carriers = RenewalBody['carriers'];

const orders: Readonly<Record<Dialect['carrierOrder'], (carriers: Carriers) => Carriers>> = {
  'as-sent': (carriers) => carriers,
  'by-id': (carriers) =>
    carriers.toSorted((one, other) => one.carrier_id.toLowerCase().localeCompare(other.carrier_id.toLowerCase())),
  reversed: (carriers) => carriers.toReversed(),
};

function renderPlan(plan: RenewalPlan, { planDetails }: Dialect, show: Rendering): RenewalPlan {
  const { name, plan_id } = plan;
  return { ...(planDetails === 'nothing' ? {} : plan), name, plan_id: show.sentId(plan_id) };
}

/** The carriers, each plan of theirs and each identifier as the dialect shows it. */
function renderCarriers(carriers: Carriers, dialect: Dialect): Carriers {
  const show = renderingOf(dialect);
  return carriers.map((carrier) => {
    const lines = Object.entries(carrier.lines_of_coverage).map(
      ([line, content]) =>
        [line, { ...content, plans: content?.plans?.map((plan) => renderPlan(plan, dialect, show)) ?? [] }] as const,
    );
    return { ...carrier, carrier_id: show.sentId(carrier.carrier_id), lines_of_coverage: Object.fromEntries(lines) };
  });
}

function renderBody(body: RenewalBody, dialect: Dialect): RenewalBody {
  const { carrierOrder, planDetails, sentIds } = dialect;
  const carriers = orders[carrierOrder](body.carriers);
  const asTheyAre = planDetails === 'as-sent' && sentIds === 'as-sent';
  return { ...body, carriers: asTheyAre ? carriers : renderCarriers(carriers, dialect) };
}

/** An issue, its line of coverage under the dialect's name. */
function renderIssue(issue: RenewalIssue, dialect: Dialect): RenewalIssue {
  const { issueLine } = dialect;
  const { line_of_coverage: line, ...rest }: RenewalIssue & { readonly line_of_coverage?: string } = issue;
  const { carrier_id: carrier } = rest;
  const shown = typeof carrier === 'string' ? { ...rest, carrier_id: renderingOf(dialect).sentId(carrier) } : rest;
  return line === undefined || issueLine === 'absent' ? shown : { ...shown, [issueLine]: line };
}

/** A renewal decision as E3, E4 and E5 answer it (`spec/documents/2-resources.md`). */
export function renderDecision(row: DecisionRow, dialect: Dialect): RenewalDecision {
  const show = renderingOf(dialect);
  return {
    id: show.id(row.id),
    group_id: show.id(row.groupId),
    renewal_date: row.renewalDate,
    body: renderBody(row.body, dialect),
    status: row.status,
    issues: row.issues.map((issue) => renderIssue(issue, dialect)),
    created: show.time(row.created),
    modified: show.time(row.modified),
    version: show.id(row.version),
    ...show.extra('renewal_decision'),
  };
}
