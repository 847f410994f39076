import type { Report } from './report.ts';
import { isOfShard, type ShardReport } from './merge-reports.ts';
import { addressOf } from './run-scope.ts';

interface NamedReport {
  /** What messages call it. */
  readonly name: string;
  readonly report: Report;
}

/** Shards of one run in their order, or why these are not all of them, as a sentence that names what is wrong. */
type Together =
  | { readonly shards: readonly [ShardReport, ...ShardReport[]]; readonly problem?: never }
  | { readonly shards?: never; readonly problem: string };

/** What all shards have in common, as a word before it in a message. The last one has all that was asked for. */
const shared: readonly (readonly [what: string, of: (report: ShardReport) => string | number | undefined])[] = [
  ['version', ({ suite }) => suite.version],
  ['documents', ({ spec }) => spec.revision],
  ['number of shards', ({ run }) => run.shard.count],
  ['target', ({ target }) => target.name],
  ['address', addressOf],
  ['profile', ({ run }) => run.profile],
  ['seed', ({ run }) => run.seed],
  ['day (--today)', ({ run }) => run.today],
  ['level', ({ run }) => run.level],
  ['time of watching', ({ run }) => run.watchMs],
  ['plan (selection, cases, configuration)', ({ run }) => run.shard.run],
];

export function putTogether(given: readonly NamedReport[]): Together {
  const shards: (NamedReport & { readonly report: ShardReport })[] = [];
  for (const { name, report } of given) {
    if (!isOfShard(report)) return { problem: `${name} is no shard of a run; "bfc run --shard i/n" makes one` };
    shards.push({ name, report });
  }
  const [first, ...others] = shards;
  if (first === undefined) return { problem: 'there is no shard to merge' };
  for (const { name, report } of others) {
    const differing = shared.find(([, of]) => of(report) !== of(first.report));
    if (differing === undefined) continue;
    const [what, of] = differing;
    return {
      problem: `${name} does not belong with ${first.name}: its ${what} is ${of(report)}, and not ${of(first.report)}; run all shards with the same options`,
    };
  }
  const { count } = first.report.run.shard;
  const byIndex = new Map<number, (typeof shards)[number]>();
  for (const one of shards) {
    const { index } = one.report.run.shard;
    const same = byIndex.get(index);
    if (same !== undefined)
      return { problem: `${one.name} and ${same.name} are both shard ${index} of ${count}; give each of them once` };
    byIndex.set(index, one);
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    return {
      problem: `of ${count} shards ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${missing.join(', ')}; give their directories as well`,
    };
  const [one = first, ...rest] = shards.toSorted((a, b) => a.report.run.shard.index - b.report.run.shard.index);
  return { shards: [one.report, ...rest.map(({ report }) => report)] };
}
