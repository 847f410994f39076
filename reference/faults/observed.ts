import { idKey, objectOf, sameId, type JsonObject } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import {
  followUp,
  isSuccess,
  withParameter,
  type Begin,
  type Serve,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import { afterwards, isAt, recordsIn, type Served } from './rewrites.ts';

type React<Memory> = (exchange: Served, memory: Memory) => ServiceAnswer | Promise<ServiceAnswer>;

/** The JSON object in a part of the token of a header; an empty object when there is none. */
export function tokenPart(header: string | undefined, index: number): JsonObject {
  const part = header?.split(' ').at(-1)?.split('.')[index] ?? '';
  return objectOf(parsed(Buffer.from(part, 'base64url').toString('utf8')));
}

export const claimsOf = (header: string | undefined): JsonObject => tokenPart(header, 1);

const organizationOf = (header: string | undefined): unknown => claimsOf(header)['organization_id'];

/** Good Authorization headers, with the organization that their token names. */
function seenKeys() {
  const headers = new Set<string>();
  let firstOrganization: unknown;
  return {
    note({ place, headers: { authorization } }: ServiceRequest, answer: ServiceAnswer): void {
      if (place === 'token' || authorization === undefined || !isSuccess(answer)) return;
      firstOrganization ??= organizationOf(authorization);
      headers.add(authorization);
    },
    /** The latest good header of the organization that was seen first. */
    first: () => [...headers].findLast((header) => organizationOf(header) === firstOrganization),
    /** The first good header of an organization other than that of the given header. */
    other: (header: string | undefined) => [...headers].find((one) => organizationOf(one) !== organizationOf(header)),
    all: () => headers,
  };
}

export function withSeenKeys(react: React<ReturnType<typeof seenKeys>>): Begin {
  return afterwards(seenKeys, (exchange, keys) => {
    keys.note(exchange.request, exchange.answer);
    return react(exchange, keys);
  });
}

interface SeenDecision {
  readonly created: JsonObject;
  readonly latest: JsonObject;
  readonly edits: number;
}

export function seenDecisions() {
  const seen = new Map<string, SeenDecision>();
  return {
    note(request: ServiceRequest, answer: ServiceAnswer): void {
      if (!isAt('E3 E4 E5', request) || !isSuccess(answer)) return;
      for (const record of recordsIn(answer, request)) {
        const before = seen.get(idKey(record['id']));
        const edits = (before?.edits ?? 0) + (request.place === 'E4' ? 1 : 0);
        seen.set(idKey(record['id']), { created: before?.created ?? record, latest: record, edits });
      }
    },
    get: (id: unknown) => seen.get(idKey(id)),
    entries: () => seen.entries(),
  };
}

export function withSeenDecisions(react: React<ReturnType<typeof seenDecisions>>): Begin {
  return afterwards(seenDecisions, (exchange, decisions) => {
    decisions.note(exchange.request, exchange.answer);
    return react(exchange, decisions);
  });
}

/** The decision as the service has it now; undefined when the caller's group does not list it. */
export async function readDecision(
  request: ServiceRequest,
  serve: Serve,
  { latest }: SeenDecision,
): Promise<JsonObject | undefined> {
  const day = new Date(`${String(latest['renewal_date'])}T00:00:00Z`).toUTCString();
  const query = `page_size=20&renewal_date=${encodeURIComponent(day)}`;
  const listed = followUp(request, 'GET', `/groups/${String(latest['group_id'])}/renewal_decisions?${query}`);
  return recordsIn(await serve(listed), listed).find(({ id }) => sameId(id, latest['id']));
}

/** Makes the edit that a request asks for, of a decision as it is now. */
export async function editCurrent(request: ServiceRequest, serve: Serve, decision: SeenDecision): Promise<void> {
  const current = await readDecision(request, serve, decision);
  if (current === undefined) return;
  const ofDecision = withParameter(request, 'renewal_decision_id', String(current['id']));
  await serve(withParameter(ofDecision, 'version', String(current['version'])));
}
