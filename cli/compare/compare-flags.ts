import type { JudgedLevel } from '../../results/index.ts';

/** What a comparison can be written as. */
export const comparisonFormats = ['text', 'json', 'markdown', 'html'] as const;

/** The flags of `bfc compare`, as they were given. */
export interface CompareFlags {
  readonly format?: (typeof comparisonFormats)[number];
  readonly failOn?: 'regression' | 'drift';
  readonly level?: JudgedLevel;
  readonly beside?: readonly string[];
  /** Makes the new report the next old one. */
  readonly update?: boolean;
  readonly history?: string;
  readonly out?: string;
}
