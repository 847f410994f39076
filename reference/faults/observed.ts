import { idKey, objectOf, sameId, type JsonObject } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import {
  followUp,
  isSuccess,
  sentBody,
  withAuthorization,
  withParameter,
  type Begin,
  type Serve,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import {
  anotherId,
  editBody,
  editRecords,
  everywhere,
  isAt,
  Memory,
  type Places,
  recordsIn,
  rewrite,
  type Served,
} from './rewrites.ts';

/** Lets a behaviour react to every exchange, with what was seen so far. */
function observing<Seen extends { note(exchange: Served): void }>(begin: () => Seen) {
  return (react: (exchange: Served, seen: Seen) => ServiceAnswer | Promise<ServiceAnswer>): Begin =>
    () => {
      const seen = begin();
      return rewrite.exchanges(everywhere, (exchange) => {
        seen.note(exchange);
        return react(exchange, seen);
      })();
    };
}

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
    note({ request: { headers: sent }, answer }: Served): void {
      const { authorization } = sent;
      if (authorization === undefined || !isSuccess(answer)) return;
      firstOrganization ??= organizationOf(authorization);
      headers.add(authorization);
    },
    /** The latest good header of the organization that was seen first, of those for which this holds. */
    ofFirst: (holds: (header: string) => boolean = () => true) =>
      [...headers].findLast((header) => organizationOf(header) === firstOrganization && holds(header)),
    /** The first good header of an organization other than that of the given header. */
    other: (header: string | undefined) => [...headers].find((one) => organizationOf(one) !== organizationOf(header)),
    latest: (holds: (header: string) => boolean) => [...headers].findLast(holds),
  };
}

type SeenKeys = ReturnType<typeof seenKeys>;

export const withSeenKeys = observing(seenKeys);

/**
 * Serves what was refused once more, with a header that was good before.
 *
 * @param status of the refusal
 * @param choose gives the header; undefined: the refusal stands
 * @param shows what the client sees of it, instead of the refusal; a function gives that of a success, or undefined: nothing
 */
export function withOtherKey(
  places: Places,
  status: number,
  choose: (sent: string, keys: SeenKeys, request: ServiceRequest) => string | undefined,
  shows: 'anything' | 'successes' | 'nothing' | ((given: ServiceAnswer) => ServiceAnswer | undefined),
): Begin {
  return withSeenKeys(async ({ request, answer, serve }, keys) => {
    if (answer.status !== status || !isAt(places, request)) return answer;
    const other = choose(request.headers['authorization'] ?? '', keys, request);
    if (other === undefined) return answer;
    const given = await serve(withAuthorization(request, other));
    if (typeof shows === 'function') return (isSuccess(given) ? shows(given) : undefined) ?? answer;
    return shows === 'anything' || (shows === 'successes' && isSuccess(given)) ? given : answer;
  });
}

export interface SeenDecision {
  readonly created: JsonObject;
  readonly latest: JsonObject;
  readonly edits: number;
}

export function seenDecisions() {
  const seen = new Map<string, SeenDecision>();
  return {
    note({ request, answer }: Pick<Served, 'request' | 'answer'>): void {
      if (!isAt('E3 E4 E5', request) || !isSuccess(answer)) return;
      for (const record of recordsIn(answer, request)) {
        const before = seen.get(idKey(record['id']));
        const edits = (before?.edits ?? 0) + (request.place === 'E4' ? 1 : 0);
        seen.set(idKey(record['id']), { created: before?.created ?? record, latest: record, edits });
      }
    },
    get: (id: unknown) => seen.get(idKey(id)),
    all: () => [...seen.values()],
  };
}

export const withSeenDecisions = observing(seenDecisions);

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

/** Makes the edit that this gives of one that is refused, which stays refused. */
export function makingRefusedEdits(
  editOf: (exchange: Served, decision: SeenDecision) => ServiceRequest | undefined,
): Begin {
  return withSeenDecisions(async (exchange, seen) => {
    const { request, answer, serve } = exchange;
    const decision = seen.get(request.path['renewal_decision_id']);
    if (request.place !== 'E4' || isSuccess(answer) || decision === undefined) return answer;
    const edit = editOf(exchange, decision);
    if (edit !== undefined) await editCurrent(edit, serve, decision);
    return answer;
  });
}

/** A version that no record has. */
export const noVersion = '00000000-0000-4000-8000-000000000000';

/**
 * Gives a decision another version, and changes nothing else of it, with each edit that is refused in such a way: it is
 * shown under that version, and edited under it alone.
 */
export function movingVersions(isSuch: (exchange: Pick<Served, 'request' | 'answer'>) => boolean): Begin {
  return () => {
    const [moves, shown, memory] = [new Map<string, number>(), new Map<string, JsonObject>(), new Memory()];
    const show = (record: JsonObject): JsonObject => {
      const id = idKey(record['id']);
      const moved = String(moves.get(id) ?? '').padStart(8, '0');
      const version = String(record['version']);
      const given = moves.has(id) ? `${moved}${version.slice(8)}` : version;
      shown.set(id, { version: given, own: version });
      return { ...record, version: given };
    };
    return async (request, serve) => {
      const id = idKey(request.path['renewal_decision_id']);
      const { version, own } = shown.get(id) ?? {};
      const current = sameId(version, request.path['version']) ? String(own) : noVersion;
      const answer = await serve(moves.has(id) ? withParameter(request, 'version', current) : request);
      if (request.place === 'E4' && isSuch({ request, answer })) moves.set(id, (moves.get(id) ?? 0) + 1);
      return isAt('E3 E4 E5', request) ? editRecords({ request, answer, memory }, show) : answer;
    };
  };
}

/** Calls the snapshots of an employee replaced after a further one was refused with a status. */
export function replacingRefused(status: number): Begin {
  return rewrite.exchanges('E6 E7', ({ request, answer, memory }) => {
    const { id } = objectOf(objectOf(sentBody(request))['employee']);
    if (request.place === 'E6' && answer.status === status && typeof id === 'string') memory.set(idKey(id), true);
    return editBody(answer, (record) =>
      request.place === 'E7' && memory.has(idKey(record['employee_id']))
        ? { ...record, replaced_by: record['replaced_by'] ?? anotherId(record['id']) }
        : record,
    );
  });
}
