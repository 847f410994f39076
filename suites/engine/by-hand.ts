import type { Counterexample, RecordedExchange } from '../../results/report.ts';
import { pointerTo, valueAt } from '../../spec/index.ts';
import type { AnsweredExchange, Exchange } from '../../target/exchange.ts';
import { curlLine, doubleQuoted } from './curl.ts';
import { isEdit, lineageOf, type DecisionWrites } from './decision-writes.ts';

/** What shell lines are made of. */
export interface HandMeans {
  readonly writes: DecisionWrites;
  /** Whether it takes a change of the clock between two writes to show. */
  readonly isOfClock?: boolean | undefined;
  /** An exchange as the report has it. */
  readonly record: (exchange: Exchange) => RecordedExchange;
}

/**
 * The shell lines that repeat what evidence shows. The version that an edit names is used up by it: what makes one anew is
 * done first, in the same line, since a service may give a decision another version at any time.
 */
export function linesByHand(
  exchanges: readonly Exchange[],
  means: HandMeans,
): Pick<Counterexample, 'curl' | 'curlOfWrite'> {
  const deciding = exchanges.at(-1);
  if (deciding === undefined) return { curl: '' };
  if (isWrite(deciding)) return { curl: lineOf(deciding, exchanges, means) };
  const curl = curlLine(means.record(deciding), deciding.accessCase);
  const write = exchanges.findLast(isWrite);
  return write === undefined ? { curl } : { curl, curlOfWrite: lineOf(write, exchanges, means) };
}

function isWrite({ request }: Exchange): boolean {
  return request.endpoint !== 'token' && request.method !== 'GET';
}

/** The line of a write: that of an edit begins with the writes that gives it the version it asks for. */
function lineOf(write: Exchange, exchanges: readonly Exchange[], { writes, record, isOfClock }: HandMeans): string {
  const { past, maker, ...lineage } = lineageOf(write, exchanges.at(-1) ?? write, writes);
  const shown = past.findIndex((one) => exchanges.includes(one));
  const start = shown === -1 ? lineage.start : Math.min(shown, lineage.start);
  const first = past[start];
  if (first === undefined) return curlLine(record(write), write.accessCase);
  const made = past.slice(start + 1, maker + 1).map((one) => captured(editLine(one, record), one));
  // What used the version up, where the edit is one of an old version.
  const spent = past.slice(maker + 1, maker + 2).map((one) => editLine(one, record));
  const lines = [
    captured(creationLine(first, past[0] ?? first, record), first),
    ...made,
    ...spent,
    editLine(write, record),
  ];
  return lines.find((line) => line.startsWith('#')) ?? lines.join(isOfClock === true ? '; sleep 1; ' : '; ');
}

/** An edit under the version that the shell holds. */
function editLine(edit: Exchange, record: HandMeans['record']): string {
  const recorded = record(edit);
  const address = `${baseOf(recorded)}/renewal_decisions/`;
  return curlLine(recorded, edit.accessCase, doubleQuoted(address).replace(/"$/, '$ID/$VERSION"'));
}

/** What makes a decision as the write left it: itself, or a create with what the edit gave it. */
function creationLine(write: AnsweredExchange, oldest: AnsweredExchange, record: HandMeans['record']): string {
  const recorded = record(write);
  if (!isEdit(write)) return curlLine(recorded, write.accessCase);
  const group = String(valueAt(oldest.answer.json, pointerTo('group_id')));
  const url = isEdit(oldest)
    ? `${baseOf(recorded)}/groups/${encodeURIComponent(group)}/renewal_decisions`
    : record(oldest).request.url;
  return curlLine({ ...recorded, request: { ...recorded.request, method: 'POST', url } }, write.accessCase);
}

/** The address of the API that an edit went to. */
function baseOf({ request: { url } }: RecordedExchange): string {
  return url.slice(0, url.lastIndexOf('/renewal_decisions/'));
}

/** The line with its answer printed and kept, and with what it says of id and version in variables. */
function captured(line: string, { answer }: AnsweredExchange): string {
  if (line.startsWith('#')) return line;
  const variables = ['id', 'version'].map((name) => `${name.toUpperCase()}=$(${taken(name, answer)})`);
  return `MADE=$(${line}); ${variables.join(' ')}; printf '%s\\n' "$MADE"`;
}

/** A pipeline that takes a member of the record out of an answer: there may be others of that name before it. */
function taken(name: string, { text, json }: AnsweredExchange['answer']): string {
  const value = valueAt(json, pointerTo(name));
  const all = [...text.matchAll(new RegExp(`"${name}" *: *"([^"]*)"`, 'g'))];
  const position =
    Math.max(
      all.findIndex(([, found]) => found === value),
      0,
    ) + 1;
  return `printf '%s\\n' "$MADE" | tr , '\\n' | sed -n 's/.*"${name}" *: *"\\([^"]*\\)".*/\\1/p' | sed -n ${position}p`;
}
