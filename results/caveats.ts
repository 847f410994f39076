import type { Report } from './report.ts';

type Circumstance = (old: Report, latest: Report) => string | undefined;

const differs =
  (of: (report: Report) => string | number | undefined, say: (before: string, after: string) => string): Circumstance =>
  (old, latest) => {
    const [before, after] = [of(old), of(latest)];
    if (before === after || before === undefined || after === undefined) return undefined;
    return say(String(before), String(after));
  };

const idsOnlyIn = (one: Report, other: Report): readonly string[] => {
  const known = new Set(other.requirements.map(({ id }) => id));
  return one.requirements.map(({ id }) => id).filter((id) => !known.has(id));
};

const switchedOff = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ outcome, reason }) => outcome === 'skipped' && reason !== 'waived').map(({ id }) => id);

const shown = 4;
const named = (ids: readonly string[]): string =>
  `${ids.slice(0, shown).join(', ')}${ids.length > shown ? ` and ${ids.length - shown} more` : ''}`;

const onlyIn =
  (which: 'old' | 'new'): Circumstance =>
  (old, latest) => {
    const ids = which === 'old' ? idsOnlyIn(old, latest) : idsOnlyIn(latest, old);
    if (ids.length === 0) return undefined;
    return `Only the ${which} report has ${ids.length === 1 ? 'the requirement' : 'requirements'} ${named(ids)}.`;
  };

const hostOf = ({ target }: Report): string => (URL.canParse(target.baseUrl) ? new URL(target.baseUrl).hostname : '');

/** Whether a target of one name was met at two addresses. On one machine a service has another port each time it starts. */
function isElsewhere(old: Report, latest: Report): boolean {
  const isSameName = old.target.name === latest.target.name;
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostOf(old)) && hostOf(old) === hostOf(latest);
  return isSameName && !isLocal && old.target.baseUrl !== latest.target.baseUrl;
}

const cameToNone = (which: string, { verdict, headline }: Report['summary']): string | undefined =>
  verdict === 'no-verdict' ? `The ${which} run came to ${headline}.` : undefined;

const circumstances: readonly Circumstance[] = [
  differs(
    ({ target }) => target.name,
    (before, after) => `The targets have other names: ${before}, then ${after}.`,
  ),
  (old, latest) =>
    isElsewhere(old, latest)
      ? `The targets have other addresses: ${old.target.baseUrl}, then ${latest.target.baseUrl}.`
      : undefined,
  differs(
    ({ spec }) => spec.revision,
    (before, after) => `The runs judged by other documents: revision ${before}, then ${after}.`,
  ),
  differs(
    ({ suite }) => suite.version,
    (before, after) => `The runs used other versions of the suite: ${before}, then ${after}.`,
  ),
  differs(
    ({ run }) => run.profile,
    (before, after) => `The runs had other profiles: ${before}, then ${after}.`,
  ),
  differs(
    ({ run }) => run.level,
    (before, after) => `The runs were judged at other levels: ${before}, then ${after}.`,
  ),
  differs(
    ({ run }) => run.casesPerProperty,
    (before, after) => `The runs asked for other numbers of cases: ${before} of each property, then ${after}.`,
  ),
  differs(
    ({ run }) => run.seed,
    (before, after) => `The runs drew other data: seed ${before}, then ${after}.`,
  ),
  ({ summary }) => cameToNone('old', summary),
  (_old, { summary }) => cameToNone('new', summary),
  ({ run }) => (run.interrupted ? 'The old run was stopped before its end.' : undefined),
  (_old, { run }) => (run.interrupted ? 'The new run was stopped before its end.' : undefined),
  onlyIn('old'),
  onlyIn('new'),
  (old, latest) => {
    const one = switchedOff(old);
    const other = switchedOff(latest);
    const ids = [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))];
    if (ids.length === 0) return undefined;
    return `Switched off in one of the two, and not compared: ${named(ids)}.`;
  },
  (old, latest) =>
    old.run.startedAt > latest.run.startedAt
      ? 'The old report is the later one: are they the wrong way round?'
      : undefined,
];

/** What makes two reports hard to compare, a sentence each. */
export function caveatsOf(old: Report, latest: Report): readonly string[] {
  return circumstances.flatMap((circumstance) => circumstance(old, latest) ?? []);
}
