import type { Content, Entry, Har, Header } from 'har-format';
import { jsonText, lines } from '../results/printable.ts';
import type { Counterexample, LeftOut, RecordedExchange, Report, RequirementResult } from '../results/report.ts';
import { seedOf } from '../results/run-scope.ts';

/**
 * The exchanges of all counterexamples as HAR 1.2, for viewers and proxies that read it: a page for each requirement,
 * with its exchanges in order. Our own members begin with an underscore, as the format requires. Secrets are redacted,
 * as in all reports.
 */
export function renderHar(report: Report): string {
  const { suite, run, target, requirements } = report;
  const seed = seedOf(report);
  const shown = requirements.flatMap(({ counterexample, ...result }) =>
    counterexample === undefined
      ? []
      : [{ result, counterexample, entries: entriesOf(result, counterexample, run.startedAt) }],
  );
  const left = shown.flatMap(({ result, counterexample, entries }) => {
    const count = counterexample.exchanges.length - entries.length;
    return count === 0 ? [] : [`${result.id} (${count})`];
  });
  const comments = lines([
    seed === undefined
      ? `Counterexamples in saved traffic of ${target.name}.`
      : `Counterexamples of a conformance run with seed ${seed}${run.today === undefined ? '' : `, today ${run.today},`} against ${target.name}.`,
    shown.some(({ counterexample }) => counterexample.exchanges.some(({ startedAt }) => startedAt === undefined)) &&
      'Entries carry the time at which the run started where it is not recorded when they were sent.',
    shown.length === 0 && 'The run has none.',
    left.length > 0 && `Left out, being no HTTP, which this format has no place for: exchanges of ${left.join(', ')}.`,
  ]);
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: suite.name, version: suite.version },
      pages: shown.map(({ result, counterexample }) => ({
        startedDateTime: run.startedAt,
        id: result.id,
        title: `${result.id}: ${counterexample.message}`,
        pageTimings: {},
        comment: result.title,
      })),
      entries: shown.flatMap(({ entries }) => entries),
      comment: comments.join(' '),
    },
  };
  return jsonText(har);
}

function entriesOf(
  { id, level }: RequirementResult,
  { message, pointer, replay, exchanges }: Counterexample,
  startedAt: string,
): readonly Entry[] {
  return exchanges.flatMap((exchange, index) => {
    const decides = index === exchanges.length - 1;
    const notes = {
      _requirement: id,
      _level: level,
      _message: message,
      _pointer: decides ? pointer : undefined,
      _replay: replay,
      comment: decides ? 'shows the violation' : `leads to it, ${index + 1} of ${exchanges.length}`,
      pageref: id,
    };
    const entry = entryOf(exchange, startedAt);
    return entry === undefined ? [] : [{ ...entry, ...notes }];
  });
}

const cutBody = /… \(\d+ more characters\)$/;

/** The original size of a body in bytes; -1, which means unknown in HAR, if only its beginning was kept. */
const sizeOf = (body: string): number => (cutBody.test(body) ? -1 : Buffer.byteLength(body));

const headersOf = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const headerOf = (headers: Readonly<Record<string, string>>, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const unknownVersion = '';

/** The address with only characters that RFC 3986 allows: URL parsers let more through. */
function strictly({ origin, pathname, search, hash }: URL): string {
  const encoded = (part: string): string =>
    part.replaceAll(/[^\w.~:/?@!$&'()*+,;=%-]/g, (character) => encodeURIComponent(character));
  return `${origin}${encoded(pathname)}${encoded(search)}${hash === '' ? '' : `#${encoded(hash.slice(1))}`}`;
}

/** An exchange as an entry; undefined if it is not HTTP, which the format cannot express. */
export function entryOf(exchange: RecordedExchange, startedAt: string): Entry | undefined {
  const { request, response, failure = 'no answer', durationMs } = exchange;
  const { method, url, headers, body, wire } = request;
  // Percent signs that begin no escape are escaped, as are characters that an address cannot contain.
  const address = URL.parse(url.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  if (wire !== undefined || address === null) return undefined;
  const href = strictly(address);
  return {
    startedDateTime: exchange.startedAt ?? startedAt,
    time: durationMs,
    request: {
      method,
      url: href,
      httpVersion: unknownVersion,
      cookies: [],
      headers: headersOf(headers),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      postData: body === undefined ? undefined : contentOf(headers, body),
      headersSize: -1,
      bodySize: body === undefined ? 0 : sizeOf(body),
      comment: href === url ? undefined : `the address as it was sent: ${url}`,
    },
    response: {
      // Browsers write 0 if there was no answer.
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: unknownVersion,
      cookies: [],
      headers: headersOf(response?.headers ?? {}),
      content: {
        size: response?.leftOut === undefined ? sizeOf(response?.body ?? '') : -1,
        ...(response === undefined ? { mimeType: '' } : contentOf(response.headers, response.body, response.leftOut)),
      },
      redirectURL: headerOf(response?.headers ?? {}, 'location'),
      headersSize: -1,
      bodySize: -1,
      ...(response === undefined && { _error: failure }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0, comment: 'only the time of the whole exchange was taken' },
  };
}

function contentOf(
  headers: Readonly<Record<string, string>>,
  text: string,
  leftOut: readonly LeftOut[] = [],
): Omit<Content, 'size'> & { readonly text: string } {
  if (cutBody.test(text)) return { mimeType: 'text/plain', text, comment: 'no more than its beginning was recorded' };
  const lists = leftOut.map(({ at, index, count }) => `${count} items of "${at}" before ${index}`);
  const comment = lists.length === 0 ? undefined : `left out when it was recorded: ${lists.join(', ')}`;
  return { mimeType: headerOf(headers, 'content-type'), text, comment };
}
