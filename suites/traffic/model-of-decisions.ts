import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { KeptExchange } from '../../target/exchange-archive.ts';
import { isSuccess, type Exchange } from '../../target/exchange.ts';
import { editDecision } from '../fixtures/decision-edits.ts';
import {
  inPages,
  isInNoList,
  listedBeside,
  listingOf,
  passes,
  queryOf,
  walkDecisions,
  type Filters,
  type Listing,
} from '../fixtures/decision-lists.ts';
import { decisionOf } from '../fixtures/decision-records.ts';
import { pick, type KnownDecision, type Model, type Real, judge } from './model.ts';
import { endpoints, type JsonObject, objectOf, type RequirementId, sameId } from '../../spec/index.ts';
import { contentViolations } from '../judging/decision-content.ts';
import { isIgnoredEdit } from '../judging/known-records.ts';

type Command = fc.AsyncCommand<Model, Real>;

type Sent = KeptExchange<Exchange>;

/** Days that decisions are drawn from: few, so that decisions share days and are on the bounds of filters. */
const days = [0, 1, 2, 3, 4, 5] as const;
const position = fc.constantFrom(...days);
const drawn = fc.nat({ max: 30 });

/** Makes decisions, one after the other (E3). What a target does not take does not change the model. */
const createDecisions = fc
  .record({ group: fc.nat({ max: 1 }), days: fc.array(position, { minLength: 1, maxLength: 4 }), content: drawn })
  .map(({ group, days, content }): Command => ({
    check: () => true,
    async run(model, real) {
      const target = pick(real.decisionGroups, group);
      for (const [index, day] of days.entries()) {
        const body = pick(real.contents, content + index);
        const date = real.day(day);
        if (body === undefined || target === undefined || date === '') return;
        const sent = { ...body, renewal_date: date };
        const record = decisionOf(await real.api.call('E3', { path: { group_id: target }, json: sent }));
        if (record.id === undefined) return;
        // A service may answer a create with a decision that it already has.
        const known = model.decisions.findIndex((one) => sameId(one.record.id, record.id));
        if (known >= 0) model.decisions.splice(known, 1);
        model.decisions.push({ group: target, past: [], ...written(day, sent, record) });
      }
    },
    toString: () => `create decisions in group ${group} on the days ${days.join(', ')}`,
  }));

function written(day: number, sent: KnownDecision['sent'], record: JsonObject) {
  return { day, sent, record, isRefused: false, isAlone: true, isShown: false };
}

/** A day in the other half than the decision's, unless it stays on its day: a lost move differs from a wrong day. */
function farFrom({ day: current }: KnownDecision, position: number): number {
  const isNear = current !== position && current < days.length / 2 === position < days.length / 2;
  return isNear ? (position + days.length / 2) % days.length : position;
}

/** Edits one of the decisions (E4): under its current version, or under an old one, which a target may take. */
function edit(isStale: boolean): fc.Arbitrary<Command> {
  const mayBeEdited = ({ past }: KnownDecision): boolean => !isStale || past.length > 0;
  return fc
    .record({ which: drawn, version: isStale ? drawn : fc.constant(0), day: position, content: drawn })
    .map(({ which, version, day, content }) => ({
      check: ({ decisions }) => decisions.some(mayBeEdited),
      async run(model, real) {
        const { session, api, contents } = real;
        const [decision, body] = [pick(model.decisions.filter(mayBeEdited), which), pick(contents, content)];
        if (decision === undefined || body === undefined) return;
        const next = isStale ? day : farFrom(decision, day);
        const sent = { ...body, renewal_date: real.day(next) };
        // An edit that changes nothing may well keep the version.
        if (isDeepStrictEqual(sent, decision.sent)) return;
        const path = { renewal_decision_id: String(decision.record.id), version: String(pick(decision.past, version)) };
        const exchange = isStale
          ? await api.call('E4', { path, json: sent })
          : await editDecision(real, decision.group, decision.record, sent);
        // What became of the decision is not known.
        if (isIgnoredEdit(exchange, session.memory)) model.decisions.splice(model.decisions.indexOf(decision), 1);
        else if (isSuccess(exchange)) {
          decision.past.push(decision.record.version);
          for (const one of model.decisions) one.isAlone = false;
          // Members missing from the answer are judged by renewals.edit: it is still the same decision.
          const record = { ...decisionOf(exchange), id: decision.record.id };
          Object.assign(decision, written(next, sent, record));
        }
        // It may have been carried out without an answer before it was sent again.
        else if (exchange.repeated) model.decisions.splice(model.decisions.indexOf(decision), 1);
        else if (isStale) decision.isRefused = true;
      },
      toString: () => `edit decision ${which}${isStale ? ' under an old version' : ''} to day ${day}`,
    }));
}

export const decisionCommands: readonly fc.Arbitrary<Command>[] = [
  createDecisions,
  edit(false),
  edit(false),
  edit(true),
];

/** Whether filters list a decision of a day, and which requirement says so; no requirement if that is not clear. */
function ruleOf(filters: Filters, day: string): { readonly id: RequirementId | undefined; readonly isListed: boolean } {
  const { renewal_date: exact, start_date: start, end_date: end } = filters;
  const given = Object.keys(filters).length;
  const isListed = passes(filters, day);
  if (given === 0) return { id: 'renewals.list', isListed };
  if (exact !== undefined && given === 1) return { id: 'renewals.filter-date', isListed };
  // Whether bounds are inclusive is a requirement of its own.
  if (isListed && (day === start || day === end))
    return { id: exact === undefined ? 'renewals.filter-bounds' : undefined, isListed };
  return { id: given === 1 ? 'renewals.filter-range' : 'renewals.filter-combined', isListed };
}

/**
 * The requirement that a listed decision has the content of its last write. Whether other edits, or refused ones, leave
 * it alone is judged only once a list has shown that content.
 */
function ruleOfContent({ past, isRefused, isAlone, isShown }: KnownDecision): RequirementId | undefined {
  if (isAlone && !isRefused) return past.length > 0 ? 'renewals.edit-listed' : undefined;
  if (!isShown || (isRefused && !isAlone)) return undefined;
  return isRefused ? 'renewals.refused-edit-unchanged' : 'renewals.edit-isolated';
}

/** Compares a listed decision with its last write; the evidence is the writes, and the page that lists it. */
function judgeContent(real: Real, decision: KnownDecision, listed: JsonObject, { page, pointer }: Listing): void {
  const id = ruleOfContent(decision);
  const isPage = ({ number }: Sent): boolean => page.some((one) => one.number === number);
  const isOwn = (sent: Sent) => isPage(sent) || writtenBy(sent).some((written) => sameId(written, decision.record.id));
  const isShown = (sent: Sent): boolean =>
    isPage(sent) || sent.endpoint === 'token' || endpoints[sent.endpoint].method !== 'GET';
  const [violation] = contentViolations({ ...decision.sent }, listed);
  if (id !== undefined)
    judge(
      real,
      id,
      violation === undefined,
      () => ({
        code: 'other-content',
        message: `the decision ${String(listed.id)} is listed with other content than it was last given: ${violation?.message}`,
        pointer: `${pointer}${violation?.pointer}`,
        expected: violation?.expected,
        actual: violation?.actual,
      }),
      id === 'renewals.edit-listed' ? isOwn : isShown,
    );
  if (violation === undefined) decision.isShown = true;
  if (decision.past.length === 0) return;
  const isPast = decision.past.some((version) => sameId(version, listed.version));
  judge(
    real,
    'renewals.edit-listed',
    !isPast,
    () => ({
      code: 'old-version',
      message: `the edited decision ${String(listed.id)} is listed under a version from before the edit`,
      pointer: `${pointer}/version`,
      expected: 'another version than before',
      actual: listed.version,
    }),
    isOwn,
  );
}

/** Ids of the decision that a request made or edited, from its answer and its path. */
function writtenBy(sent: Sent): readonly unknown[] {
  if (sent.endpoint !== 'E3' && sent.endpoint !== 'E4') return [];
  const { request, answer } = sent.recall();
  return [objectOf(answer?.json).id, request.pathParameters.renewal_decision_id].filter((id) => id !== undefined);
}

/** Whether no edit of another decision, no refused edit and no edit still unlisted can have changed a decision. */
function isSettled({ past, isRefused, isAlone, isShown }: KnownDecision): boolean {
  return isAlone && !isRefused && (past.length === 0 || isShown);
}

/** A list with more decisions is long: each sequence makes some more. */
const longList = 500;

/** A day to filter by, or none: most lists have at most one filter. */
const bound = fc.option(fc.nat({ max: 5 }), { nil: undefined, freq: 2 });

/** Lists the decisions of a group with any filters (E5), and compares the list with everything that was made. */
export const listDecisions = fc
  .record({ which: fc.nat({ max: 30 }), renewal_date: bound, start_date: bound, end_date: bound })
  .map(({ which, ...drawnFilters }): Command => ({
    check: ({ decisions }) => decisions.length > 0,
    async run(model, real) {
      // The group of one of the decisions or, sometimes, any group: its list may have none of them.
      const group = which % 5 === 0 ? pick(real.decisionGroups, which) : pick(model.decisions, which)?.group;
      if (group === undefined) return;
      const asked: Filters = Object.fromEntries(
        Object.entries(drawnFilters).flatMap(([name, day]) => (day === undefined ? [] : [[name, real.day(day)]])),
      );
      // The list of a group with many decisions is never read without filters: these span all days of a sequence.
      const isSpanned = real.longGroups.has(group) && asked.renewal_date === undefined;
      const filters = isSpanned ? { start_date: real.day(0), end_date: real.day(days.length - 1), ...asked } : asked;
      const own = model.decisions.map((decision) => ({
        decision,
        ...ruleOf(filters, String(decision.sent.renewal_date)),
      }));
      const wanted = own.filter(({ decision, isListed }) => isListed && decision.group === group);
      const walk = await walkDecisions(
        real.api,
        group,
        queryOf(filters),
        wanted.map(({ decision }) => decision.record.id),
      );
      if (walk.decisions.length > longList) real.longGroups.add(group);
      for (const { decision, id, isListed } of own) {
        const listed = walk.decisions.find((one) => sameId(one.id, decision.record.id));
        const isOther = decision.group !== group;
        const isWanted = isListed && !isOther;
        // If an edit may have got the date wrong, the list says nothing about filters.
        if (id !== 'renewals.list' && !isOther && !isSettled(decision)) continue;
        // An incomplete walk may have missed it.
        if (isWanted && listed === undefined && !walk.complete) continue;
        const isMissing = isWanted && listed === undefined;
        const { record, sent } = decision;
        const isNowhere =
          isMissing && (await isInNoList(real.api, group, { renewal_date: sent.renewal_date, id: record.id }));
        const judgedBy = isOther || isNowhere ? 'renewals.list' : id;
        if (judgedBy !== undefined)
          judge(real, judgedBy, (listed !== undefined) === isWanted, () => ({
            code: isOther ? 'other-group' : isWanted ? 'not-listed' : 'listed',
            message: isOther
              ? 'a decision of another group is listed'
              : `a decision of ${String(decision.sent.renewal_date)} is ${isWanted ? 'not ' : ''}listed${inPages(walk)}`,
            pointer: '/response',
            ...listedBeside(walk.decisions, { ...decision.sent, id: decision.record.id }, isWanted),
          }));
        if (listed !== undefined && isWanted) judgeContent(real, decision, listed, listingOf(walk, decision.record.id));
      }
    },
    toString: () => `list the decisions next to decision ${which} with ${JSON.stringify(drawnFilters)}`,
  }));
