import { requirementOf, type PartName, type RequirementId } from '../spec/index.ts';
import type { Effort } from './profiles.ts';

/** What something sends: with as little as decides it, more with all of its variations, and more for each case of a property. */
type Row = readonly [least: number, variations: number, perCase: number];

/** Most scenarios send a handful of requests. */
const handful: Row = [4, 0, 0];

/** What every run sends for the bodies that the target takes: so many requests, all of them writes. */
export const footprintOfSetup = 30;

/** The share of writes that are taken in what something sends, where it is not the usual one. */
const sharesOfRecords: Readonly<Record<string, number>> = {
  connections: 1,
  decisions: 0.75,
  snapshots: 0.5,
  watch: 0.4,
  model: 0.55,
  'lists of paging': 1,
  'renewals.edit-listed': 0.6,
  'renewals.filter-date': 0.6,
};
const usualShareOfRecords = 0.2;

/**
 * What a workload sends toward the reference service in the profile `full`, by its name. Rounded, as all figures here, from
 * what `node bench/count-requests.ts` counts for the requirement that its requests are sent for.
 */
const ofWorkloads: Readonly<Record<string, Row>> = {
  tokens: [3, 0, 0],
  groups: [4, 0, 0],
  unauthorized: [24, 0, 0],
  connections: [3, 35, 0.7],
  decisions: [12, 280, 2],
  snapshots: [5, 439, 1.6],
  employee: [20, 160, 0],
  watch: [60, 25, 0],
  model: [8, 14, 3.1],
};

/** What the scenarios of a part send together, to have records that they read. */
const ofParts: Readonly<Partial<Record<PartName, Row>>> = { paging: [50, 0, 0] };

/** What scenarios send, where that is more than a handful. */
const ofScenarios: Readonly<Partial<Record<RequirementId, Row>>> = {
  'isolation.records': [21, 0, 0],
  'paging.offset': [17, 110, 0],
  'paging.last': [12, 0, 0],
  'paging.tiling': [60, 137, 0],
  'paging.full-pages': [10, 23, 0],
  'paging.out-of-range': [14, 0, 0],
  'renewals.filter-date': [44, 0, 0],
  'renewals.filter-bounds': [32, 0, 0],
  'renewals.filter-combined': [21, 0, 0],
  'renewals.filter-range': [21, 0, 0],
  'renewals.refused-edit-unchanged': [13, 48, 0],
  'renewals.edit': [12, 0, 0],
  'renewals.edit-isolated': [24, 0, 0],
  'renewals.edit-stale': [9, 0, 0],
  'renewals.edit-listed': [3, 0, 1.2],
  'token.malformed-request': [20, 0, 0],
  'token.wrong-secret': [7, 0, 0],
  'unauthorized.missing': [1, 35, 0],
  'unauthorized.not-bearer': [1, 251, 0.7],
  'unauthorized.altered': [1, 167, 1.1],
  'unauthorized.forged': [1, 167, 0.4],
  'unauthorized.expired': [1, 35, 0],
  'unauthorized.no-effect': [17, 175, 0],
  'wire.no-server-error': [44, 0, 0],
  'wire.path-prefix': [8, 0, 0],
  'snapshots.replaced-by': [8, 0, 0],
  'connections.invalid-body': [1, 7, 0.2],
  'snapshots.invalid-body': [1, 130, 0.2],
  'renewals.invalid-body': [2, 81, 0.7],
  'input.refused-create-leaves-nothing': [14, 152, 0],
  'input.unknown-id': [1, 47, 0],
  'input.malformed-json': [1, 55, 0],
  'input.extreme': [29, 71, 0],
};

/** The shares of these figures that a run of an effort has. */
const shares: Readonly<Record<Effort, Record<'least' | 'variations' | 'cases', number>>> = {
  thorough: { least: 1, variations: 1, cases: 1 },
  brisk: { least: 1, variations: 0.55, cases: 3 },
  frugal: { least: 0.45, variations: 0, cases: 0 },
};

/** Token requests that something makes, in a run of an effort with two keys. */
const ofTokens: Readonly<Record<string, Readonly<Record<Effort, number>>>> = {
  tokens: { thorough: 3, brisk: 3, frugal: 1 },
  model: { thorough: 1, brisk: 1, frugal: 0 },
  'token.usable': { thorough: 1, brisk: 1, frugal: 0 },
  'token.malformed-request': { thorough: 20, brisk: 8, frugal: 2 },
  'token.wrong-secret': { thorough: 7, brisk: 7, frugal: 0 },
};

/** Token requests that every run makes: one for each key. */
export const tokensOfSetup = 2;

/** How many token requests a workload of this name makes, or the scenario of a requirement. */
export const tokenRequestsOf = (name: string, effort: Effort): number => ofTokens[name]?.[effort] ?? 0;

/** Something that a run sends as a whole: a workload, or the scenario of a requirement. */
export interface Part {
  readonly name: string;
  /** Requests with as little as decides it. */
  readonly least: number;
  /** Further requests, with all of its variations and drawn cases. */
  readonly further: number;
  /** Token requests among them: services may allow few of them a minute. */
  readonly tokens: number;
}

/** The records that something makes or changes, roughly. */
export function recordsOfPart({ name, least, further }: Part): number {
  return (sharesOfRecords[name] ?? usualShareOfRecords) * (least + further);
}

const partOf = (name: string, [least, variations, perCase]: Row, effort: Effort, cases: number): Part => ({
  name,
  least: least * shares[effort].least,
  further: variations * shares[effort].variations + perCase * cases * shares[effort].cases,
  tokens: tokenRequestsOf(name, effort),
});

/** What the workload of this name sends. */
export function footprintOfWorkload(name: string, effort: Effort, cases: number): Part {
  return partOf(name, ofWorkloads[name] ?? handful, effort, cases);
}

/** What the scenarios of a requirement send, and what makes the lists that those of a part read. */
export function footprintOfScenario(id: RequirementId, effort: Effort, cases: number): readonly Part[] {
  const ofPart = ofParts[requirementOf(id).part];
  const lists = ofPart === undefined ? [] : [partOf(`lists of ${requirementOf(id).part}`, ofPart, effort, cases)];
  return [...lists, partOf(id, ofScenarios[id] ?? handful, effort, cases)];
}
