import { startReference, type ReferenceOptions } from '../../reference/index.ts';
import type { Report } from '../../results/index.ts';
import type { RequirementId } from '../../spec/index.ts';
import { asTarget, judgeDirectly } from './judge-directly.ts';

/** How a reference service is judged. */
export interface Judging {
  readonly seed: number;
  /** Cases of each property. */
  readonly cases: number;
  /** Milliseconds that an answer may take; default: as much as in every run. */
  readonly answerMs?: number | undefined;
  /** Requirements to decide; absent: all. */
  readonly only?: readonly RequirementId[];
  /** Whether it is told which edges were reached; default: false. */
  readonly coversEdges?: boolean;
}

/** Starts a reference service of its own, runs the suites against it, and ends it. */
export async function judgeReference(options: ReferenceOptions, judging: Judging): Promise<Report> {
  const { seed, cases, only, coversEdges = false, answerMs } = judging;
  const reference = await startReference({ seed, ...options });
  try {
    return await judgeDirectly(await asTarget(reference), {
      seed,
      cases,
      only,
      profile: 'full',
      coversEdges,
      ...(answerMs === undefined ? {} : { answerMs }),
      shrinkTries: 1,
      tellsAll: true,
    });
  } finally {
    await reference.close();
  }
}
