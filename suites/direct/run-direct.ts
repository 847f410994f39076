import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Budget } from '../engine/budget.ts';
import { closingOf } from '../engine/closing.ts';
import { decide } from '../engine/decide.ts';
import { isBound, setHost, type Definition } from '../engine/requirement.ts';
import { compareSuites } from '../order.ts';
import type { Collected, RunnerOptions } from '../runner.ts';
import { openSession } from '../session.ts';

let loaded: Promise<readonly (readonly Definition[])[]> | undefined;

/** The definitions of each suite file, loaded once for the process. */
async function load(): Promise<readonly (readonly Definition[])[]> {
  const directory = join(import.meta.dirname, '..');
  const names = (await readdir(directory)).filter((name) => /\.suite\.(?:ts|js)$/.test(basename(name)));
  const files: Definition[][] = [];
  for (const name of names.toSorted(compareSuites)) {
    const definitions: Definition[] = [];
    setHost((definition) => definitions.push(definition));
    await import(pathToFileURL(join(directory, name)).href);
    files.push(definitions);
  }
  return files;
}

/**
 * Runs the suites in this process, without a test runner: file after file in the same order, the checks of a file
 * concurrently. What proves the suite itself runs it hundreds of times.
 *
 * @param budget - what it may still send, where it shares that with other runs
 */
export async function runDirect({ parameters, signal }: RunnerOptions, budget?: Budget): Promise<Collected> {
  loaded ??= load();
  const session = openSession(parameters, signal, budget);
  try {
    for (const definitions of await loaded) {
      const selected = definitions.filter(({ id }) => session.selected(id));
      await Promise.all(selected.map((definition) => decide(session, definition)));
    }
    return { results: new Map(), closing: closingOf(session, isBound), errors: [] };
  } finally {
    await session.close();
  }
}
