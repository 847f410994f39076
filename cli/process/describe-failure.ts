import { printable } from '../../results/printable.ts';
import { exitCodes } from '../exit-codes.ts';

/** A failure as the user is told of it. */
export interface DescribedFailure {
  readonly exitCode: number;
  /** One line. */
  readonly message: string;
}

/** Errors whose message was written for the user, by name: what exit code they mean, and how the line begins. */
const knownErrors: Readonly<Record<string, { exitCode: number; prefix: string }>> = {
  UsageError: { exitCode: exitCodes.usage, prefix: '' },
  ConfigurationError: { exitCode: exitCodes.usage, prefix: '' },
  StartError: { exitCode: exitCodes.usage, prefix: '' },
  NoVerdictError: { exitCode: exitCodes.noVerdict, prefix: 'no verdict: ' },
};

/** What the system refuses for reasons the user can mend, by error code. */
const systemErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process; choose another --port, or end that process',
  EACCES: 'is not permitted; choose another place or port, or change its permissions',
  ENOSPC: 'has no space left; make room on the disk',
  EROFS: 'cannot be written; choose a place that is not read-only',
};

/** A message may quote what a target answered. */
const oneLine = (text: string) => printable(text.split('\n')[0]?.trim() ?? '');

function systemFailure(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const words = systemErrors[code];
  if (words === undefined) return undefined;
  const port = 'port' in error ? `port ${String(error.port)}` : undefined;
  const path = 'path' in error ? String(error.path) : undefined;
  return `${port ?? path ?? oneLine(error.message)} ${words}`;
}

/** What to tell of an exception, and with which code to exit: an unforeseen one is a fault of the suite, never a verdict. */
export function describeFailure(error: unknown): DescribedFailure {
  if (!(error instanceof Error))
    return { exitCode: exitCodes.noVerdict, message: `fault of the suite: ${oneLine(String(error))}` };
  const known = knownErrors[error.name];
  if (known !== undefined) return { exitCode: known.exitCode, message: known.prefix + oneLine(error.message) };
  const system = systemFailure(error);
  if (system !== undefined) return { exitCode: exitCodes.usage, message: system };
  return {
    exitCode: exitCodes.noVerdict,
    message: `fault of the suite: ${oneLine(error.message)}; BFC_DEBUG=1 shows where, please report it`,
  };
}
