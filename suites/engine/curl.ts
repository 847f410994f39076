import type { RecordedExchange, Counterexample } from '../../results/report.ts';
import type { CurlSettings, Target } from '../../target/configuration/target.ts';
import { isCut, type AnsweredExchange, type Exchange } from '../../target/exchange.ts';
import { lostForms } from '../../target/redaction.ts';
import { pointerTo, tokenEndpoint, valueAt } from '../../spec/index.ts';
import { isEdit, lineageOf, type MadeRecords } from './made-records.ts';

/** Headers that curl sets on its own or that only matter to the suite. */
const leftOut: ReadonlySet<string> = new Set(['user-agent', 'accept', 'content-length', 'host']);

/** What a line needs and the record does not hold. */
interface LineOptions {
  /** Name of the case that the Authorization header was made for. */
  readonly accessCase?: string | undefined;
  /** The address as a shell word; default: the record's URL, quoted. */
  readonly address?: string;
  readonly settings?: CurlSettings | undefined;
}

/**
 * A shell line that repeats a recorded request. It takes tokens and keys from the environment, under their names in the
 * record. If the record lacks part of what was sent, the line is a shell comment that says so.
 *
 * @param options - what the record does not hold
 */
export function curlLine({ request }: RecordedExchange, options: LineOptions = {}): string {
  const { accessCase, address = addressPart(request.url), settings } = options;
  const { method, url, headers, body, isBinary, wire, altered } = request;
  const lost = lossOf(request, accessCase);
  if (lost !== undefined) return `# cannot be repeated by hand: ${lost}`;
  if (wire !== undefined) return socketLine(url, wire);
  const shown = Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase()));
  const [before = '', data = ''] = body === undefined ? [] : bodyParts(body, isBinary === true);
  // Without this, curl would add a content type of its own.
  const hasType = shown.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    `${before}curl -sS -i`,
    ...(settings === undefined ? [] : connectionOptions(settings)),
    method === 'GET' ? '' : `-X ${method}`,
    address,
    ...shown.map(([name, value]) => `-H ${headerPart(name, value, altered)}`),
    body === undefined || hasType ? '' : "-H 'content-type:'",
    data,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** The variable for the secret if the run did not take it from the environment. */
const unsetVariable = 'BFC_CLIENT_SECRET';
/** If the variable is not set, the shell says so and sends nothing. */
const demand = `: "\${${unsetVariable}:?has to be set to the secret of the key}"`;

/** Fetches `$BFC_TOKEN` for curl lines. The secret is piped to curl, so that no other process sees it. */
export function tokenLine(target: Pick<Target, 'authUrl' | 'credentials' | 'curl' | 'secretVariable'>): string {
  const { authUrl, credentials, curl, secretVariable = unsetVariable } = target;
  const asked = [
    'curl -sS -K -',
    ...(curl === undefined ? [] : connectionOptions(curl)),
    `-H 'content-type: application/json' -d '{"grant_type":"client_credentials"}'`,
    quoted(`${authUrl}${tokenEndpoint.path}`),
  ];
  const demanded = target.secretVariable === undefined ? `${demand} && ` : '';
  const key = `${demanded}printf 'user = "%s:%s"' ${quoted(credentials.clientId)} "$${secretVariable}"`;
  const picked = String.raw`sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/'`;
  return `export BFC_TOKEN="$(${key} | ${asked.join(' ')} | ${picked})"`;
}

const fileOptions = { ca: '--cacert', cert: '--cert', key: '--key' } as const;

function connectionOptions({ headers, files }: CurlSettings): readonly string[] {
  const ofHeaders = Object.entries(headers).map(
    ([name, variable]) => `-H ${doubleQuoted(`${name}: `).replace(/"$/, `$${variable}"`)}`,
  );
  const ofFiles = (['ca', 'cert', 'key'] as const).flatMap((key) =>
    files[key] === undefined ? [] : [`${fileOptions[key]} ${quoted(files[key])}`],
  );
  return [...ofHeaders, ...ofFiles];
}

/** Why the record lacks part of the request that was sent; undefined if it has all of it. */
function lossOf({ url, headers, body = '', wire = '', altered }: RecordedExchange['request'], accessCase?: string) {
  if ([body, wire].some(isCut)) return 'the request was too long to be recorded whole';
  const texts = [url, body, wire, ...Object.values(headers)];
  const lost = lostForms.find((form) => texts.some((text) => text.includes(form)));
  if (lost === undefined || (lost === '<token>' && altered !== undefined)) return undefined;
  // A case name from saved traffic may contain anything; as JSON it cannot end the comment line.
  const how = accessCase === undefined ? '' : `: ${JSON.stringify(accessCase)}`;
  return lost === '<token>'
    ? `the token was made for this case, and a report holds none${how}`
    : `it carried a secret or a part of one, which a report does not hold${how}`;
}

/** Seconds to wait for an answer to a request that is not HTTP: the connection may stay open after the answer. */
const longestWait = 3;

/** Sends a request that is not HTTP over a bare connection: with curl in the clear, with openssl over TLS. */
function socketLine(url: string, wire: string): string {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const at = `${hostname}:${port === '' ? (isSecure ? '443' : '80') : port}`;
  const bytes = withVariables(formatOf(wire));
  const peer = isSecure ? `openssl s_client -quiet -connect ${at}` : `curl -s -m ${longestWait} telnet://${at}`;
  return `printf ${bytes} | ${peer}`;
}

const addressPart = (url: string): string => (/\$BFC_/.test(url) ? withVariables(url) : quoted(url));

/** curl sends a header without a value only when it is written with a semicolon. */
function headerPart(name: string, value: string, altered: string | undefined): string {
  const line = value === '' ? `${name};` : `${name}: ${value}`;
  if (name.toLowerCase() !== 'authorization') return quoted(line);
  return withVariables(line).replace('<token>', (form) => altered ?? form);
}

/** The parts of the line before and after curl. A body that is binary or has a NUL is piped in, not an argument. */
function bodyParts(body: string, isBinary: boolean): readonly [before: string, data: string] {
  if (!isBinary && !body.includes('\0')) return ['', `--data-raw ${quoted(body)}`];
  const format = isBinary ? formatOf(body) : escaped(body).replaceAll('\0', '\\000');
  return [`printf ${quoted(format.replace(/^-/, '\\055'))} | `, '--data-binary @-'];
}

/** Bytes, one per character, as a printf format: printable ASCII as it is, octal escapes for the rest. */
function formatOf(bytes: string): string {
  return escaped(bytes).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Text in double quotes in which the shell expands nothing. */
function doubleQuoted(text: string): string {
  return `"${text.replaceAll(/[\\"`$]/g, String.raw`\$&`)}"`;
}

/** Text in double quotes in which the shell expands only the variables of tokens and keys. */
function withVariables(text: string): string {
  const escaped = text
    .replaceAll(/[\\"`]/g, String.raw`\$&`)
    .replaceAll(/\$(BFC_(?:(?:EXPIRED|SECOND)_)?TOKEN|BFC_(?:SECOND_)?CREDENTIALS)?(?=(\w)?)/g, variable);
  return `"${escaped}"`;
}

/** A shell variable, in braces if a word character follows; any other dollar sign is escaped. */
function variable(_: string, name?: string, next?: string): string {
  if (name === undefined) return String.raw`\$`;
  return next === undefined ? `$${name}` : `\${${name}}`;
}

interface LineSources {
  readonly made: MadeRecords;
  /** Whether the failure needs the clock to change between two writes. */
  readonly isOfClock?: boolean | undefined;
  readonly record: (exchange: Exchange) => RecordedExchange;
  readonly settings?: CurlSettings | undefined;
}

/**
 * The shell lines that repeat what the evidence shows. An edit uses up the version that it names, and a service may
 * give a decision another version at any time. So the line of an edit first makes a new version to name.
 */
export function linesByHand(
  exchanges: readonly Exchange[],
  sources: LineSources,
): Pick<Counterexample, 'curl' | 'curlOfWrite'> {
  const deciding = exchanges.at(-1);
  if (deciding === undefined) return { curl: '' };
  if (isWrite(deciding)) return { curl: lineOf(deciding, exchanges, sources) };
  const curl = curlLine(sources.record(deciding), optionsFor(deciding, sources));
  const write = exchanges.findLast(isWrite);
  return write === undefined ? { curl } : { curl, curlOfWrite: lineOf(write, exchanges, sources) };
}

function optionsFor({ accessCase }: Exchange, { settings }: LineSources): LineOptions {
  return { accessCase, settings };
}

function isWrite({ request }: Exchange): boolean {
  return request.endpoint !== 'token' && request.method !== 'GET';
}

/** The line of a write. For an edit, it begins with the writes that produce the version it names. */
function lineOf(write: Exchange, exchanges: readonly Exchange[], sources: LineSources): string {
  const { record, isOfClock } = sources;
  const { past, maker, ...lineage } = lineageOf(write, exchanges.at(-1) ?? write, sources.made);
  const shown = past.findIndex((one) => exchanges.some(({ number }) => number === one.number));
  const start = shown === -1 ? lineage.start : Math.min(shown, lineage.start);
  const first = past[start];
  if (first === undefined) return curlLine(record(write), optionsFor(write, sources));
  const further = past.slice(start + 1, maker + 1).map((one) => captured(editLine(one, sources), one));
  // For an edit of an old version: the write that used the version up.
  const spent = past.slice(maker + 1, maker + 2).map((one) => editLine(one, sources));
  const made = captured(creationLine(first, past[0] ?? first, sources), first);
  const lines = [made, ...further, ...spent, editLine(write, sources)];
  return lines.find((line) => line.startsWith('#')) ?? lines.join(isOfClock === true ? '; sleep 1; ' : '; ');
}

function editLine(edit: Exchange, sources: LineSources): string {
  const recorded = sources.record(edit);
  const address = doubleQuoted(`${baseOf(recorded)}/renewal_decisions/`).replace(/"$/, '$ID/$VERSION"');
  return curlLine(recorded, { ...optionsFor(edit, sources), address });
}

/** A line that makes a decision as the write left it: the write itself, or a create with the content of the edit. */
function creationLine(write: AnsweredExchange, oldest: AnsweredExchange, sources: LineSources): string {
  const recorded = sources.record(write);
  const options = optionsFor(write, sources);
  if (!isEdit(write)) return curlLine(recorded, options);
  const group = String(valueAt(oldest.answer.json, pointerTo('group_id')));
  const url = isEdit(oldest)
    ? `${baseOf(recorded)}/groups/${encodeURIComponent(group)}/renewal_decisions`
    : sources.record(oldest).request.url;
  return curlLine({ ...recorded, request: { ...recorded.request, method: 'POST', url } }, options);
}

function baseOf({ request: { url } }: RecordedExchange): string {
  return url.slice(0, url.lastIndexOf('/renewal_decisions/'));
}

/** The line, extended to print its answer and to put the answer's id and version into variables. */
function captured(line: string, { answer }: AnsweredExchange): string {
  if (line.startsWith('#')) return line;
  const variables = ['id', 'version'].map((name) => `${name.toUpperCase()}=$(${taken(name, answer)})`);
  return `MADE=$(${line}); ${variables.join(' ')}; printf '%s\\n' "$MADE"`;
}

/** Extracts a member of the record by its position: other members of the same name may come before it. */
function taken(name: string, { text, json }: AnsweredExchange['answer']): string {
  const value = valueAt(json, pointerTo(name));
  const all = [...text.matchAll(new RegExp(`"${name}" *: *"([^"]*)"`, 'g'))];
  const at = all.findIndex(([, found]) => found === value);
  const position = Math.max(at, 0) + 1;
  return `printf '%s\\n' "$MADE" | tr , '\\n' | sed -n 's/.*"${name}" *: *"\\([^"]*\\)".*/\\1/p' | sed -n ${position}p`;
}
