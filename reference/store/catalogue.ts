import type { Database } from './database.ts';
import { optionalText, text, type Row } from './row.ts';

/** A carrier of the catalogue. */
export interface CarrierRow {
  readonly id: string;
  readonly name: string;
}

/** A plan: offered by a carrier to everybody, or once described by an organization and known to it alone. */
export interface PlanRow {
  readonly id: string;
  readonly carrierId: string;
  readonly line: string;
  readonly name: string;
  readonly planType: string | undefined;
  readonly metalTier: string | undefined;
  /** The organization that described the plan; absent for an offered one. */
  readonly organizationId: string | undefined;
}

/** Carriers and plans. */
export interface CatalogueStore {
  carriers(): readonly CarrierRow[];
  hasCarrier(id: string): boolean;
  /** The offered plans, in order of creation. */
  offered(): readonly PlanRow[];
  /** A plan by id: an offered one, or one that this organization described. */
  plan(organizationId: string, id: string): PlanRow | undefined;
  /** A plan by name: an offered one first, else one that this organization described. */
  planNamed(organizationId: string, carrierId: string, line: string, name: string): PlanRow | undefined;
  addCarrier(carrier: CarrierRow): void;
  /** Adds a plan; one that is not `named` is found by its id alone, and any number of them may share a name. */
  addPlan(plan: PlanRow, named?: boolean): void;
}

/** Line and name come from clients and may hold anything: JSON keeps every code unit apart. */
const lookupKey = (organizationId: string | undefined, carrierId: string, line: string, name: string): string =>
  JSON.stringify([organizationId ?? null, carrierId, line, name]);

const readPlan = (row: Row): PlanRow => ({
  id: text(row, 'id'),
  carrierId: text(row, 'carrier_id'),
  line: String(JSON.parse(text(row, 'line'))),
  name: String(JSON.parse(text(row, 'name'))),
  planType: optionalText(row, 'plan_type'),
  metalTier: optionalText(row, 'metal_tier'),
  organizationId: optionalText(row, 'organization_id'),
});

/** The catalogue on an open database. */
export function catalogueStore(database: Database): CatalogueStore {
  const carriers = database.prepare('SELECT id, name FROM carriers ORDER BY seq');
  const carrier = database.prepare('SELECT 1 FROM carriers WHERE id = ?');
  const offered = database.prepare('SELECT * FROM plans WHERE organization_id IS NULL ORDER BY seq');
  const byId = database.prepare(
    'SELECT * FROM plans WHERE id = ? AND (organization_id IS NULL OR organization_id = ?)',
  );
  const byLookup = database.prepare('SELECT * FROM plans WHERE lookup = ?');
  const insertCarrier = database.prepare('INSERT INTO carriers (id, name) VALUES (?, ?)');
  const insertPlan = database.prepare(
    `INSERT INTO plans (id, carrier_id, line, name, plan_type, metal_tier, organization_id, lookup)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    carriers: () => carriers.all().map((row) => ({ id: text(row, 'id'), name: text(row, 'name') })),
    hasCarrier: (id) => carrier.get(id.toLowerCase()) !== undefined,
    offered: () => offered.all().map(readPlan),
    plan(organizationId, id) {
      const row = byId.get(id.toLowerCase(), organizationId);
      return row && readPlan(row);
    },
    planNamed(organizationId, carrierId, line, name) {
      const row =
        byLookup.get(lookupKey(undefined, carrierId.toLowerCase(), line, name)) ??
        byLookup.get(lookupKey(organizationId, carrierId.toLowerCase(), line, name));
      return row && readPlan(row);
    },
    addCarrier({ id, name }) {
      insertCarrier.run(id, name);
    },
    addPlan(plan, named = true) {
      const { id, carrierId, line, name, planType, metalTier, organizationId } = plan;
      const lookup = named ? lookupKey(organizationId, carrierId, line, name) : id;
      insertPlan.run(
        id,
        carrierId,
        JSON.stringify(line),
        JSON.stringify(name),
        planType ?? null,
        metalTier ?? null,
        organizationId ?? null,
        lookup,
      );
    },
  };
}
