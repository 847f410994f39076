import type { EndpointId } from '../../spec/index.ts';
import { change, isObject, listOf, objectOf, type Edit, type JsonObject } from './change.ts';
import {
  isSuccess,
  parsed,
  sentBody,
  withBody,
  withJson,
  withQuery,
  type Place,
  type ServiceAnswer,
  type ServiceRequest,
} from './exchange.ts';
import type { Behaviour } from './fault.ts';

/** The places a rewriting is for, in one text: `E3 E4`. */
export type Places = string;

/** Whether a request goes to one of the places. */
export function isAt(places: Places, { place }: { readonly place: Place }): boolean {
  return place !== undefined && places.split(' ').includes(place);
}

/** Changes every answer of the places. */
export function answers(
  places: Places,
  edit: (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer,
): () => Behaviour {
  return () => async (request, serve) => {
    const answer = await serve(request);
    return isAt(places, request) ? edit(answer, request) : answer;
  };
}

/** Changes the body of every success of the places. */
export function successes(
  places: Places,
  edit: (body: JsonObject, request: ServiceRequest) => unknown,
): () => Behaviour {
  return answers(places, (answer, request) => {
    const body = isSuccess(answer) ? parsed(answer.text) : undefined;
    return isObject(body) ? withBody(answer, edit(body, request)) : answer;
  });
}

/** Endpoints whose answers are pages. */
const lists: readonly Place[] = ['E1', 'E5', 'E8'] satisfies EndpointId[];

/** What a record is among: its request, and its position on the page (0 when it stands alone). */
export interface Surroundings {
  readonly request: ServiceRequest;
  readonly position: number;
  /** What was sent to make it; an empty object when nothing was. */
  readonly sent: JsonObject;
}

/** A success's body with each record of it edited; undefined takes a record away. */
export function editRecords(
  body: JsonObject,
  request: ServiceRequest,
  edit: (record: JsonObject, surroundings: Surroundings) => unknown,
): unknown {
  const sent = objectOf(sentBody(request));
  if (!lists.includes(request.place)) return edit(body, { request, position: 0, sent });
  return change(body, 'response[]', (record, position) => edit(objectOf(record), { request, position, sent }));
}

/** Changes every record in the successes of the places, be it alone or on a page. */
export function records(
  places: Places,
  edit: (record: JsonObject, surroundings: Surroundings) => unknown,
): () => Behaviour {
  return successes(places, (body, request) => editRecords(body, request, edit));
}

/** Changes the values at a path of every record in the successes of the places. */
export function members(places: Places, path: string, edit: Edit): () => Behaviour {
  return records(places, (record) => change(record, path, edit));
}

/** Changes every request to the places before the service sees it. */
export function requests(places: Places, edit: (request: ServiceRequest) => ServiceRequest): () => Behaviour {
  return () => (request, serve) => serve(isAt(places, request) ? edit(request) : request);
}

/**
 * Refuses good requests to the places where a condition holds. The service is asked something that it refuses anyway,
 * so that the caller is looked at first and nothing is left behind.
 */
export function refusing(places: Places, holds: (request: ServiceRequest) => boolean): () => Behaviour {
  return requests(places, (request) => {
    if (!holds(request)) return request;
    return request.method === 'GET' ? withQuery(request, { page_size: 'none' }) : withJson(request, {});
  });
}

/** Gives way to another behaviour at every n-th answer of the places that fulfils the condition, counted from the first. */
export function everyNth(
  n: number,
  places: Places,
  begin: () => Behaviour,
  counts: (answer: ServiceAnswer, request: ServiceRequest) => boolean = isSuccess,
): () => Behaviour {
  return () => {
    const behave = begin();
    let counted = 0;
    return async (request, serve) => {
      const answer = await serve(request);
      if (!isAt(places, request) || !counts(answer, request)) return answer;
      counted += 1;
      return counted % n === 0 ? behave(request, () => Promise.resolve(answer)) : answer;
    };
  };
}

/** The records of a page, or the one record that an answer is. */
export function recordsIn(answer: ServiceAnswer, { place }: ServiceRequest): readonly JsonObject[] {
  const body = isSuccess(answer) ? objectOf(parsed(answer.text)) : {};
  return lists.includes(place) ? listOf(body['response']).map(objectOf) : [body];
}

/** A UUID that differs from the given one in its last digit. */
export function anotherId(id: unknown): string {
  const text = String(id);
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}
