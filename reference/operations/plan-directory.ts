import type { KnownPlan, PlanDirectory } from '../domain/plan-directory.ts';
import { renderingOf } from '../render/rendering.ts';
import type { PlanRow } from '../store/catalogue.ts';
import type { Context } from './context.ts';

/** The catalogue as one organization sees it: what the carriers offer, and what it has described itself. */
export function planDirectory(context: Context, organizationId: string): PlanDirectory {
  const {
    store: { catalogue },
    dialect,
  } = context;
  const show = renderingOf(dialect);
  const known = (row: PlanRow): KnownPlan => ({
    id: show.id(row.id),
    name: row.name,
    carrierId: row.carrierId,
    line: row.line,
    planType: row.planType,
    metalTier: row.metalTier,
    offered: row.organizationId === undefined,
  });
  return {
    hasCarrier: (id) => catalogue.hasCarrier(id),
    plan(id) {
      const row = catalogue.plan(organizationId, id);
      return row && known(row);
    },
    named(carrierId, line, name) {
      const found = catalogue.planNamed(organizationId, carrierId, line, name);
      if (found !== undefined) return known(found);
      const findable = dialect.describedPlanIds === 'per-name';
      const described: PlanRow = {
        id: context.newId(),
        carrierId: carrierId.toLowerCase(),
        line,
        name,
        planType: undefined,
        metalTier: undefined,
        organizationId,
      };
      catalogue.addPlan(described, findable);
      return known(described);
    },
  };
}
