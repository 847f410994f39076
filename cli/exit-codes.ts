import type { Verdict } from '../reporters/index.ts';

/** Exit codes of every command. */
export const exitCodes = {
  success: 0,
  nonconformant: 1,
  usage: 2,
  noVerdict: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** The exit code that says a verdict. */
export const exitCodeOf: Readonly<Record<Verdict, number>> = {
  conformant: exitCodes.success,
  nonconformant: exitCodes.nonconformant,
  'no-verdict': exitCodes.noVerdict,
};
