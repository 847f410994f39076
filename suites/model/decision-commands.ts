import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { isSuccess } from '../../target/exchange.ts';
import { decisionOf, editDecision } from '../fixtures/decisions.ts';
import { pick, type KnownDecision, type Model } from './model.ts';
import type { Real } from './real.ts';

type Command = fc.AsyncCommand<Model, Real>;

/** Days that decisions are drawn from: few, so that they meet on a day and at the bounds of filters. */
const days = [0, 1, 2, 3, 4, 5] as const;
const position = fc.constantFrom(...days);
const drawn = fc.nat({ max: 30 });

/** Makes decisions, one after the other (E3). What a target does not take leaves the model as it is. */
const createDecisions = fc
  .record({ group: fc.nat({ max: 1 }), days: fc.array(position, { minLength: 1, maxLength: 4 }), content: drawn })
  .map(({ group, days, content }): Command => ({
    check: () => true,
    async run(model, real) {
      const target = pick(real.decisionGroups, group);
      for (const [index, day] of days.entries()) {
        const body = pick(real.contents, content + index);
        if (body === undefined || target === undefined) return;
        const sent = { ...body, renewal_date: real.day(day) };
        const record = decisionOf(await real.api.call('E3', { path: { group_id: target }, json: sent }));
        if (record.id === undefined) return;
        const fresh = { past: [], isRefused: false, editsThen: model.edits, isShown: false };
        model.decisions.push({ group: target, sent, record, ...fresh });
      }
    },
    toString: () => `create decisions in group ${group} on the days ${days.join(', ')}`,
  }));

/** What an edit of a decision came to. */
function edited(model: Model, decision: KnownDecision, sent: KnownDecision['sent'], record: KnownDecision['record']) {
  decision.past.push(decision.record.version);
  model.edits += 1;
  const fresh = { isRefused: false, editsThen: model.edits, isShown: false };
  Object.assign(decision, { sent, record, ...fresh } satisfies Partial<KnownDecision>);
}

/** Another half of the days than the decision is in, unless it stays where it is: a lost move is then told from a shift. */
function farFrom(real: Real, { sent }: KnownDecision, position: number): number {
  const current = days.findIndex((one) => real.day(one) === sent.renewal_date);
  const isNear = current !== position && current < days.length / 2 === position < days.length / 2;
  return isNear ? (position + days.length / 2) % days.length : position;
}

/** Edits one of the decisions under its current version (E4). */
const edit = fc.record({ which: drawn, day: position, content: drawn }).map(({ which, day, content }): Command => ({
  check: ({ decisions }) => decisions.length > 0,
  async run(model, real) {
    const [decision, body] = [pick(model.decisions, which), pick(real.contents, content)];
    if (decision === undefined || body === undefined) return;
    const sent = { ...body, renewal_date: real.day(farFrom(real, decision, day)) };
    // An edit that changes nothing may well keep the version.
    if (isDeepStrictEqual(sent, decision.sent)) return;
    const exchange = await editDecision(real.api, decision.group, decision.record, sent);
    if (isSuccess(exchange)) edited(model, decision, sent, decisionOf(exchange));
  },
  toString: () => `edit decision ${which} to day ${day}`,
}));

/** Edits one of the decisions under a version that is no longer current (E4): whether that is taken is open. */
const staleEdit = fc
  .record({ which: drawn, version: drawn, day: position, content: drawn })
  .map(({ which, version, day, content }): Command => ({
    check: ({ decisions }) => decisions.some(({ past }) => past.length > 0),
    async run(model, real) {
      const decision = pick(
        model.decisions.filter(({ past }) => past.length > 0),
        which,
      );
      const body = pick(real.contents, content);
      if (decision === undefined || body === undefined) return;
      const sent = { ...body, renewal_date: real.day(day) };
      if (isDeepStrictEqual(sent, decision.sent)) return;
      const path = { renewal_decision_id: String(decision.record.id), version: String(pick(decision.past, version)) };
      const exchange = await real.api.call('E4', { path, json: sent });
      if (isSuccess(exchange)) edited(model, decision, sent, decisionOf(exchange));
      else decision.isRefused = true;
    },
    toString: () => `edit decision ${which} under an old version to day ${day}`,
  }));

/** Everything that writes decisions. */
export const decisionCommands: readonly fc.Arbitrary<Command>[] = [createDecisions, edit, edit, staleEdit];
