import { createHash } from 'node:crypto';
import { msPerDay, type RequirementId } from '../spec/index.ts';
import { seededRandom } from './clock-and-chance.ts';

/** The values worth trying for one point that the documents leave open; the first is this service's own choice. */
export interface Choice<Value> {
  readonly about: string;
  readonly values: readonly [Value, ...Value[]];
  /** How often a random dialect takes each value; undefined: the first one as often as all others together. */
  readonly weights: readonly number[] | undefined;
  /** Whether any value but the first slows clients down; a random dialect takes such a value for at most one choice. */
  readonly slows: boolean;
}

/** For a choice among any numbers, of which the listed ones are worth trying. */
type Numbers = readonly [number, ...number[]];

function choice<const Values extends readonly [unknown, ...unknown[]]>(
  about: string,
  values: Values,
  weights?: readonly number[],
): Choice<Values[number]> {
  return { about, values, weights, slows: false };
}

/** A choice whose second value random dialects never take: it is left to the rules (`reference/rules`). */
const ruled = <const Values extends readonly [unknown, unknown]>(about: string, values: Values) =>
  choice(about, values, [1, 0]);

const slow = <const Values extends readonly [unknown, ...unknown[]]>(
  about: string,
  values: Values,
  weights: readonly number[],
) => ({ ...choice(about, values, weights), slows: true });

/** Every point that `spec/documents` leaves open, with its values: the source of the default and random dialects. */
export const choices = {
  // Tokens and the token service (5-authentication.md)
  tokenStatus: choice('success status of the token request', [200, 201]),
  tokenAlgorithm: choice('signature algorithm of tokens', [
    'RS256',
    'ES256',
    'EdDSA',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES384',
    'ES512',
    'HS256',
    'HS384',
    'HS512',
  ]),
  tokenHeader: choice('what the header of a token says in addition to its algorithm', [
    'kid-and-typ',
    'kid',
    'typ',
    'nothing',
  ]),
  tokenIssuedAt: choice('whether tokens say when they were issued', [true, false], [3, 1]),
  tokenLifetime: choice<Numbers>('seconds that a token lives', [600, 300, 900, 1200]),
  expiresInUnit: choice('unit of expires_in', ['milliseconds', 'seconds', 'microseconds']),
  tokenReuse: choice('what a second token request gets: another token, or the first one again for a while', [
    'another',
    'the-same',
  ]),
  liveTokens: ruled('tokens of a client that are good: all until they expire, or the newest alone', ['all', 'newest']),
  secretTries: ruled('wrong secrets in a row before a client gets no token for a minute', ['any', 3]),
  tokenExtras: choice('members of the token answer beyond the documented three', [false, true]),
  tokenRefusal: choice('status of a token request with wrong credentials', [401, 400, 403]),
  tokenRefusalBody: choice('body of that refusal: that of every 401, or the one of OAuth', ['documented', 'oauth']),

  // Refusals (7-errors.md)
  challenge: choice('whether a 401 carries WWW-Authenticate', [true, false]),
  unauthorizedExtras: choice('members of 401 bodies beyond the documented ones', [false, true]),
  brokenToken: choice('what is found wrong with three parts between dots that are no JWT', [
    'credentials',
    'signature',
  ]),
  cutToken: choice('what is found wrong with a token of which only two parts are left', ['credentials', 'signature']),
  schemeCase: choice('letter cases in which the scheme Bearer is taken', ['any', 'exact']),
  strangerStatus: choice('status of an unknown path for a request without a good token', [401, 404]),
  errorShape: choice('shape of error bodies other than the documented 401', [
    'structured',
    'problem',
    'flat',
    'empty',
    'text',
    'html',
    'none',
  ]),
  invalidBodyStatus: choice('status of a body that breaks a documented type or a rule', [422, 400]),
  malformedBodyStatus: choice('status of a body that cannot be read', [400, 422]),
  mediaTypeStatus: choice('status of a body of another media type', [415, 400]),
  unknownIdStatus: choice('status of an unknown identifier', [404, 400, 403, 410]),
  badIdStatus: choice('status of an identifier that is no UUID', [404, 400, 422]),
  methodStatus: choice('status of a method that a path does not have', [405, 404]),

  // Addresses, and how answers are written (1-service.md)
  basePath: choice('path of the API below its origin', ['', '/benefits', '/gateway/fulfillment']),
  origins: choice('token service and API on one origin or two', ['one', 'two']),
  contentType: choice('media type of JSON answers', [
    'application/json; charset=utf-8',
    'application/json',
    'application/vnd.api+json',
    'Application/JSON',
  ]),
  headerCase: choice('letter case of header names', ['lower', 'title', 'upper']),
  contentEncoding: choice('encoding of answers, for clients that do not rule it out', [
    'identity',
    'gzip',
    'deflate',
    'br',
  ]),
  framing: choice('how the length of an answer is given', ['content-length', 'chunked']),
  jsonText: choice('how JSON is written: without blanks, indented, or in ASCII alone', ['compact', 'pretty', 'ascii']),
  integers: choice('how integers are written: 10, 10.0 or 1e1', ['plain', 'point-zero', 'exponent']),
  memberOrder: choice('order of the members of an object: as it comes, by name, or now one and now the other', [
    'as-it-comes',
    'by-name',
    'shifting',
  ]),
  clockSkew: choice<Numbers>(
    'seconds that the clock of the service is ahead of the true time',
    [0, 5400, -86_400, 600, -600],
    [4, 1, 1, 0, 0],
  ),
  timestampUnit: choice('unit of created and modified', ['seconds', 'milliseconds', 'microseconds', 'nanoseconds']),
  idCase: choice('letter case of issued identifiers', ['lower', 'upper', 'mixed']),
  idLookup: ruled('letter cases in which identifiers in a path are found', ['any', 'as-issued']),
  sentIds: choice('letter case of carriers and plans in answers: that of the request, or that of issued ones', [
    'as-sent',
    'as-issued',
  ]),
  uuidVersion: choice('version of issued UUIDs; any: of no version or variant in particular', [4, 7, 1, 'any']),
  extraFields: choice('members beyond the documented ones: none, a few on records, or everywhere', [
    false,
    true,
    'everywhere',
  ]),

  // Lists (8-limits.md)
  defaultPageSize: choice<Numbers>('page size when none is asked for', [20, 10, 50, 100, 3, 1], [10, 3, 2, 2, 2, 1]),
  maxPageSize: choice<Numbers>('largest page', [100, 20, 50, 1000]),
  pageSizeOverMax: choice('a page size above the largest', ['capped', 'refused']),
  listLag: ruled('milliseconds until a list shows what was written', [0, 1500]),
  listUpdates: ruled('how lists learn of what was written: each write alone, or all at every full second', [
    'each',
    'together',
  ]),
  listCache: ruled('milliseconds for which a list that was read is given again', [0, 1500]),
  pagedLists: choice('lists that are paged; others are always answered whole', ['all', 'snapshots']),
  offsetPastEnd: choice('an offset past the end of a list', ['empty', 'refused']),
  loneOffset: choice('an offset without a page_size', ['taken', 'refused']),
  lonePageSize: ruled('a page_size without an offset', ['taken', 'refused']),
  badPaging: choice('offsets and page sizes that are none', ['refused', 'ignored']),
  unknownParameters: ruled('query parameters that are not documented', ['ignored', 'refused']),
  emptyPageNum: choice('page_num of an empty list', [1, 0]),
  unalignedPageNum: choice('page_num of a page that begins in the midst of another: that one or the next', [
    'down',
    'up',
  ]),
  listOrder: choice('order of lists', ['oldest-first', 'newest-first', 'by-id', 'scattered']),
  filterDates: choice('date forms in filters', ['http-date-and-iso', 'http-date', 'http-date-iso-ignored']),

  // Request bodies and their echoes (2-resources.md)
  catalogue: choice(
    'carriers and plans that are taken: those of the service, of which decisions of its groups may show some, or any',
    ['own', 'any', 'shown', 'shown-vision'],
    [1, 0, 0, 0],
  ),
  requiredMembers: choice('members that a body must have: a few, what cannot be done without, or all the sample has', [
    'few',
    'fewest',
    'sample',
  ]),
  codedValues: choice('coded values taken: any, those of the vocabularies, or the most ordinary of each', [
    'any',
    'vocabulary',
    'ordinary',
  ]),
  textLimit: choice('characters in a text at most', ['none', 255, 100], [4, 1, 1]),
  bodyLimit: choice<Numbers>('bytes in a body at most', [1024 * 1024, 128 * 1024]),
  businessRules: choice('whether values have to make sense beyond their types', ['few', 'many'], [3, 1]),
  unknownMembers: choice('members of a body that are not documented', ['kept', 'refused', 'dropped']),
  assignedIds: choice('whether an echo shows the identifiers that were left to the service', [true, false]),
  absentMembers: choice('members of an echo that were not submitted', ['absent', 'null']),

  // Group connections (4-endpoints.md, E2)
  connectionStatus: choice('success status of creating a connection', [201, 200, 202]),
  connectionOutcome: choice('the two members whose names are not shown: by one set of names, by another, or absent', [
    'empty',
    'renamed',
    'absent',
  ]),
  groupVersions: choice('when a group changes: never, or with everything that is made in it', [
    'never',
    'with-content',
  ]),
  newGroups: choice('whether the group that comes with a connection is listed', ['listed', 'unlisted']),

  // Renewal decisions (4-endpoints.md, E3 to E5)
  decisionStatus: choice('success status of creating a renewal decision', [201, 200, 202]),
  staleEdit: choice('an edit of a version that is not current', [409, 412, 'accept', 422, 400, 'ignore']),
  sameEdit: choice('an edit that says what the decision says: it makes a new version, or none', ['new', 'none']),
  unknownVersion: choice('an edit of a version that was never issued', ['stale', 'not-found']),
  recalculation: choice('when decisions are recalculated: at the pace of fulfilment, or within milliseconds', [
    'paced',
    'at-once',
  ]),
  decisionCourse: choice(
    'what recalculation finds: what follows from the content, always the same, or issues that go away',
    ['by-content', 'ready', 'done', 'not-ready', 'catching-up'],
  ),
  issueLine: choice('name of the member of an issue that holds the line of coverage', [
    'line_of_coverage',
    'coverage_line',
    'absent',
  ]),
  planDetails: choice('what comes back of a plan in addition to its name and identifier', ['as-sent', 'nothing']),
  carrierOrder: choice('order of the carriers of a decision', ['as-sent', 'by-id', 'reversed']),
  describedPlanIds: choice('identifier of a plan that was described: one for each name, or another every time', [
    'per-name',
    'fresh',
  ]),
  furtherDecision: ruled('what a further decision of a group is: another one, or the same one with other content', [
    'another',
    'the same',
  ]),
  decisionLines: choice('lines of coverage taken in a decision', ['any', 'shown']),

  // Member snapshots (3-states.md)
  pace: choice<Numbers>(
    'milliseconds per step of recalculation and fulfilment',
    [1000, 50, 250, 1, msPerDay],
    [3, 4, 4, 4, 1],
  ),
  readLag: ruled('milliseconds until a new snapshot can be read', [0, 800]),
  replicas: ruled('replicas that answer reads in turn; of two, only the second is late', [1, 2]),
  snapshotCourse: choice('how fulfilment ends', ['completed', 'failed', 'one-by-one']),
  employeeIds: choice('identifier of an employee that is not known: the one that was sent, or one of its own', [
    'sent',
    'assigned',
  ]),
  createdMembers: choice('members listed as created', ['new', 'all', 'none']),
  summaryCarriers: choice('entries of a fulfillment summary for a carrier that is sent in two letter cases', [
    'one',
    'each',
  ]),
  summaryOrder: choice('order of the carriers in a fulfillment summary', ['as-sent', 'by-id']),
  replacement: choice('what takes the place of a snapshot: the next one of the same employee, or nothing', [
    'newest',
    'never',
  ]),
  replacedByUnset: choice('replaced_by before a replacement', ['null', 'absent']),

  // Speed, limits and connections (8-limits.md)
  latency: slow(
    'milliseconds until a request is looked at; jitter: up to ten',
    [0, 2, 10, 'jitter', 300],
    [6, 2, 1, 1, 0],
  ),
  rateLimit: slow('requests per second before a 429', ['none', 500, 200, 50, 3], [6, 3, 1, 0, 0]),
  throttleStatus: ruled('status of the answers beyond a limit: a 403 names the requests that remain, none', [429, 403]),
  tokenLimit: ruled('token requests per minute before a 429', ['none', 5]),
  connectionLimit: ruled('requests for group connections per minute before a 429', ['none', 60]),
  denials: ruled('answers of 401 after which everything is answered with 429 for a second', ['any', 20]),
  atOnce: choice('requests that are answered at the same time before a 429', ['any', 4, 1], [1, 0, 0]),
  unavailable: slow('one request in so many is answered 503', ['never', 1000, 200], [4, 2, 2]),
  connections: slow(
    'what becomes of a connection after an answer: kept, closed when idle for a moment, or at once',
    ['kept', 'idle-closed', 'closed'],
    [4, 3, 3],
  ),
  mostConnections: ruled('connections that are open at the same time; any more are dropped', ['any', 6]),
  accept: ruled('media types that a request has to accept', ['any', 'json']),
  retryAfter: choice('how a 429 or 503 says when to come again', ['seconds', 'http-date', 'absent']),
};

/** One value for each point that the documents leave open: every place where this service had to choose reads it. */
export type Dialect = {
  readonly [Name in keyof typeof choices]: (typeof choices)[Name] extends Choice<infer Value> ? Value : never;
};

const points: readonly (readonly [name: string, choice: Choice<unknown>])[] = Object.entries(choices);

function decide(pick: (choice: Choice<unknown>, name: string) => unknown): Dialect {
  return Object.fromEntries(points.map(([name, choice]) => [name, pick(choice, name)])) as Dialect;
}

export const defaultDialect: Dialect = decide(({ values }) => values[0]);

/** A seed for each name, so that a new choice does not change what is drawn for the others. */
export function seedOf(name: string, seed: number): number {
  return createHash('sha256').update(`${seed}:${name}`).digest().readUInt32LE();
}

function draw({ values, weights }: Choice<unknown>, seed: number): unknown {
  const shares = weights ?? values.map((_value, index) => (index === 0 ? values.length - 1 : 1));
  let left = seededRandom(seed).below(shares.reduce((sum, share) => sum + share, 0));
  return values.find((_value, index) => (left -= shares[index] ?? 0) < 0) ?? values[0];
}

/** A value for every choice, about half of them this service's own; the same seed gives the same dialect. */
export function randomDialect(seed: number): Dialect {
  const slowing = points.filter(([, { slows }]) => slows).map(([name]) => name);
  // The label is part of the seed: another label would give other dialects.
  const slowed = slowing[seededRandom(seedOf('hindrance', seed)).below(slowing.length)];
  return decide((choice, name) =>
    choice.slows && name !== slowed ? choice.values[0] : draw(choice, seedOf(name, seed)),
  );
}

/** Whether a run may see no issue of a decision: there are none, they come too late, or they go within milliseconds. */
function mayShowNoIssue({ decisionCourse, recalculation, pace }: Dialect, runMs: number): boolean {
  const isOutOfSight = recalculation === 'paced' && pace > runMs;
  const isGoneAtOnce = decisionCourse === 'catching-up' && (recalculation === 'at-once' || pace <= 1);
  return isOutOfSight || isGoneAtOnce || decisionCourse === 'ready' || decisionCourse === 'done';
}

const undecidable: readonly (readonly [
  id: RequirementId,
  isOutOfReach: (dialect: Dialect, runMs: number) => boolean,
])[] = [
  ['token.lifetime', ({ tokenIssuedAt }) => !tokenIssuedAt],
  ['renewals.refused-edit-unchanged', ({ staleEdit }) => staleEdit === 'accept' || staleEdit === 'ignore'],
  ['renewals.issues-explain', mayShowNoIssue],
  ['renewals.issue-record', mayShowNoIssue],
  ['renewals.issue-carrier', mayShowNoIssue],
  ['snapshots.created-members-named', ({ createdMembers }) => createdMembers === 'none'],
];

/** The requirements that a run of `runMs` milliseconds may leave undecided against a service with the dialect. */
export function outOfReachIn(dialect: Dialect, runMs: number): readonly RequirementId[] {
  return undecidable.flatMap(([id, isOutOfReach]) => (isOutOfReach(dialect, runMs) ? [id] : []));
}
