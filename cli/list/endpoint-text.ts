import { endpointIds, type EndpointId } from '../../spec/index.ts';

/** From how many endpoints in a row on they are written as a range. */
const shortestRange = 3;

/** Endpoints as one word or a few: `E4`, `E1, E5, E8`, `E3-E8`; none are those of the token service. */
export function endpointText(endpoints: readonly EndpointId[]): string {
  if (endpoints.length === 0) return 'token';
  const runs: EndpointId[][] = [];
  for (const id of endpoints) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && endpointIds.indexOf(id) === endpointIds.indexOf(last) + 1)
      run.push(id);
    else runs.push([id]);
  }
  return runs
    .flatMap((run) => (run.length < shortestRange ? run : [`${String(run[0])}-${String(run.at(-1))}`]))
    .join(', ');
}
