import { decidedAt, placeShape } from '../results/failure-kind.ts';
import { lines, printable } from '../results/printable.ts';
import type { Report, RequirementResult, Sighting } from '../results/report.ts';
import { isRequirementId, levels, requirementOf, type EndpointId } from '../spec/index.ts';
import { byStanding } from './outcomes.ts';

/** The kind of record that an endpoint answers with, alone or in a list: one cause shows at all endpoints of a kind. */
const recordOf: Readonly<Record<string, string>> = {
  E1: 'group',
  E2: 'connection',
  E3: 'decision',
  E4: 'decision',
  E5: 'decision',
  E6: 'snapshot',
  E7: 'snapshot',
  E8: 'snapshot',
} satisfies Record<EndpointId, string>;

/** Codes that say too little: other values at the same place may have other causes. */
const vague: ReadonlySet<string> = new Set(['value', 'not-allowed']);

/** What went wrong at which place of which kind of record; undefined where that doesn't tell one cause from another. */
function causeAt(
  { code, pointer }: Pick<Sighting, 'code' | 'pointer'>,
  endpoint: string | undefined,
): string | undefined {
  const [, place = ''] = /^(?:\/response\/\d+(?=\/))?(\/.+)$/s.exec(pointer) ?? [];
  const record = place.startsWith('/meta/') ? 'page' : recordOf[endpoint ?? ''];
  if (record === undefined || place === '' || place === '/response' || code === undefined || vague.has(code))
    return undefined;
  return `${code} ${record} ${placeShape(place)}`;
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** What decided a failure: the request without the ids of records, and its status; undefined without evidence. */
function decidingRequest({ counterexample }: RequirementResult): string | undefined {
  const { request, response } = counterexample?.exchanges.at(-1) ?? {};
  if (request === undefined) return undefined;
  const { method, url, body, wire, headers } = request;
  const asked = [method, url, body ?? '', wire ?? '', headers['authorization'] ?? ''].join('\n');
  return `${response?.status ?? ''} ${asked.replaceAll(uuids, '*')}`;
}

/**
 * By what failures are recognized to have one cause: the same code at the same place of the same kind of record,
 * wherever it is answered. At a place outside of a record, and in an answer that is no success, the request has to be the
 * same as well. Gives the cause that it is reported with, and those of its other sightings, as far as they are known.
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

/** The ids of what fails with a result, with the level where it is another. */
function named(results: readonly RequirementResult[], result: RequirementResult): string {
  const others = results.filter(({ id }) => id !== result.id);
  const ids = others.map(({ id, level }) => `${printable(id, 80)}${level === result.level ? '' : ` (${level})`}`);
  const more = ids.length - mostNamed;
  return lines([ids.slice(0, mostNamed), more > 0 && `${more} more`]).join(', ');
}

/**
 * How specific a requirement is: by the number of endpoints that it is about. Of the token service's, none is about another;
 * nothing is known of those of other revisions.
 */
function breadthOf({ id }: RequirementResult): number {
  return isRequirementId(id) ? Math.max(requirementOf(id).endpoints.length, 1) : Number.MAX_SAFE_INTEGER;
}

/**
 * Groups the failures of a report by their causes, as docs/reports.md describes it. What a waiver or a baseline accepts is
 * reported on its own.
 *
 * @returns `under`: the requirement that a failure is reported under, where that is another one; `alike`: what else fails,
 * most likely by one cause with a requirement, in sentences for its paragraph
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
