import type { Comparison, ObservationChange, RequirementChange } from '../../results/report.ts';
import { foldChanges } from '../drift/fold-changes.ts';
import type { ChangeFold } from '../drift/fold-changes.ts';
import { latencyNews } from '../drift/latency-text.ts';
import { observationNews } from '../drift/observation-text.ts';
import { code, prose } from './escape.ts';

function requirementItem({ id, level, kind, before, after, message }: RequirementChange): readonly string[] {
  return [
    `- **${kind}** ${code(id)} (${level}): ${prose(before, 200)} → ${prose(after, 200)}`,
    ...(message === undefined ? [] : [`  ${code(message)}`]),
  ];
}

function foldItem({ kind, before, after, ids }: ChangeFold): readonly string[] {
  return [`- **${kind}** ${prose(before, 200)} → ${prose(after, 200)}: ${ids.map((id) => code(id)).join(', ')}`];
}

const newsWords = { turned: '', gone: 'no longer ', new: 'now ' } as const;

function observationItem(change: ObservationChange): readonly string[] {
  return [
    `- **observation** ${code(change.id)}: ${prose(change.title, 400)}`,
    ...observationNews(change).map(({ kind, text }) => `  - ${newsWords[kind]}${code(text)}`),
  ];
}

/** What has changed from one report to another, as items of a Markdown list: regressions first, then what to know of it. */
export function renderChanges(comparison: Comparison): readonly (readonly string[])[] {
  const { old, requirements, observations, caveats } = comparison;
  const { told, folds } = foldChanges(requirements);
  return [
    [
      `Compared with the run of ${code(old.startedAt)} against ${prose(old.target.name, 200)}: ${prose(old.headline)}`,
      '',
    ],
    ...told.map(requirementItem),
    ...folds.map(foldItem),
    ...observations.map(observationItem),
    ...latencyNews(comparison).map(({ endpoint, text }) => [
      `- **latency** ${endpoint === undefined ? '' : `${code(endpoint)} `}${text}`,
    ]),
    ...caveats.map((caveat) => [`- to keep in mind: ${prose(caveat)}`]),
  ];
}
