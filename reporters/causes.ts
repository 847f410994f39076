import { decidedAt, placeShape } from '../results/failure-kind.ts';
import { lines, printable } from '../results/printable.ts';
import type { Report, RequirementResult, Sighting } from '../results/report.ts';
import { endpointIds, endpoints, isRequirementId, levels, requirementOf } from '../spec/index.ts';
import { byStanding } from './outcomes.ts';

/** The kind of record in an endpoint's answers, alone or in a list: one cause shows at all endpoints of a kind. */
const recordOf = new Map<string | undefined, string>(
  endpointIds.map((id) => [id, endpoints[id].response.replace(/-page$/, '')]),
);

/** Codes that are too vague: other values at the same place may have other causes. */
const vague: ReadonlySet<string> = new Set(['value', 'not-allowed']);

/** A key of what went wrong at which place of which kind of record; undefined if that does not identify a cause. */
function causeAt(
  { code, pointer }: Pick<Sighting, 'code' | 'pointer'>,
  endpoint: string | undefined,
): string | undefined {
  const [, place = ''] = /^(?:\/response\/\d+(?=\/))?(\/.+)$/s.exec(pointer) ?? [];
  const record = place.startsWith('/meta/') ? 'page' : recordOf.get(endpoint);
  if (record === undefined || place === '' || place === '/response' || code === undefined || vague.has(code))
    return undefined;
  return `${code} ${record} ${placeShape(place)}`;
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** A key of what decided a failure: the status, and the request without record ids; undefined without evidence. */
function decidingRequest({ counterexample }: RequirementResult): string | undefined {
  const { request, response } = counterexample?.exchanges.at(-1) ?? {};
  if (request === undefined) return undefined;
  const { method, url, body, wire, headers } = request;
  const asked = [method, url, body ?? '', wire ?? '', headers['authorization'] ?? ''].join('\n');
  return `${response?.status ?? ''} ${asked.replaceAll(uuids, '*')}`;
}

/**
 * The keys by which failures are recognized as having the same cause: the same code at the same place of the same kind
 * of record, at any endpoint. If the place is not in a record, or the answer is not a success, the request must be the
 * same too. Returns the cause of the counterexample, and those of its other sightings (undefined if unknown).
 */
function causesShown(result: RequirementResult) {
  const { counterexample } = result;
  if (counterexample === undefined) return { main: undefined, others: [] };
  const { code, pointer, exchanges, also = [] } = counterexample;
  const status = exchanges.at(-1)?.response?.status ?? 0;
  const isRecord = status >= 200 && status < 300;
  const atPlace = isRecord ? causeAt(counterexample, decidedAt(counterexample)) : undefined;
  const byRequest = code === undefined ? undefined : `${code} ${pointer} ${decidingRequest(result)}`;
  return { main: atPlace ?? byRequest, others: also.map((sighting) => causeAt(sighting, sighting.endpoint)) };
}

const mostNamed = 6;

/** The ids of the other failures in a group, each with its level if that differs from the result's. */
function named(results: readonly RequirementResult[], result: RequirementResult): string {
  const others = results.filter(({ id }) => id !== result.id);
  const ids = others.map(({ id, level }) => `${printable(id, 80)}${level === result.level ? '' : ` (${level})`}`);
  const more = ids.length - mostNamed;
  return lines([ids.slice(0, mostNamed), more > 0 && `${more} more`]).join(', ');
}

/** Fewer endpoints are more specific; the token service counts as one, requirements of other revisions as all. */
function breadthOf({ id }: RequirementResult): number {
  return isRequirementId(id) ? Math.max(requirementOf(id).endpoints.length, 1) : Number.MAX_SAFE_INTEGER;
}

/**
 * Groups the failures of a report by cause, as described in docs/reports.md. Failures that a waiver or a baseline
 * accepts are reported on their own.
 *
 * @returns `under`: the requirement under which a failure is reported, if that is another one; `alike`: for each
 * requirement, sentences for its paragraph about other failures that most likely have the same cause
 */
export function causesOf(report: Report) {
  const standing = byStanding(report);
  const failures = (['failing', 'warning'] as const).flatMap((name) =>
    (standing.get(name) ?? []).toSorted(
      (one, other) => levels.indexOf(one.level) - levels.indexOf(other.level) || breadthOf(one) - breadthOf(other),
    ),
  );
  const reported = new Set<string>();
  const leaders = new Map<string, string>();
  const under = new Map<string, string>();
  for (const result of failures) {
    const { main, others } = causesShown(result);
    const leader = main === undefined ? undefined : leaders.get(main);
    const isReported = others.every((cause) => cause !== undefined && (cause === main || reported.has(cause)));
    if (leader !== undefined && isReported) {
      under.set(result.id, leader);
      continue;
    }
    if (main !== undefined && leader === undefined) leaders.set(main, result.id);
    for (const cause of [main, ...others]) if (cause !== undefined) reported.add(cause);
  }
  return { under, alike: alikeIn(report.requirements, under) };
}

function alikeIn(requirements: readonly RequirementResult[], under: ReadonlyMap<string, string>) {
  const followers = Map.groupBy(requirements, ({ id }) => under.get(id));
  const own = requirements.filter(({ id }) => !under.has(id));
  const byRequest = Map.groupBy(own, decidingRequest);
  byRequest.delete(undefined);
  const shared = [...byRequest.values()].filter(({ length }) => length > 1);
  const sameRequest = new Map(shared.flatMap((results) => results.map(({ id }) => [id, results] as const)));
  const sentences = own.map((result): readonly [string, string] => {
    const so = followers.get(result.id);
    const same = sameRequest.get(result.id);
    const text = lines([
      so && `So ${so.length === 1 ? 'does' : 'do'} ${named(so, result)}: most likely one cause.`,
      same && `The same request also fails ${named(same, result)}.`,
    ]);
    return [result.id, text.join(' ')];
  });
  return new Map(sentences.filter(([, text]) => text !== ''));
}
