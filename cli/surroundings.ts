import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createPage, type Page } from '../reporters/terminal/page.ts';
import { jsonText, printable } from '../results/printable.ts';
import { exitCodes, UsageError } from './failures.ts';

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
}

export function warnOn(stream: Output): (line: string) => void {
  return (line) => void stream.write(`warning: ${printable(line)}\n`);
}

const defaultWidth = 100;

/** The width of a page in columns: that of the terminal, or of `COLUMNS`, or 100. */
export function widthOf(stream: Output, environment: NodeJS.ProcessEnv): number {
  const width = stream.isTTY === true ? (stream.columns ?? 0) : Number(environment['COLUMNS'] ?? 0);
  return Number.isInteger(width) && width > 0 ? width : defaultWidth;
}

/** Whether to use colour: on a capable terminal unless `NO_COLOR` is set; anywhere if `FORCE_COLOR` is (not 0). */
export function wantsColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

export function pageOn(stream: Output, environment: NodeJS.ProcessEnv): Page {
  return createPage(widthOf(stream, environment), wantsColour(stream, environment));
}

/** Prints a result: as one JSON object if requested, otherwise as lines of a page. */
export function printResult(
  { stdout, environment }: Surroundings,
  isJson: boolean | undefined,
  result: unknown,
  lines: (page: Page) => readonly string[],
): void {
  stdout.write(isJson === true ? jsonText(result) : `${lines(pageOn(stdout, environment)).join('\n')}\n`);
}

/** A text behind a head, with continuation lines indented by the head's width. @param shown - the head as painted */
export function hang(page: Page, head: string, text: string, shown = head): readonly string[] {
  const [first = '', ...others] = page.wrap(text, ' '.repeat(head.length));
  return [`${shown}${first.slice(head.length)}`, ...others];
}

/** Whether a line can be rewritten in place: not in CI, whose log would keep every state of it. */
export function canRewriteLine(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && environment['TERM'] !== 'dumb' && (environment['CI'] ?? '') === '';
}

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** npm forwards a Ctrl-C to a process that already got it: within so many milliseconds it is the same one. */
const echoMs = 300;

/**
 * Runs work that Ctrl-C and SIGTERM may interrupt; returns its exit code, or that of the signal. The first signal
 * aborts the work, a later one ends the process at once.
 *
 * @param said - the line to print if the interrupted work throws
 */
export async function interruptible(
  { stderr }: Pick<Surroundings, 'stderr'>,
  said: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const stops: { readonly code: number; readonly at: number }[] = [];
  const listen = (name: keyof typeof codes): void => {
    const [first] = stops;
    if (first !== undefined && performance.now() - first.at > echoMs) process.exit(first.code);
    stops.push({ code: codes[name], at: performance.now() });
    controller.abort();
  };
  // After an abort, AbortErrors are expected, even from promises that nothing awaits any more.
  const ignore = (error: unknown): void => {
    if (!controller.signal.aborted || !(error instanceof Error) || error.name !== 'AbortError') throw error;
  };
  signals.forEach((name) => process.on(name, listen));
  process.on('unhandledRejection', ignore);
  try {
    const exitCode = await work(controller.signal);
    return stops[0]?.code ?? exitCode;
  } catch (error) {
    const [first] = stops;
    if (first === undefined || error instanceof UsageError) throw error;
    stderr.write(`${said}\n`);
    return first.code;
  } finally {
    signals.forEach((name) => process.off(name, listen));
    process.off('unhandledRejection', ignore);
  }
}

/** The version, the directory of the checkout or the installed package, and whether it runs from sources. */
export function readPackageInfo() {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) root = dirname(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, root, checkout: import.meta.filename.endsWith('.ts') };
}

/** A text quoted as one word of a POSIX shell line. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * How the user calls a command from the current directory: `npm start --` at the root of a checkout, a path elsewhere,
 * and `npx bfc run` if installed. Within a checkout, `npx` finds the Node that the checkout brings along.
 */
export function invocation(
  command: string,
  cwd: string,
  { root, checkout }: Pick<ReturnType<typeof readPackageInfo>, 'root' | 'checkout'> = readPackageInfo(),
): string {
  if (!checkout) return `npx bfc ${command}`;
  const fromRoot = relative(root, cwd);
  if (command === 'run' && fromRoot === '') return 'npm start --';
  const script = shellQuote(relative(cwd, `${root}/cli/bfc.js`));
  return `${fromRoot.startsWith('..') ? '' : 'npx '}node ${script} ${command}`;
}
