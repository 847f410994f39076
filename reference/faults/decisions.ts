import type { JsonObject } from './change.ts';
import { followUp, isSuccess, withParameter, type Serve, type ServiceAnswer, type ServiceRequest } from './exchange.ts';
import { isAt, recordsIn } from './rewrite.ts';

/** A decision as it was seen, from its first answer on. */
export interface SeenDecision {
  readonly created: JsonObject;
  readonly latest: JsonObject;
  /** Edits that were made, so far. */
  readonly edits: number;
}

/** What was seen of decisions; ids are keys in lower case. */
export interface SeenDecisions {
  note(request: ServiceRequest, answer: ServiceAnswer): void;
  get(id: unknown): SeenDecision | undefined;
  entries(): Iterable<[string, SeenDecision]>;
}

const keyOf = (id: unknown): string => String(id).toLowerCase();

/** Remembers decisions from the answers of E3, E4 and E5. */
export function seenDecisions(): SeenDecisions {
  const seen = new Map<string, SeenDecision>();
  return {
    note(request, answer) {
      if (!isAt('E3 E4 E5', request) || !isSuccess(answer)) return;
      for (const record of recordsIn(answer, request)) {
        const before = seen.get(keyOf(record['id']));
        const edits = (before?.edits ?? 0) + (request.place === 'E4' ? 1 : 0);
        seen.set(keyOf(record['id']), { created: before?.created ?? record, latest: record, edits });
      }
    },
    get: (id) => seen.get(keyOf(id)),
    entries: () => seen.entries(),
  };
}

/** The decision as the service has it now; undefined when the caller's group does not list it. */
export async function readDecision(
  request: ServiceRequest,
  serve: Serve,
  { latest }: SeenDecision,
): Promise<JsonObject | undefined> {
  const day = new Date(`${String(latest['renewal_date'])}T00:00:00Z`).toUTCString();
  const path = `/groups/${String(latest['group_id'])}/renewal_decisions?page_size=20&renewal_date=${encodeURIComponent(day)}`;
  const listed = followUp(request, 'GET', path);
  return recordsIn(await serve(listed), listed).find(({ id }) => keyOf(id) === keyOf(latest['id']));
}

/** The edit that a request asks for, of a decision as it is now. */
export function editOf(request: ServiceRequest, current: JsonObject): ServiceRequest {
  const ofDecision = withParameter(request, 'renewal_decision_id', String(current['id']));
  return withParameter(ofDecision, 'version', String(current['version']));
}
