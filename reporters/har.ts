import type { Entry, Har, Header, Page } from 'har-format';
import { jsonText } from '../results/printable.ts';
import type { Counterexample, LeftOut, RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { seedOf } from '../results/run-scope.ts';

interface Shown {
  readonly result: RequirementResult;
  readonly evidence: Counterexample;
}

const pageOf = ({ result, evidence }: Shown, startedDateTime: string): Page => ({
  startedDateTime,
  id: result.id,
  title: `${result.id}: ${evidence.message}`,
  pageTimings: {},
  comment: result.title,
});

function entriesOf({ result, evidence }: Shown, startedAt: string): readonly (Entry | undefined)[] {
  const { message, pointer, replay, exchanges } = evidence;
  return exchanges.map((exchange, index) => {
    const decides = index === exchanges.length - 1;
    const entry = entryOf(exchange, startedAt, {
      _requirement: result.id,
      _level: result.level,
      _message: message,
      _pointer: decides ? pointer : undefined,
      _replay: replay,
      comment: decides ? 'shows the breach' : `leads to it, ${index + 1} of ${exchanges.length}`,
    });
    return entry && { ...entry, pageref: result.id };
  });
}

/**
 * The exchanges of all counterexamples as HAR 1.2, for the viewers and proxies that read it: a page for each requirement,
 * its exchanges in order. Members of ours begin with an underscore, as the format asks. Secrets are redacted, as in all reports.
 */
export function renderHar(report: Report): string {
  const { suite, run, target, requirements } = report;
  const seed = seedOf(report);
  const shown = requirements.flatMap((result) =>
    result.counterexample === undefined ? [] : [{ result, evidence: result.counterexample }],
  );
  const taken = shown.map((one) => ({ one, entries: entriesOf(one, run.startedAt) }));
  const left = taken
    .filter(({ entries }) => entries.includes(undefined))
    .map(({ one, entries }) => `${one.result.id} (${entries.filter((entry) => entry === undefined).length})`);
  const comments = [
    seed === undefined
      ? `Counterexamples in saved traffic of ${target.name}.`
      : `Counterexamples of a conformance run with seed ${seed}${run.today === undefined ? '' : `, today ${run.today},`} against ${target.name}.`,
    ...(shown.every(({ evidence }) => evidence.exchanges.every(({ startedAt }) => startedAt !== undefined))
      ? []
      : ['Entries carry the time at which the run started where it is not recorded when they were sent.']),
    ...(shown.length === 0 ? ['The run has none.'] : []),
    ...(left.length === 0
      ? []
      : [`Left out, being no HTTP, which this format has no place for: exchanges of ${left.join(', ')}.`]),
  ];
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: suite.name, version: suite.version },
      pages: shown.map((one) => pageOf(one, run.startedAt)),
      entries: taken.flatMap(({ entries }) => entries.filter((entry) => entry !== undefined)),
      comment: comments.join(' '),
    },
  };
  return jsonText(har);
}

const cutBody = /… \(\d+ more characters\)$/;

/** Bytes of a body as it was; -1, HAR's word for unknown, where only its beginning was kept. */
const sizeOf = (body: string): number => (cutBody.test(body) ? -1 : Buffer.byteLength(body));

const headersOf = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const typeOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

const unknownVersion = '';

/** The address as HAR wants one: percent signs that escape nothing are escaped themselves, as is what no address holds. */
function addressOf(url: string): URL | undefined {
  const encoded = url.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
  return URL.canParse(encoded) ? new URL(encoded) : undefined;
}

/** An address of nothing but what RFC 3986 allows: browsers let through more. */
function strictly({ origin, pathname, search, hash }: URL): string {
  const encoded = (part: string): string =>
    part.replaceAll(/[^\w.~:/?@!$&'()*+,;=%-]/g, (character) => encodeURIComponent(character));
  return `${origin}${encoded(pathname)}${encoded(search)}${hash === '' ? '' : `#${encoded(hash.slice(1))}`}`;
}

type EntryNotes = Readonly<Record<`_${string}`, unknown>> & { readonly comment?: string };

/** An exchange as an entry; undefined where it is none of HTTP's, which the format has no place for. */
export function entryOf(exchange: RecordedExchange, startedAt: string, notes: EntryNotes): Entry | undefined {
  const { request, response, failure, durationMs } = exchange;
  const address = addressOf(request.url);
  if (request.wire !== undefined || address === undefined) return undefined;
  const { body } = request;
  const href = strictly(address);
  return {
    startedDateTime: exchange.startedAt ?? startedAt,
    time: durationMs,
    request: {
      method: request.method,
      url: href,
      httpVersion: unknownVersion,
      cookies: [],
      headers: headersOf(request.headers),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      ...(body === undefined ? {} : { postData: contentOf(request.headers, body) }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : sizeOf(body),
      ...(href === request.url ? {} : { comment: `the address as it was sent: ${request.url}` }),
    },
    response: {
      // As browsers write it where none came.
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: unknownVersion,
      cookies: [],
      headers: headersOf(response?.headers ?? {}),
      content: {
        size: response?.leftOut === undefined ? sizeOf(response?.body ?? '') : -1,
        ...(response === undefined ? { mimeType: '' } : contentOf(response.headers, response.body, response.leftOut)),
      },
      redirectURL: locationOf(response?.headers ?? {}),
      headersSize: -1,
      bodySize: -1,
      ...(response === undefined ? { _error: failure ?? 'no answer' } : {}),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0, comment: 'only the time of the whole exchange was taken' },
    ...notes,
  };
}

function contentOf(
  headers: Readonly<Record<string, string>>,
  text: string,
  leftOut: readonly LeftOut[] = [],
): { mimeType: string; text: string; comment?: string } {
  if (cutBody.test(text)) return { mimeType: 'text/plain', text, comment: 'no more than its beginning was recorded' };
  const lists = leftOut.map(({ at, index, count }) => `${count} items of "${at}" before ${index}`);
  const comment = lists.length === 0 ? {} : { comment: `left out when it was recorded: ${lists.join(', ')}` };
  return { mimeType: typeOf(headers), text, ...comment };
}

const locationOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
