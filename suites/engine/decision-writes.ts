import { valueAt } from '../../spec/index.ts';
import { isAnswered, isSuccess, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';

/** The writes of decisions that succeeded (E3, E4). */
export interface DecisionWrites {
  note(exchange: Exchange): void;
  /** Those of one decision that were answered before the exchange was sent, in that order. */
  before(exchange: Exchange, id: string): readonly AnsweredExchange[];
}

/** A decision that an answer holds: where, and by which identifiers. */
interface Held {
  readonly id: string;
  readonly version?: string;
}

/** No decision has been written yet. */
export function createDecisionWrites(): DecisionWrites {
  const writes = new Map<string, AnsweredExchange[]>();
  return {
    note(exchange) {
      if (!isSuccess(exchange) || !isAnswered(exchange) || exchange.request.wire !== undefined) return;
      const id = isEdit(exchange)
        ? editedBy(exchange).id
        : exchange.request.endpoint === 'E3'
          ? heldAt(exchange)?.id
          : undefined;
      if (id === undefined) return;
      const known = writes.get(keyOf(id)) ?? [];
      known.push(exchange);
      writes.set(keyOf(id), known);
    },
    before: ({ startedAt, number }, id) =>
      (writes.get(keyOf(id)) ?? []).filter((write) => write.endedAt <= startedAt && write.number < number),
  };
}

/** Whether an exchange is an edit of a decision. */
export function isEdit({ request }: Exchange): boolean {
  return request.endpoint === 'E4' && request.wire === undefined;
}

/** The decision that an edit names in its path. */
function editedBy({ request: { pathParameters } }: Exchange): Required<Held> {
  const { renewal_decision_id: id = '', version = '' } = pathParameters;
  return { id, version };
}

/** The decision at a place of an answer; undefined where there is none. */
function heldAt({ answer }: Exchange, pointer = ''): Held | undefined {
  const record = answer?.isJson === true ? Object(valueAt(answer.json, pointer)) : {};
  const { id, version } = record as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string') return undefined;
  return { id, ...(typeof version === 'string' ? { version } : {}) };
}

/** Writes that are gone back at the most to where a decision was made: a service may count its edits. */
const longestLineage = 3;

/** How an edit came to the version that it names: the writes of its decision before it, and which of them belong to it. */
export interface Lineage {
  readonly past: readonly AnsweredExchange[];
  /** Where it begins: with what made the decision, or with what made the version where that is long ago. */
  readonly start: number;
  /** What made the version, by its answer; or else the last, since a service may give a decision a new one by itself. */
  readonly maker: number;
}

/** The lineage of an edit; nothing is in it where nothing is known, or where the edit has no good token. */
export function lineageOf(edit: Exchange, deciding: Exchange, writes: DecisionWrites): Lineage {
  // Whom it turns away at the door a service tells no more, whatever the version.
  const isTurnedAway = edit === deciding && (edit.access === 'none' || edit.access === 'case');
  const { id, version } = editedBy(edit);
  const past = !isEdit(edit) || isTurnedAway ? [] : writes.before(edit, id);
  const made = past.findLastIndex((write) => keyOf(heldAt(write)?.version ?? '') === keyOf(version));
  const maker = made === -1 ? past.length - 1 : made;
  return { past, maker, start: past.length <= longestLineage ? 0 : maker };
}

/** The record of a decision's list that a pointer leads into. */
const listed = /^\/response\/\d+/;

/**
 * Evidence with the writes that it does not make sense without: those that led to the version which its first edit names,
 * and where several exchanges show what became of a decision, its last write between them.
 */
export function withWrites(
  { exchanges, pointer }: { readonly exchanges: readonly Exchange[]; readonly pointer: string },
  writes: DecisionWrites,
): readonly Exchange[] {
  const [first, deciding] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || deciding === undefined) return exchanges;
  const missing: Exchange[] = [];
  const edit = exchanges.find(isEdit);
  if (edit !== undefined) {
    const { past, start, maker } = lineageOf(edit, deciding, writes);
    missing.push(...past.slice(start, maker + 1));
  }
  const at = listed.exec(pointer)?.[0];
  const id = at === undefined || first === deciding ? undefined : heldAt(deciding, at)?.id;
  const last = id === undefined ? undefined : writes.before(deciding, id).at(-1);
  if (last !== undefined && last.startedAt >= first.endedAt) missing.push(last);
  const all = [...new Set([...missing, ...exchanges.slice(0, -1)])].filter((one) => one !== deciding);
  return [...all.toSorted((one, other) => one.number - other.number), deciding];
}

const keyOf = (id: string): string => id.toLowerCase();
