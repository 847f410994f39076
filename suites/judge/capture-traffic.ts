import { isObject, type JsonObject } from '../rules/reading.ts';
import { addressed, type Addressed } from './addressed.ts';
import { captureEntry, type PlacedEntry } from './capture-entry.ts';
import { durationOf, headersOf } from './capture-parts.ts';
import { createKeyring } from './keyring.ts';
import { textOr } from './reading-saved.ts';
import { UnreadableTraffic, type SavedEntry, type Traffic } from './traffic.ts';

/** Whether a value is the content of a HAR file, sound or not. */
export function isCapture(value: unknown): value is { readonly log: JsonObject } {
  return isObject(value) && isObject(value['log']) && Array.isArray(value['log']['entries']);
}

/** Milliseconds by which the times of a capture may be off: many are rounded to one. */
const rounding = 1;

/**
 * The traffic of a HAR file (HTTP Archive 1.2), as browsers and proxies save it.
 *
 * @param source - name of the file, for messages
 * @throws UnreadableTraffic when an entry is no entry
 */
export function captureTraffic(source: string, { log }: { readonly log: JsonObject }): Traffic {
  const entries: readonly unknown[] = Array.isArray(log['entries']) ? log['entries'] : [];
  const placed = entries.map((entry, index) => readEntry(entry, `${source}: log.entries[${index}]`, index + 1));
  const ours = placed.flatMap(({ address, ...rest }) => (address === undefined ? [] : [{ ...rest, address }]));
  const asked = ours.filter(({ entry }) => !isFromCache(entry));
  const keyring = createKeyring();
  for (const { address, entry } of asked) keyring.learn(address, entry);
  const { starts, epoch, length } = timesOf(asked.map(({ entry }) => entry));
  return {
    source: 'capture',
    isWhole: false,
    ...(epoch === undefined ? {} : { epoch }),
    entries: asked.map((one, index): SavedEntry => {
      const { address, entry, place, number } = one;
      const durationMs = durationOf(entry);
      const isTimed = epoch !== undefined;
      const startedAt = isTimed ? (starts[index] ?? epoch) - epoch - rounding : 0;
      // Without an end nothing is known to come after; without times at all the order of the file is that of the ends.
      const last = durationMs === undefined ? length : startedAt + durationMs + 2 * rounding;
      const endedAt = isTimed ? last : number;
      return {
        startedAt,
        endedAt,
        ...(durationMs === undefined ? {} : { durationMs }),
        repeated: false,
        endpoint: address.endpoint,
        base: address.base,
        scope: `${address.base}\n${keyring.principal(entry)}`,
        place,
        read: () => captureEntry(one, { startedAt, endedAt }, keyring),
      };
    }),
    strangers: placed.length - ours.length,
    cached: ours.length - asked.length,
  };
}

/** When each entry began, when the first did (undefined where one of them does not say), and how long all of it took. */
function timesOf(entries: readonly JsonObject[]): {
  readonly starts: readonly number[];
  readonly epoch: number | undefined;
  readonly length: number;
} {
  const starts = entries.map((entry) => Date.parse(textOr(entry['startedDateTime'], '')));
  if (starts.length === 0 || !starts.every(Number.isFinite))
    return { starts, epoch: undefined, length: entries.length };
  const epoch = starts.reduce((least, time) => Math.min(least, time));
  const ends = entries.map((entry, index) => (starts[index] ?? epoch) + (durationOf(entry) ?? 0));
  return { starts, epoch, length: ends.reduce((latest, time) => Math.max(latest, time)) - epoch + 2 * rounding };
}

function readEntry(
  entry: unknown,
  place: string,
  number: number,
): Omit<PlacedEntry, 'address'> & { readonly address: Addressed | undefined } {
  const request = isObject(entry) ? entry['request'] : undefined;
  if (!isObject(entry) || !isObject(request))
    throw new UnreadableTraffic(`${place} has no request; save the capture again`);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    throw new UnreadableTraffic(`${place} has no method or no url in its request; save the capture again`);
  return { entry, place, number, address: addressed(method.toUpperCase(), url) };
}

/** How browsers mark what they did not ask the service for. */
const cacheMarks: readonly ((entry: JsonObject, response: JsonObject) => boolean)[] = [
  (entry) => Boolean(entry['_fromCache'] ?? entry['_isFromCache'] ?? entry['_servedFromCache']),
  (entry) => typeof entry['_fetchType'] === 'string' && entry['_fetchType'] !== 'Network Load',
  (entry, response) => (entry['_fetchedViaServiceWorker'] ?? response['_fetchedViaServiceWorker']) === true,
  (_entry, response) => response['_transferSize'] === 0 && response['status'] === 200,
  // Asked only whether what the browser has still holds, or for a part.
  (_entry, response) => response['status'] === 304 || headersOf(response)['content-range'] !== undefined,
  // A cache on the way says how many seconds ago the service said so.
  (_entry, response) => Number(headersOf(response)['age'] ?? 0) > 0,
];

function isFromCache(entry: JsonObject): boolean {
  const response = isObject(entry['response']) ? entry['response'] : {};
  return cacheMarks.some((isMarked) => isMarked(entry, response));
}
