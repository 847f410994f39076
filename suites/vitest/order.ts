import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compareSuites } from '../order.ts';

/** Runs suite files in the order that they have to be run in. */
export class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => compareSuites(basename(one.moduleId), basename(other.moduleId)));
  }
}
