import { setTimeout as sleep } from 'node:timers/promises';
import { idKey, isUuid, type JsonObject, objectOf, valueAt } from '../../spec/index.ts';
import { archiveInMemory, type ExchangeArchive, type KeptExchange } from '../../target/exchange-archive.ts';
import type { Outage } from '../../target/outage-log.ts';
import {
  isAnswered,
  isSuccess,
  type AnsweredExchange,
  type Exchange,
  type OutgoingRequest,
} from '../../target/exchange.ts';
import type { Finding } from './verdicts.ts';

/** Milliseconds between two checks whether writes have ended. */
const betweenLooks = 20;

/** Members of an answer that identify what the request made. */
const namesOfMade = ['id', 'employee_id', 'version', 'access_token'] as const;

export type MadeRecords = ReturnType<typeof createMadeRecords>;

const ofDecisions: ReadonlySet<string> = new Set(['E3', 'E4']);

/**
 * Remembers when the records of a run were made, in milliseconds on the clock of its exchanges, and the writes of
 * decisions (E3, E4): those that succeeded, and those in flight.
 *
 * @param expiredToken - a token made before the run
 */
export function createMadeRecords(archive: ExchangeArchive = archiveInMemory(), expiredToken?: string) {
  const made = new Map<string, number>();
  if (expiredToken !== undefined) made.set(idKey(expiredToken), Number.NEGATIVE_INFINITY);
  const writes = new Map<string, KeptExchange[]>();
  const underWay = new Set<OutgoingRequest>();
  let isCreateLost = false;
  const lostEditsOf = new Set<string>();
  const noteLost = ({ pathParameters: { renewal_decision_id: edited } }: OutgoingRequest): void => {
    if (edited === undefined) isCreateLost = true;
    else lostEditsOf.add(idKey(edited));
  };
  return {
    begin(request: OutgoingRequest): void {
      if (ofDecisions.has(request.endpoint)) underWay.add(request);
    },
    /** Notes that a request ended without an exchange: it may have made anything. */
    giveUp(request: OutgoingRequest): void {
      if (underWay.delete(request)) noteLost(request);
    },
    note(exchange: Exchange): void {
      const { endpoint, method, wire } = exchange.request;
      if (method !== 'GET' && isSuccess(exchange))
        for (const id of idsMadeBy(exchange)) if (!made.has(id)) made.set(id, exchange.startedAt);
      underWay.delete(exchange.request);
      if (ofDecisions.has(endpoint) && (exchange.repeated || !isAnswered(exchange))) noteLost(exchange.request);
      if (!isSuccess(exchange) || !isAnswered(exchange) || wire !== undefined) return;
      const id = endpoint === 'E4' ? editedBy(exchange).id : endpoint === 'E3' ? heldAt(exchange).id : undefined;
      if (id !== undefined) writes.set(idKey(id), [...(writes.get(idKey(id)) ?? []), archive.keep(exchange)]);
    },
    /**
     * The given decisions that no write with the first organization's token made. Waits for the writes in flight first.
     * None if a create was lost, as it may have made any of them.
     */
    async foreign(decisions: readonly JsonObject[]): Promise<readonly JsonObject[]> {
      for (const before = [...underWay]; before.some((request) => underWay.has(request));) await sleep(betweenLooks);
      const isOwn = ({ id }: JsonObject): boolean =>
        writes.get(idKey(id))?.some(({ access }) => access === 'first') === true;
      return isCreateLost ? [] : decisions.filter((decision) => !isOwn(decision));
    },
    /**
     * For each decision whose last write is an edit with the first organization's key, sent after all its other writes
     * were answered: that edit and the write before it, earliest edit first. Decisions with a lost edit are left out.
     */
    lastEdits: (): readonly { readonly before: KeptExchange; readonly edit: KeptExchange }[] =>
      [...writes]
        .filter(([id]) => !lostEditsOf.has(id))
        .flatMap(([, all]) => {
          const [before, edit] = all.slice(-2);
          const isLast = all.slice(0, -1).every(({ endedAt }) => endedAt <= (edit?.startedAt ?? 0));
          const isEdited = edit?.endpoint === 'E4' && edit.access === 'first' && isLast;
          return isEdited && before !== undefined ? [{ before, edit }] : [];
        })
        .toSorted((one, other) => one.edit.endedAt - other.edit.endedAt),
    /** The writes of one decision that were answered before the exchange was sent, in order. */
    before: ({ startedAt, number }: Exchange, id: string): readonly AnsweredExchange[] =>
      (writes.get(idKey(id)) ?? [])
        .filter((write) => write.endedAt <= startedAt && write.number < number)
        .map((write) => write.recall()),
    /** Whether a request names a record that was made before `than`, or was refused with a token that was. */
    isOfOlder({ request: { url, body, headers }, answer }: Exchange, than: number): boolean {
      const text = `${url} ${typeof body === 'string' ? body : ''}`;
      const named = text.split(/[^\da-z-]+/i).filter(isUuid);
      const [, token] = headers['authorization']?.split(' ') ?? [];
      const used = answer?.status === 401 && token !== undefined ? [token] : [];
      return [...named, ...used].some((id) => (made.get(idKey(id)) ?? Number.POSITIVE_INFINITY) < than);
    },
  };
}

function idsMadeBy({ answer }: Exchange): readonly string[] {
  const record = objectOf(answer?.json);
  return namesOfMade.flatMap((name) => (typeof record[name] === 'string' ? [idKey(record[name])] : []));
}

export function isEdit({ request }: Exchange): boolean {
  return request.endpoint === 'E4' && request.wire === undefined;
}

function editedBy({ request: { pathParameters } }: Exchange): { readonly id: string; readonly version: string } {
  const { renewal_decision_id: id = '', version = '' } = pathParameters;
  return { id, version };
}

/** The id and version of the decision at a place in an answer, if there is one. */
function heldAt({ answer }: Exchange, pointer = ''): { readonly id?: string; readonly version?: string } {
  const { id, version } = objectOf(answer?.isJson === true ? valueAt(answer.json, pointer) : undefined);
  if (typeof id !== 'string') return {};
  return { id, ...(typeof version === 'string' ? { version } : {}) };
}

/** Most writes shown to explain a version. For a longer history, only the write that made the version is shown. */
const longestLineage = 3;

/**
 * How an edit came to the version that it names: the earlier writes of its decision (`past`), the index of the first
 * one that matters (`start`), and the index of the one whose answer has the version (`maker`). If none has it, `maker`
 * is the last write, since a service may give a decision a new version on its own. `past` is empty if nothing is known,
 * or if the edit has no good token.
 */
export function lineageOf(edit: Exchange, deciding: Exchange, made: MadeRecords) {
  // A refusal for the token does not depend on the version.
  const isTurnedAway = edit === deciding && (edit.access === 'none' || edit.access === 'case');
  const { id, version } = editedBy(edit);
  const past = !isEdit(edit) || isTurnedAway ? [] : made.before(edit, id);
  const found = past.findLastIndex((write) => idKey(heldAt(write).version ?? '') === idKey(version));
  const maker = found === -1 ? past.length - 1 : found;
  return { past, maker, start: past.length <= longestLineage ? 0 : maker };
}

/** The record of a list of decisions that a pointer leads into. */
const listed = /^\/response\/\d+/;

/**
 * Evidence with the writes that explain it: those that led to the version which its first edit names; and, if several
 * exchanges show what became of a decision, its last write between them.
 */
export function withWrites(
  { exchanges, pointer }: { readonly exchanges: readonly Exchange[]; readonly pointer: string },
  made: MadeRecords,
): readonly Exchange[] {
  const [first, deciding] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || deciding === undefined) return exchanges;
  const missing: Exchange[] = [];
  const edit = exchanges.find(isEdit);
  if (edit !== undefined) {
    const { past, start, maker } = lineageOf(edit, deciding, made);
    missing.push(...past.slice(start, maker + 1));
  }
  const at = listed.exec(pointer)?.[0];
  const id = at === undefined || first === deciding ? undefined : heldAt(deciding, at).id;
  const last = id === undefined ? undefined : made.before(deciding, id).at(-1);
  if (last !== undefined && last.startedAt >= first.endedAt) missing.push(last);
  // Archived exchanges come back as copies, so they are deduplicated by number.
  const all = new Map([...missing, ...exchanges.slice(0, -1)].map((one) => [one.number, one]));
  all.delete(deciding.number);
  return [...[...all.values()].toSorted((one, other) => one.number - other.number), deciding];
}

/** The outage between the making of records and the answer that shows a finding: they may have been lost then. */
export function outageWithin(
  { exchanges }: Finding,
  outages: readonly Outage[],
  records: MadeRecords,
): Outage | undefined {
  return outages.find(
    ({ from }) =>
      exchanges.some(({ endedAt }) => from <= endedAt) &&
      exchanges.some((exchange) => exchange.startedAt < from || records.isOfOlder(exchange, from)),
  );
}
