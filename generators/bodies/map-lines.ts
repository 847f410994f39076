import type { RenewalDecisionInput, RenewalLineInput } from '../../spec/index.ts';

/** A decision with every line of every carrier changed. */
export function mapLines(
  body: RenewalDecisionInput,
  change: (line: RenewalLineInput) => RenewalLineInput,
): RenewalDecisionInput {
  const carriers = (body.body?.carriers ?? []).map((carrier) => {
    const lines = Object.entries(carrier.lines_of_coverage ?? {}).map(([key, line]) => [key, change(line)] as const);
    return { ...carrier, lines_of_coverage: Object.fromEntries(lines) };
  });
  return { ...body, body: { ...body.body, carriers } };
}
