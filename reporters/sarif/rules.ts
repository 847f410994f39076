import type { ReportingDescriptor } from 'sarif';
import { isRequirementId, requirementOf } from '../../spec/index.ts';
import { printable } from '../../results/printable.ts';
import type { RequirementResult } from '../../results/report.ts';

/** SARIF's word for how bad a breach is by itself, by level; a result says what it is to its run. */
const sarifLevels = { required: 'error', expected: 'warning', open: 'note' } as const;

/** A requirement as a rule; the notes of the documents, on how it is to be read, are its help. */
export function ruleOf({ id, level, title, source }: RequirementResult): ReportingDescriptor {
  const requirement = isRequirementId(id) ? requirementOf(id) : undefined;
  const statement = printable(title);
  const notes = requirement?.notes ?? [];
  return {
    id,
    shortDescription: { text: statement },
    help: {
      text: [statement, ...notes].join('\n'),
      markdown: [statement, '', ...notes.map((note) => `- ${note}`)].join('\n'),
    },
    defaultConfiguration: { level: sarifLevels[level] },
    properties: {
      level,
      source,
      ...(requirement === undefined ? {} : { part: requirement.part, endpoints: [...requirement.endpoints] }),
      tags: ['conformance', level, ...(requirement === undefined ? [] : [requirement.part])],
    },
  };
}
