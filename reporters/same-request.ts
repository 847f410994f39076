import { printable } from '../results/printable.ts';
import type { Report, RequirementResult } from '../results/report.ts';

/** Requirements that are named at the most. */
const mostNamed = 6;

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** What decided a failure: the request but for the ids of records, and its status. */
function decidedBy({ counterexample }: RequirementResult): string | undefined {
  const { request, response } = counterexample?.exchanges.at(-1) ?? {};
  if (request === undefined) return undefined;
  const { method, url, body, wire, headers } = request;
  const asked = [method, url, body ?? '', wire ?? '', headers['authorization'] ?? ''].join('\n');
  return `${response?.status ?? ''} ${asked.replaceAll(uuids, '*')}`;
}

/**
 * Which other requirements fail by the same request: most likely by one cause. It is the same whatever the records are
 * called that it is about.
 *
 * @returns a sentence for each requirement that shares its request, by id
 */
export function sameRequest({ requirements }: Pick<Report, 'requirements'>): ReadonlyMap<string, string> {
  const byRequest = Map.groupBy(
    requirements.filter((result) => result.counterexample !== undefined),
    decidedBy,
  );
  const sentences = new Map<string, string>();
  for (const [request, results] of byRequest) {
    if (request === undefined || results.length < 2) continue;
    // One more than are named, as each leaves itself out: of thousands that share a request, few are looked at.
    const first = results.slice(0, mostNamed + 1).map(({ id }) => id);
    for (const { id } of results) {
      const others = first.filter((other) => other !== id).slice(0, mostNamed);
      const more = results.length - 1 - others.length;
      const named = [...others.map((other) => printable(other, 80)), ...(more > 0 ? [`${more} more`] : [])];
      sentences.set(id, `The same request also fails ${named.join(', ')}.`);
    }
  }
  return sentences;
}
