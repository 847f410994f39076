import {
  arrayOf,
  type EndpointId,
  isObject,
  type JsonObject,
  mapTexts,
  objectOf,
  type RequirementId,
} from '../../spec/index.ts';
import { change, parsed, type Edit } from '../json-values.ts';
import type { Store } from '../store/store.ts';
import {
  answerWith,
  isSuccess,
  sentBody,
  withBody,
  withJson,
  withQuery,
  type Begin,
  type Fault,
  type Place,
  type Serve,
  type ServiceAnswer,
  type ServiceRequest,
} from './fault.ts';

/** The places that a rewrite applies to, in one text: `E3 E4`. */
export type Places = string;

export const everywhere: Places = 'E1 E2 E3 E4 E5 E6 E7 E8';
export const writes: Places = 'E2 E3 E4 E6';

export function isAt(places: Places, { place }: ServiceRequest): boolean {
  return place !== undefined && places.split(' ').includes(place);
}

export class Memory extends Map<unknown, unknown> {
  /** Stores a value and returns the one before. */
  swap(key: unknown, value: unknown): unknown {
    const before = this.get(key);
    this.set(key, value);
    return before;
  }

  /** The value that was stored first: this one if there was none. */
  first(key: unknown, value: unknown): unknown {
    if (!this.has(key)) this.set(key, value);
    return this.get(key);
  }

  /** How often this was called for a key, this time included. */
  count(key: unknown): number {
    const count = Number(this.get(key) ?? 0) + 1;
    this.set(key, count);
    return count;
  }
}

type Query = Readonly<Record<string, string | undefined>>;

/** An exchange with the service, as seen by a behaviour that reacts to the answer. */
export interface Served {
  readonly request: ServiceRequest;
  readonly answer: ServiceAnswer;
  readonly serve: Serve;
  readonly memory: Memory;
  readonly store: Store;
}

/** The context of a record that is edited. */
interface Surroundings extends Pick<Served, 'request' | 'memory' | 'store'> {
  /** On its page; 0 if it is not in a list. */
  readonly position: number;
  /** What was sent to make it; an empty object if nothing was. */
  readonly sent: JsonObject;
}

type RecordEdit = (record: JsonObject, surroundings: Surroundings) => unknown;

const lists: readonly Place[] = ['E1', 'E5', 'E8'] satisfies EndpointId[];

/** A page with other records; the total is adjusted. */
function otherPage(body: JsonObject, edit: (records: readonly unknown[]) => readonly unknown[]): JsonObject {
  const before = arrayOf(body['response']);
  const response = edit(before);
  const added = response.length - before.length;
  return { ...body, meta: change(body['meta'], 'total_records', (total) => Number(total) + added), response };
}

/** An answer with its body edited, if it is a success with an object. */
export function editBody(answer: ServiceAnswer, edit: (body: JsonObject) => unknown): ServiceAnswer {
  const body = isSuccess(answer) ? parsed(answer.text) : undefined;
  return isObject(body) ? withBody(answer, edit(body)) : answer;
}

/** A success with each of its records edited; undefined removes a record. */
export function editRecords(exchange: Omit<Served, 'serve'>, edit: RecordEdit): ServiceAnswer {
  const { request, answer } = exchange;
  const sent = objectOf(sentBody(request));
  const edited = (record: unknown, position: number): unknown =>
    edit(objectOf(record), { ...exchange, position, sent });
  return editBody(answer, (body) =>
    lists.includes(request.place)
      ? otherPage(body, (records) => records.map(edited).filter((record) => record !== undefined))
      : edited(body, 0),
  );
}

/** A value as text; one that nests too deep to be written is given by its type alone. */
function inShort(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return typeof value;
  }
}

/** Rewrites of requests and answers at some places. `Made` is the result: a behaviour, or a row of a table. */
class Rewrites<Made> {
  readonly #made: (begin: Begin) => Made;
  readonly #holds: (request: ServiceRequest) => boolean;
  readonly #every: number;

  constructor(made: (begin: Begin) => Made, holds: (request: ServiceRequest) => boolean = () => true, every = 1) {
    this.#made = made;
    this.#holds = holds;
    this.#every = every;
  }

  where(holds: (request: ServiceRequest) => boolean): Rewrites<Made> {
    return new Rewrites(this.#made, (request) => this.#holds(request) && holds(request), this.#every);
  }

  /** Applies only to every n-th success, counted from the first. */
  every(n: number): Rewrites<Made> {
    return new Rewrites(this.#made, this.#holds, n);
  }

  by(begin: Begin): Made {
    return this.#made(begin);
  }

  /** Lets the service answer first, then reacts. */
  exchanges(places: Places, react: (exchange: Served) => ServiceAnswer | Promise<ServiceAnswer>): Made {
    return this.#made((store) => {
      const memory = new Memory();
      let successes = 0;
      return async (request, serve) => {
        const answer = await serve(request);
        if (!isAt(places, request) || !this.#holds(request)) return answer;
        if (isSuccess(answer)) successes += 1;
        const isCounted = this.#every === 1 || (isSuccess(answer) && successes % this.#every === 0);
        return isCounted ? react({ request, answer, serve, memory, store }) : answer;
      };
    });
  }

  answers(places: Places, edit: (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer): Made {
    return this.exchanges(places, ({ answer, request }) => edit(answer, request));
  }

  /** Replaces the answers for which a condition holds by one of our own. */
  fails(places: Places, status: number, holds: (answer: ServiceAnswer, request: ServiceRequest) => boolean): Made {
    return this.answers(places, (answer, request) => (holds(answer, request) ? answerWith(status) : answer));
  }

  /** Answers requests of this kind with 500, except those without a good token. */
  crashes(places: Places, holds: (request: ServiceRequest) => boolean): Made {
    return this.fails(places, 500, ({ status }, request) => status !== 401 && holds(request));
  }

  refusals(places: Places, edit: (body: JsonObject) => unknown): Made {
    return this.answers(places, (answer) =>
      answer.status === 401 ? withBody(answer, edit(objectOf(parsed(answer.text)))) : answer,
    );
  }

  successes(places: Places, edit: (answer: ServiceAnswer) => ServiceAnswer): Made {
    return this.answers(places, (answer) => (isSuccess(answer) ? edit(answer) : answer));
  }

  status(places: Places, status: number): Made {
    return this.successes(places, (answer) => ({ ...answer, status }));
  }

  delivery(places: Places, delivery: 'torn' | 'closed' | 'never'): Made {
    return this.successes(places, (answer) => ({ ...answer, delivery }));
  }

  bodies(places: Places, edit: (body: JsonObject, request: ServiceRequest) => unknown): Made {
    return this.answers(places, (answer, request) => editBody(answer, (body) => edit(body, request)));
  }

  /** Changes which records a page holds; the total is adjusted. */
  pages(places: Places, edit: (records: readonly unknown[]) => readonly unknown[]): Made {
    return this.bodies(places, (body) => otherPage(body, edit));
  }

  /** Edits each record; undefined removes one from its page. */
  records(places: Places, edit: RecordEdit): Made {
    return this.exchanges(places, (exchange) => editRecords(exchange, edit));
  }

  nth(places: Places, n: number, edit: (record: JsonObject) => unknown): Made {
    return this.records(places, (record, { position }) => (position === n ? edit(record) : record));
  }

  ofStatus(places: Places, status: string, edit: (record: JsonObject) => unknown): Made {
    return this.records(places, (record) => (record['status'] === status ? edit(record) : record));
  }

  /** Changes values in every record; several paths are separated by blanks. */
  members(places: Places, paths: string, edit: Edit): Made {
    return this.records(places, (record) =>
      paths.split(' ').reduce<unknown>((edited, path) => change(edited, path, edit), record),
    );
  }

  set(places: Places, path: string, value: unknown): Made {
    return this.members(places, path, () => value);
  }

  without(places: Places, path: string): Made {
    return this.members(places, path, lost);
  }

  texts(places: Places, paths: string, to: (text: string) => string): Made {
    return this.members(places, paths, (value) => mapTexts(value, to));
  }

  /** Edits requests; one for which the edit returns undefined stays as it is. */
  requests(places: Places, edit: (request: ServiceRequest) => ServiceRequest | undefined): Made {
    return this.#made(() => (request, serve) => {
      const isMeant = isAt(places, request) && this.#holds(request);
      return serve((isMeant ? edit(request) : undefined) ?? request);
    });
  }

  /** Asks the service with other parameters; undefined removes one. */
  asks(places: Places, query: Query | ((request: ServiceRequest) => Query)): Made {
    return this.requests(places, (request) => withQuery(request, typeof query === 'function' ? query(request) : query));
  }

  /** Accepts bodies with certain values at a path, as if others had been sent there. */
  takes(
    places: Places,
    path: string,
    isSuch: (value: unknown, pointer: string) => boolean,
    to: (value: unknown) => unknown,
  ): Made {
    return this.requests(places, (request) => {
      let found = false;
      const sent = change(sentBody(request), path, (value, pointer) => {
        const isFound = isSuch(value, pointer);
        found ||= isFound;
        return isFound ? to(value) : value;
      });
      return found ? withJson(request, sent) : request;
    });
  }

  takesNonTexts(places: Places, path: string, to: (value: unknown) => unknown = inShort): Made {
    return this.takes(places, path, (value) => typeof value !== 'string', to);
  }

  takesTexts(places: Places, path: string, form: RegExp, to: (text: string) => unknown): Made {
    return this.takes(
      places,
      path,
      (value) => typeof value === 'string' && form.test(value),
      (text) => to(String(text)),
    );
  }

  /** Accepts a value that is not an object as a member of later items of a list, as if it were an empty object. */
  takesLater(places: Places, list: string, member: string): Made {
    const isWrong = (item: unknown, pointer: string): boolean =>
      !pointer.endsWith('/0') && typeof (objectOf(item)[member] ?? {}) !== 'object';
    return this.takes(places, `${list}[]`, isWrong, having({ [member]: {} }));
  }

  /**
   * Refuses good requests. The service gets a request that it refuses anyway, so that authentication still comes first
   * and nothing is left behind.
   */
  refuses(places: Places, holds: (request: ServiceRequest) => boolean): Made {
    return this.where(holds).requests(places, (request) =>
      request.method === 'GET' ? withQuery(request, { page_size: 'none' }) : withJson(request, {}),
    );
  }
}

export const rewrite = new Rewrites<Begin>((begin) => begin);

type Row = Omit<Fault, 'name'>;

/** A row of a fault table under construction: members of `Fault`, then the behaviour, which completes it. */
class BegunRow extends Rewrites<Row> {
  readonly #members: Omit<Row, 'begin'>;

  constructor(members: Omit<Row, 'begin'>) {
    super((begin) => ({ ...members, begin }));
    this.#members = members;
  }

  #with(more: Partial<Row>): BegunRow {
    return new BegunRow({ ...this.#members, ...more });
  }

  when(when: string): BegunRow {
    return this.#with({ when });
  }

  /** Further requirements that it has to break. */
  and(...breaks: readonly RequirementId[]): BegunRow {
    return this.#with({ breaks: [...this.#members.breaks, ...breaks] });
  }

  also(...also: readonly RequirementId[]): BegunRow {
    return this.#with({ also });
  }

  proof(how: Pick<Fault, 'answerMs' | 'watchMs' | 'pace' | 'namesPlans'>): BegunRow {
    return this.#with(how);
  }
}

export const fault = (breaks: RequirementId, description: string): BegunRow =>
  new BegunRow({ description, breaks: [breaks] });

export const breaking = (breaks: RequirementId) => (description: string) => fault(breaks, description);

/** Requirements that fail if another answer shows the right value under the same version. */
export const shownElsewhere = ['versions.change-with-record'] as const;

/** Requirements that fail if a list lacks a decision, whatever its filter. */
export const filtered = [
  'renewals.filter-date',
  'renewals.filter-range',
  'renewals.filter-bounds',
  'renewals.filter-combined',
] as const;

/** The records of a success: those of a page, or the single one. */
export function recordsIn(answer: ServiceAnswer, { place }: ServiceRequest): readonly JsonObject[] {
  const body = isSuccess(answer) ? objectOf(parsed(answer.text)) : {};
  return lists.includes(place) ? arrayOf(body['response']).map(objectOf) : [body];
}

/** Leaves the record that was created last for an owner out of that owner's list. */
export const hidingTheLast = (create: EndpointId, list: EndpointId, owner: string): Begin =>
  rewrite.records(`${create} ${list}`, (record, { request, memory }) => {
    if (request.place === create) memory.set(record[owner], record['id']);
    return request.place === list && memory.get(record[owner]) === record['id'] ? undefined : record;
  });

export const nth =
  (n: number, edit: (item: unknown) => unknown): Edit =>
  (item, pointer) =>
    pointer.endsWith(`/${n}`) ? edit(item) : item;

export const lost = (): undefined => undefined;

export const having =
  (more: JsonObject) =>
  (value: unknown): JsonObject => ({ ...objectOf(value), ...more });

export const lacking =
  (name: string) =>
  (value: unknown): unknown =>
    change(value, name, lost);

/** Moves an end that is before the begin to the begin. */
export const endingNoEarlier =
  (begin: string, end: string): Edit =>
  (value) => {
    const { [begin]: from, [end]: to } = objectOf(value);
    return typeof from === 'string' && String(to) < from ? having({ [end]: from })(value) : value;
  };

export function anotherId(id: unknown): string {
  const text = String(id);
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}

export const astralLost = (text: string): string => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?');

export const trimmed = (text: string): string => text.trim();

export const cut = (text: string): string => text.slice(0, 100);

export const today = (): string => new Date().toISOString().slice(0, 10);

export const composed = (text: string): string => text.normalize('NFC');

export const dayWithTime = /^\d{4}-\d\d-\d\dT[\d:]+Z$/;

export const unpaddedDay = /^\d{4}-(?:\d-\d\d?|\d\d-\d)$/;

export const padded = (day: string): string => day.replaceAll(/-(\d)(?!\d)/g, '-0$1');

export const undashedId = /^[\da-f]{32}$/i;

export const dashed = (id: string): string => id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
