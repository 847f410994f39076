import type { RequirementResult } from '../../results/report.ts';
import type { Closing } from '../engine/closing.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a check came to, or at the end of the last suite what the whole run did. */
    conformance?:
      { readonly result: RequirementResult } | { readonly closing: Closing; readonly trouble: string | undefined };
  }
}
