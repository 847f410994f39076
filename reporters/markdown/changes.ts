import type { Comparison, LatencyChange, ObservationChange, RequirementChange } from '../comparison.ts';
import { latencyText } from '../drift/latency-text.ts';
import { code, prose } from './escape.ts';

function requirementItem({ id, level, kind, before, after, message }: RequirementChange): readonly string[] {
  return [
    `- **${kind}** ${code(id)} (${level}): ${prose(before, 200)} → ${prose(after, 200)}`,
    ...(message === undefined ? [] : [`  ${code(message)}`]),
  ];
}

function observationItem({ id, title, appeared, vanished }: ObservationChange): readonly string[] {
  return [
    `- **observation** ${code(id)}: ${prose(title, 400)}`,
    ...vanished.map((value) => `  - no longer ${code(value)}`),
    ...appeared.map((value) => `  - now ${code(value)}`),
  ];
}

function latencyItem(change: LatencyChange): readonly string[] {
  return [`- **latency** ${code(change.endpoint)} ${latencyText(change)}`];
}

/** What has changed from one report to another, as items of a Markdown list: regressions first, then what to know of it. */
export function renderChanges({
  old,
  requirements,
  observations,
  latency,
  caveats,
}: Comparison): readonly (readonly string[])[] {
  return [
    [
      `Compared with the run of ${code(old.startedAt)} against ${prose(old.target.name, 200)}: ${prose(old.headline)}`,
      '',
    ],
    ...requirements.map(requirementItem),
    ...observations.map(observationItem),
    ...latency.map(latencyItem),
    ...caveats.map((caveat) => [`- to keep in mind: ${prose(caveat)}`]),
  ];
}
