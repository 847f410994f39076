import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addressed } from '../../suites/judge/addressed.ts';
import { isObject } from '../../suites/rules/reading.ts';

/** Bytes of a body at the most: no answer of the interface is near to it. */
const largestBody = 50_000_000;

/** A file right beside a capture, as Playwright names it; no path. */
const attachedName = /^[\w-][\w.-]{0,200}$/;

/** Where a HAR file has a body: of a request and of an answer. */
const bodyOf = [
  (entry: Readonly<Record<string, unknown>>): unknown => memberOf(entry['request'], 'postData'),
  (entry: Readonly<Record<string, unknown>>): unknown => memberOf(entry['response'], 'content'),
];

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** Whether an entry is of the interface: what else a browser has saved is nobody's business here. */
function isOfInterface({ request }: Readonly<Record<string, unknown>>): boolean {
  const [method, url] = [memberOf(request, 'method'), memberOf(request, 'url')];
  return typeof method === 'string' && typeof url === 'string' && addressed(method.toUpperCase(), url) !== undefined;
}

async function readBeside(directory: string, name: string): Promise<string | undefined> {
  const path = join(directory, name);
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= largestBody ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives the entries of a capture the bodies that were saved in files of their own beside it (Playwright's `_file`). What
 * cannot be read stays without one.
 *
 * @param directory - the one that the capture lies in
 */
export async function attachBodies(entries: readonly unknown[], directory: string): Promise<void> {
  for (const entry of entries) {
    if (!isObject(entry) || !isOfInterface(entry)) continue;
    for (const body of bodyOf.map((of) => of(entry))) {
      if (!isObject(body) || typeof body['text'] === 'string') continue;
      const { _file: name } = body;
      if (typeof name !== 'string' || !attachedName.test(name)) continue;
      const text = await readBeside(directory, name);
      if (text !== undefined) Object.assign(body, { text });
    }
  }
}
