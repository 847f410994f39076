import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Suite files that come last, in this order: bodies outside the documented types are sent once nothing else reads
 * the same lists, and the invariants report when everything has been judged.
 */
const last = ['invalid-bodies', 'input', 'invariants'];

/** The order of suite files: by name, but for those that come last. */
export class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other) || (one.moduleId < other.moduleId ? -1 : 1));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return last.indexOf(basename(moduleId).split('.')[0] ?? '') + 1;
}
