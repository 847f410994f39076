import { printable } from '../results/printable.ts';
import { systemCode } from '../results/report-files.ts';
import type { Surroundings } from './surroundings.ts';

export const exitCodes = {
  success: 0,
  nonconformant: 1,
  usage: 2,
  noVerdict: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** What a verdict's exit codes mean, and those of signals: as the help of most commands says it. */
export const verdictCodes = {
  0: 'conformant',
  1: 'nonconformant',
  2: 'wrong usage or configuration',
  3: 'no verdict',
} as const;
export const signalCodes = { 130: 'interrupted', 143: 'terminated' } as const;

/** A mistake on the command line: the message says in one line what is wrong, where, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const missing = 'does not exist; check the path';
const notReadable = 'cannot be read; check its permissions';
const unreadable: Readonly<Record<string, string>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EACCES: notReadable,
  EPERM: notReadable,
  EISDIR: 'is a directory; name the files in it',
};

const notWritable = 'is not writable; choose another place or change its permissions';
const unwritable: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; choose a directory',
  ENOTDIR: 'lies below a file; choose another place',
  EACCES: notWritable,
  EPERM: notWritable,
  ENOENT: 'cannot be made there; choose another place',
  EROFS: 'is on a disk that is read-only; choose another place',
  ENOSPC: 'is on a disk that is full; choose another place or make room',
};

/** Why a file cannot be read, by its {@link systemCode}, as the end of a sentence that names it. */
export function whyUnreadable(code: string): string {
  return unreadable[code] ?? `cannot be read (${code}); check the path`;
}

export function cannotWrite(flag: string, place: string, error: unknown, code = systemCode(error)): UsageError {
  const why = unwritable[code] ?? `cannot be written to (${code}); choose another place`;
  return new UsageError(`${flag}: ${place} ${why}`, { cause: error });
}

/** Errors with messages for the user, by name: their exit code and the beginning of the line. */
const knownErrors: Readonly<Record<string, { exitCode: number; prefix: string }>> = {
  UsageError: { exitCode: exitCodes.usage, prefix: '' },
  ConfigurationError: { exitCode: exitCodes.usage, prefix: '' },
  StartError: { exitCode: exitCodes.usage, prefix: '' },
  NoVerdictError: { exitCode: exitCodes.noVerdict, prefix: 'no verdict: ' },
};

/** System errors that the user can fix, by error code. */
const systemErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process; choose another --port, or end that process',
  EACCES: 'is not permitted; choose another place or port, or change its permissions',
  ENOSPC: 'has no space left; make room on the disk',
  EROFS: 'cannot be written; choose a place that is not read-only',
};

/** Made safe to print: a message may quote the answer of a target. */
const oneLine = (text: string) => printable(text.split('\n')[0]?.trim() ?? '');

function systemFailure(error: Error): string | undefined {
  const words = systemErrors[systemCode(error)];
  if (words === undefined) return undefined;
  const port = 'port' in error ? `port ${String(error.port)}` : undefined;
  const path = 'path' in error ? String(error.path) : undefined;
  return `${port ?? path ?? oneLine(error.message)} ${words}`;
}

/** The exit code and the line for an exception. An unexpected one is a fault of the suite, never a verdict. */
export function describeFailure(error: unknown): { readonly exitCode: number; readonly message: string } {
  const fault = `fault of the suite: ${oneLine(error instanceof Error ? error.message : String(error))}`;
  if (!(error instanceof Error)) return { exitCode: exitCodes.noVerdict, message: fault };
  const known = knownErrors[error.name];
  if (known !== undefined) return { exitCode: known.exitCode, message: known.prefix + oneLine(error.message) };
  const system = systemFailure(error);
  if (system !== undefined) return { exitCode: exitCodes.usage, message: system };
  return { exitCode: exitCodes.noVerdict, message: `${fault}; BFC_DEBUG=1 shows where, please report it` };
}

/** Prints the line for an exception, and with BFC_DEBUG its stack. @returns the exit code */
export function reportFailure(
  error: unknown,
  { stderr, environment }: Pick<Surroundings, 'stderr' | 'environment'>,
): number {
  const { exitCode, message } = describeFailure(error);
  stderr.write(`bfc: ${message}\n`);
  if (environment['BFC_DEBUG'] === '1' && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
  return exitCode;
}
