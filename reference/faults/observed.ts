import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idKey, objectOf, type JsonObject } from '../../spec/index.ts';
import { parsed } from '../json-values.ts';
import type { DecisionRecord } from '../store/store.ts';
import {
  isSuccess,
  sentBody,
  withJson,
  withAuthorization,
  withParameter,
  type Begin,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';
import { everywhere, isAt, Memory, type Places, rewrite, type Served } from './rewrites.ts';

/** The JSON object in a part of a header's token; an empty object if there is none. */
export function tokenPart(header: string | undefined, index: number): JsonObject {
  const part = header?.split(' ').at(-1)?.split('.')[index] ?? '';
  return objectOf(parsed(Buffer.from(part, 'base64url').toString('utf8')));
}

export const claimsOf = (header: string | undefined): JsonObject => tokenPart(header, 1);

const organizationOf = (header: string | undefined): unknown => claimsOf(header)['organization_id'];

/** The good Authorization headers seen so far, by the organization that their token names. */
function seenKeys() {
  const headers = new Set<string>();
  let firstOrganization: unknown;
  return {
    note({ request: { headers: sent }, answer }: Served): void {
      const { authorization } = sent;
      if (authorization === undefined || !isSuccess(answer)) return;
      firstOrganization ??= organizationOf(authorization);
      headers.add(authorization);
    },
    /** The latest good header of the organization seen first that meets the condition. */
    ofFirst: (holds: (header: string) => boolean = () => true) =>
      [...headers].findLast((header) => organizationOf(header) === firstOrganization && holds(header)),
    /** The first good header of another organization than that of the given header. */
    other: (header: string | undefined) => [...headers].find((one) => organizationOf(one) !== organizationOf(header)),
    latest: (holds: (header: string) => boolean) => [...headers].findLast(holds),
  };
}

export type SeenKeys = ReturnType<typeof seenKeys>;

/** Lets a behaviour react to every exchange, with the keys seen so far. */
export const withSeenKeys =
  (react: (exchange: Served, keys: SeenKeys) => ServiceAnswer | Promise<ServiceAnswer>): Begin =>
  (store) => {
    const keys = seenKeys();
    return rewrite.exchanges(everywhere, (exchange) => {
      keys.note(exchange);
      return react(exchange, keys);
    })(store);
  };

/** What the client sees if a refused request is served all the same. */
export type Shows = (given: ServiceAnswer, refusal: ServiceAnswer) => ServiceAnswer;

export const refusalAlone: Shows = (_given, refusal) => refusal;

/** Serves a request refused with a status again, with a header that was good before; without one the refusal stands. */
export function withOtherKey(
  places: Places,
  status: number,
  choose: (sent: string, keys: SeenKeys, exchange: Served) => string | undefined,
  shows: Shows,
): Begin {
  return withSeenKeys(async (exchange, keys) => {
    const { request, answer, serve } = exchange;
    if (answer.status !== status || !isAt(places, request)) return answer;
    const other = choose(request.headers['authorization'] ?? '', keys, exchange);
    return other === undefined ? answer : shows(await serve(withAuthorization(request, other)), answer);
  });
}

const keptMs = 1_000;

/** Answers reads refused with a status with what was read from the same address a short while ago. */
export const keepingReads = (places: Places, status: number): Begin =>
  rewrite.exchanges(places, ({ request: { url }, answer, memory }) => {
    if (isSuccess(answer)) memory.set(url, { answer, at: performance.now() });
    const kept = memory.get(url) as { readonly answer: ServiceAnswer; readonly at: number } | undefined;
    const isFresh = kept !== undefined && performance.now() - kept.at < keptMs;
    return answer.status === status && isFresh ? kept.answer : answer;
  });

/** Whether an edit was refused because its version is not current. */
export const isStale = ({ status }: ServiceAnswer): boolean => status === 409 || status === 412;

/** The stored decision that a request is to edit; undefined for any other request. */
export function decisionOf({ request, store }: Pick<Served, 'request' | 'store'>): DecisionRecord | undefined {
  return request.place === 'E4' ? store.decisions.find(request.path['renewal_decision_id'] ?? '') : undefined;
}

export async function editCurrent(exchange: Pick<Served, 'request' | 'store' | 'serve'>): Promise<ServiceAnswer> {
  const edit = (): Promise<ServiceAnswer> =>
    exchange.serve(withParameter(exchange.request, 'version', decisionOf(exchange)?.version ?? ''));
  const answer = await edit();
  // If it is recalculated before it is edited, it has another version.
  return isStale(answer) ? edit() : answer;
}

export function anew(decision: DecisionRecord): DecisionRecord {
  const version = randomUUID();
  return { ...decision, version, versions: [...decision.versions, version] };
}

type OnEdit<Result> = (exchange: Served, decision: DecisionRecord, edits: number) => Result;

/** Lets a behaviour react to edits, with the decision as it is after them and the number of edits so far. */
export const onEdits = (react: OnEdit<ServiceAnswer | Promise<ServiceAnswer>>): Begin =>
  rewrite.exchanges('E4', (exchange) => {
    const { answer, memory } = exchange;
    const decision = decisionOf(exchange);
    if (decision === undefined) return answer;
    if (isSuccess(answer)) memory.count(decision.id);
    return react(exchange, decision, Number(memory.get(decision.id) ?? 0));
  });

/** The request with what the decision holds as its body: an edit that changes nothing. */
export const withContentOf = (request: ServiceRequest, { renewalDate, body }: DecisionRecord): ServiceRequest =>
  withJson(request, { renewal_date: renewalDate, body });

/** Does something with each edit that is refused in a certain way; the refusal stands. */
export const onRefusedEdits = (isSuch: (answer: ServiceAnswer) => boolean, react: OnEdit<unknown>): Begin =>
  onEdits(async (exchange, decision, edits) => {
    if (isSuch(exchange.answer)) await react(exchange, decision, edits);
    return exchange.answer;
  });

/** Marks the snapshot of an employee as replaced after a further one was refused with a status. */
export const replacingRefused = (status: number): Begin =>
  rewrite.exchanges('E6', ({ request, answer, store }) => {
    const { id } = objectOf(objectOf(sentBody(request))['employee']);
    const { latestSnapshot = '' } = store.employees.find(idKey(id)) ?? {};
    const snapshot = answer.status === status ? store.snapshots.find(latestSnapshot) : undefined;
    if (snapshot !== undefined) store.snapshots.update({ ...snapshot, replacedBy: randomUUID() });
    return answer;
  });

/** Milliseconds that a create takes if it matters what is created at the same time. */
const msToCreate = 50;

/** Changes lists of an employee's snapshots, knowing which were created while another one was. */
export const knowingThoseAtOnce =
  (
    react: (exchange: Served, isAtOnce: (record: JsonObject) => boolean) => ServiceAnswer | Promise<ServiceAnswer>,
  ): Begin =>
  (store) => {
    const [creating, overlapped] = [new Map<string, number>(), new Set<string>()];
    const memory = new Memory();
    return async (request, serve) => {
      if (request.place === 'E8') {
        const exchange = { request, answer: await serve(request), memory, store, serve };
        return react(exchange, ({ id }) => overlapped.has(idKey(id)));
      }
      if (request.place !== 'E6') return serve(request);
      const employee = idKey(objectOf(objectOf(sentBody(request))['employee'])['id']);
      const others = creating.get(employee) ?? 0;
      creating.set(employee, others + 1);
      const answer = await serve(request);
      await sleep(msToCreate);
      creating.set(employee, (creating.get(employee) ?? 1) - 1);
      if (others > 0 && isSuccess(answer)) overlapped.add(idKey(objectOf(parsed(answer.text))['id']));
      return answer;
    };
  };

/** Creates snapshots with the content of the last one that was sent for the employee while they were created. */
export const creatingTheLastSent: Begin = () => {
  const sent = new Map<string, unknown>();
  return async (request, serve) => {
    const body = sentBody(request);
    const { id } = objectOf(objectOf(body)['employee']);
    if (request.place !== 'E6' || typeof id !== 'string') return serve(request);
    sent.set(idKey(id), body);
    await sleep(msToCreate);
    return serve(withJson(request, sent.get(idKey(id))));
  };
};
