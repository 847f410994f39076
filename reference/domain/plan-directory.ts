/** What the catalogue knows of a plan. */
export interface KnownPlan {
  readonly id: string;
  readonly name: string;
  readonly carrierId: string;
  readonly line: string;
  readonly planType: string | undefined;
  readonly metalTier: string | undefined;
  /** Whether its carrier offers it; if not, an organization once described it by name. */
  readonly offered: boolean;
}

/** The catalogue as one organization sees it. */
export interface PlanDirectory {
  hasCarrier(id: string): boolean;
  plan(id: string): KnownPlan | undefined;
  /** The plan of that name, made known under a new id when there is none yet. */
  named(carrierId: string, line: string, name: string): KnownPlan;
}
