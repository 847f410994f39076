import { firstNames } from './printable.ts';
import type { Report } from './report.ts';

type Circumstance = (old: Report, latest: Report) => string | undefined;

/** What the two runs should share: how the sentence begins that says they do not, and what it names of each run. */
const shared: readonly (readonly [words: string, of: (report: Report) => string | number | undefined])[] = [
  ['The targets have different names', ({ target }) => target.name],
  ['The runs judged by different documents', ({ spec }) => `revision ${spec.revision}`],
  ['The runs used different versions of the suite', ({ suite }) => suite.version],
  ['The runs had different profiles', ({ run }) => run.profile],
  ['The runs were judged at different levels', ({ run }) => run.level],
  ['The runs asked for different numbers of cases of each property', ({ run }) => run.casesPerProperty],
  ['The runs drew different data', ({ run }) => `seed ${run.seed}`],
];

/** Ids that a sentence names at most. */
const mostNamed = 4;

const hostOf = ({ target }: Report): string => (URL.canParse(target.baseUrl) ? new URL(target.baseUrl).hostname : '');

/** On one machine a service has another port each time it starts. */
const elsewhere: Circumstance = (old, latest) => {
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostOf(old)) && hostOf(old) === hostOf(latest);
  if (old.target.name !== latest.target.name || isLocal || old.target.baseUrl === latest.target.baseUrl)
    return undefined;
  return `The targets have different addresses: ${old.target.baseUrl}, then ${latest.target.baseUrl}.`;
};

function ofRun(which: string, { run, summary }: Report): readonly string[] {
  return [
    ...(summary.verdict === 'no-verdict' ? [`The ${which} run came to ${summary.headline}.`] : []),
    ...(run.interrupted ? [`The ${which} run was stopped before its end.`] : []),
  ];
}

function onlyIn(which: string, one: Report, other: Report): readonly string[] {
  const known = new Set(other.requirements.map(({ id }) => id));
  const ids = one.requirements.map(({ id }) => id).filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  return [
    `Only the ${which} report has ${ids.length === 1 ? 'the requirement' : 'requirements'} ${firstNames(ids, mostNamed)}.`,
  ];
}

const switchedOff: Circumstance = (old, latest) => {
  const idsIn = ({ requirements }: Report) =>
    requirements.filter(({ outcome, reason }) => outcome === 'skipped' && reason !== 'waived').map(({ id }) => id);
  const [before, after] = [idsIn(old), idsIn(latest)];
  const ids = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  return ids.length === 0
    ? undefined
    : `Switched off in one of the two, and not compared: ${firstNames(ids, mostNamed)}.`;
};

/** What makes two reports hard to compare, a sentence each. */
export function caveatsOf(old: Report, latest: Report): readonly string[] {
  const differing = shared.flatMap(([words, of]) => {
    const [before, after] = [of(old), of(latest)];
    const isSame = before === after || before === undefined || after === undefined;
    return isSame ? [] : [`${words}: ${before}, then ${after}.`];
  });
  const order = old.run.startedAt > latest.run.startedAt ? ['The old report is the later one: swap them?'] : [];
  return [
    ...differing,
    elsewhere(old, latest) ?? [],
    ofRun('old', old),
    ofRun('new', latest),
    onlyIn('old', old, latest),
    onlyIn('new', latest, old),
    switchedOff(old, latest) ?? [],
    order,
  ].flat();
}
