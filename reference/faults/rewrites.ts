import { arrayOf, type EndpointId, isObject, type JsonObject, objectOf } from '../../spec/index.ts';
import { change, mapTexts, parsed, type Edit } from '../json-values.ts';
import {
  answerWith,
  isSuccess,
  sentBody,
  withBody,
  withJson,
  withQuery,
  type Begin,
  type Place,
  type Serve,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';

/** The places that a rewrite is for, in one text: `E3 E4`. */
export type Places = string;

export const everywhere: Places = 'E1 E2 E3 E4 E5 E6 E7 E8';
export const writes: Places = 'E2 E3 E4 E6';

export function isAt(places: Places, { place }: { readonly place: Place }): boolean {
  return place !== undefined && places.split(' ').includes(place);
}

/** An exchange with the service, as a behaviour that reacts to the answer sees it. */
export interface Served {
  readonly request: ServiceRequest;
  readonly answer: ServiceAnswer;
  readonly serve: Serve;
}

/**
 * Lets the service answer first, and reacts to every exchange.
 *
 * @param remember makes the memory of one running service
 */
export function afterwards<Memory>(
  remember: () => Memory,
  react: (exchange: Served, memory: Memory) => ServiceAnswer | Promise<ServiceAnswer>,
): Begin {
  return () => {
    const memory = remember();
    return async (request, serve) => react({ request, serve, answer: await serve(request) }, memory);
  };
}

export function answers(
  places: Places,
  edit: (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer,
): Begin {
  return afterwards(
    () => undefined,
    ({ request, answer }) => (isAt(places, request) ? edit(answer, request) : answer),
  );
}

export function successStatus(places: Places, status: number): Begin {
  return answers(places, (answer) => (isSuccess(answer) ? { ...answer, status } : answer));
}

/** Puts an answer of our own in the place of those for which a condition holds. */
export function failing(
  places: Places,
  status: number,
  holds: (answer: ServiceAnswer, request: ServiceRequest) => boolean,
): Begin {
  return answers(places, (answer, request) => (holds(answer, request) ? answerWith(status) : answer));
}

export function successes(places: Places, edit: (body: JsonObject, request: ServiceRequest) => unknown): Begin {
  return answers(places, (answer, request) => {
    const body = isSuccess(answer) ? parsed(answer.text) : undefined;
    return isObject(body) ? withBody(answer, edit(body, request)) : answer;
  });
}

const lists: readonly Place[] = ['E1', 'E5', 'E8'] satisfies EndpointId[];

/** Changes which records a page holds; the total follows. */
export function pages(places: Places, edit: (records: readonly unknown[]) => readonly unknown[]): Begin {
  return successes(places, ({ meta, ...body }) => {
    const before = arrayOf(body['response']);
    const response = edit(before);
    const added = response.length - before.length;
    return { ...body, meta: change(meta, 'total_records', (total) => Number(total) + added), response };
  });
}

/** The request that a record answers, and its position on the page (0 when it stands alone). */
export interface Surroundings {
  readonly request: ServiceRequest;
  readonly position: number;
  /** What was sent to make it; an empty object when nothing was. */
  readonly sent: JsonObject;
}

type RecordEdit = (record: JsonObject, surroundings: Surroundings) => unknown;

/** A success's body with each record of it edited; undefined removes a record. */
export function editRecords(body: JsonObject, request: ServiceRequest, edit: RecordEdit): unknown {
  const sent = objectOf(sentBody(request));
  if (!lists.includes(request.place)) return edit(body, { request, position: 0, sent });
  return change(body, 'response[]', (record, position) => edit(objectOf(record), { request, position, sent }));
}

export function records(places: Places, edit: RecordEdit): Begin {
  return successes(places, (body, request) => editRecords(body, request, edit));
}

export function nthRecord(n: number, places: Places, edit: (record: JsonObject) => unknown): Begin {
  return records(places, (record, { position }) => (position === n ? edit(record) : record));
}

export function ofStatus(status: string, places: Places, edit: (record: JsonObject) => unknown): Begin {
  return records(places, (record) => (record['status'] === status ? edit(record) : record));
}

/**
 * Changes values of every record in the successes of the places.
 *
 * @param paths one or several, with blanks between them
 */
export function members(places: Places, paths: string, edit: Edit): Begin {
  return records(places, (record) =>
    paths.split(' ').reduce<unknown>((edited, path) => change(edited, path, edit), record),
  );
}

export const setTo = (places: Places, path: string, value: unknown): Begin => members(places, path, () => value);

export const without = (places: Places, path: string): Begin => members(places, path, () => undefined);

export function texts(places: Places, paths: string, to: (text: string) => string): Begin {
  return members(places, paths, (value) => mapTexts(value, to));
}

export const nth =
  (n: number, edit: (item: unknown) => unknown): Edit =>
  (item, position) =>
    position === n ? edit(item) : item;

export const lost = (): undefined => undefined;

export const having =
  (more: JsonObject) =>
  (value: unknown): JsonObject => ({ ...objectOf(value), ...more });

export const lacking =
  (name: string) =>
  (value: unknown): unknown =>
    change(value, name, () => undefined);

export function requests(places: Places, edit: (request: ServiceRequest) => ServiceRequest): Begin {
  return () => (request, serve) => serve(isAt(places, request) ? edit(request) : request);
}

/** Takes bodies with values that are no text at a path, as if they had been sent with others there. */
export function takingNonTexts(
  places: Places,
  path: string,
  to: (value: unknown) => unknown = (value) => JSON.stringify(value),
): Begin {
  return requests(places, (request) => {
    let found = false;
    const sent = change(sentBody(request), path, (value) => {
      if (typeof value === 'string') return value;
      found = true;
      return to(value);
    });
    return found ? withJson(request, sent) : request;
  });
}

/**
 * Refuses good requests to the places where a condition holds. The service is asked something that it refuses anyway,
 * so that authentication comes first and nothing is left behind.
 */
export function refusing(places: Places, holds: (request: ServiceRequest) => boolean): Begin {
  return requests(places, (request) => {
    if (!holds(request)) return request;
    return request.method === 'GET' ? withQuery(request, { page_size: 'none' }) : withJson(request, {});
  });
}

/** Applies a rewrite of answers to every n-th success of the places, counted from the first. */
export function everyNth(n: number, places: Places, begin: Begin): Begin {
  return () => {
    const behave = begin();
    let counted = 0;
    return async (request, serve) => {
      const answer = await serve(request);
      if (!isAt(places, request) || !isSuccess(answer)) return answer;
      counted += 1;
      return counted % n === 0 ? behave(request, () => Promise.resolve(answer)) : answer;
    };
  };
}

export function recordsIn(answer: ServiceAnswer, { place }: ServiceRequest): readonly JsonObject[] {
  const body = isSuccess(answer) ? objectOf(parsed(answer.text)) : {};
  return lists.includes(place) ? arrayOf(body['response']).map(objectOf) : [body];
}

/**
 * Leaves the record that was created last of its owner out of the list.
 *
 * @param owner - the member that names it: each has a list of its own
 */
export const hidingTheLast =
  (create: EndpointId, list: EndpointId, owner: string): Begin =>
  () => {
    const last = new Map<unknown, unknown>();
    const noting = records(create, (record) => {
      last.set(record[owner], record['id']);
      return record;
    })();
    const isLast = (record: JsonObject): boolean => last.get(record[owner]) === record['id'];
    const listing = pages(list, (listed) => listed.filter((record) => !isLast(objectOf(record))))();
    return (request, serve) => noting(request, (same) => listing(same, serve));
  };

export function anotherId(id: unknown): string {
  const text = String(id);
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}

const beyondPlane = /[\u{10000}-\u{10FFFF}]/gu;

export const astralLost = (text: string): string => text.replaceAll(beyondPlane, '?');

export const trimmed = (text: string): string => text.trim();

export const cut = (text: string): string => text.slice(0, 100);

export const composed = (text: string): string => text.normalize('NFC');

export const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
