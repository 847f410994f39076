import { expect, test } from 'vitest';
import type { Exchange, TransportFailure } from '../../target/exchange.ts';
import { judgeExchange } from '../engine/judge-exchange.ts';
import { createLedger } from '../engine/ledger.ts';
import { createMemory } from '../engine/memory.ts';
import { anExchange } from '../engine/sample-session.test-data.ts';
import { answersId, answering } from './lost-answers.ts';
import { rules } from '../index.ts';

const closed: TransportFailure = { kind: 'broken', message: 'api.example.com: other side closed' };
const refused: TransportFailure = { kind: 'unreachable', message: 'api.example.com: ECONNREFUSED' };
const late: TransportFailure = { kind: 'timeout', message: 'api.example.com: no whole answer in 30 s' };
const torn: TransportFailure = {
  kind: 'broken',
  message: `${new URL(anExchange().request.url).host}: the answer broke off after 7 of 312 bytes`,
  began: { status: 201, received: 7, announced: 312 },
};

function answered(...lost: readonly TransportFailure[]): Exchange {
  return { ...anExchange(), repeated: lost.length > 0, ...(lost.length === 0 ? {} : { lost }) };
}

function unanswered(...lost: readonly TransportFailure[]): Exchange {
  const { answer: _, ...sent } = answered(...lost);
  return { ...sent, failure: lost.at(-1) ?? closed };
}

function judged(exchange: Exchange) {
  const [ledger, memory] = [createLedger(), createMemory()];
  judgeExchange(rules, exchange, memory, ledger);
  const { cases, finding } = ledger.entry(answersId);
  return { cases, finding, losses: memory.at(answering).losses.length };
}

test.for([
  ['once and was whole in the next try', answered(torn), /broke off after 7 of 312 bytes; .* answered with 200/],
  ['in every try', unanswered(torn, torn), /broke off after 7 of 312 bytes$/],
] as const)('an answer that broke off %s is a violation', ([, exchange, message]) => {
  const { finding } = judged(exchange);
  expect(finding).toMatchObject({ message: expect.stringMatching(message) });
  // Evidence is the try that went wrong, not the result of the next one.
  expect(finding?.exchanges).toMatchObject([{ failure: torn }]);
  expect(finding?.exchanges[0]).not.toHaveProperty('answer');
});

const whole = { cases: 1, losses: 0 };
/** What the rest of the run decides. */
const lost = { cases: 0, losses: 1 };
const answeredLate = { cases: 1, losses: 1 };
/** The request is not the cause. */
const excused = { cases: 0, losses: 0 };

test.for([
  ['answered at once', answered(), whole],
  ['answered after a lost connection', answered(closed), whole],
  ['timed out in every try', unanswered(late, late), lost],
  ['answered after a timeout', answered(late), answeredLate],
  ['connection closed in every try', unanswered(closed, closed, closed), lost],
  ['target went away during the request', unanswered(closed, refused, refused), lost],
  ['answered after the target went away and came back', answered(closed, refused), answeredLate],
  ['target unreachable', unanswered(refused), excused],
  ['unanswered without a lost try', unanswered(), excused],
  ['wait cut short by the end of the run', unanswered({ ...late, hurried: true }), excused],
  ['broke off, for an extremely large body', { ...unanswered(torn), purpose: 'input.extreme' }, excused],
  [
    'connection closed, for a body that is not JSON',
    { ...unanswered(closed), purpose: 'input.malformed-json' },
    excused,
  ],
] as const)('counts a request as answered, lost or excused: %s', ([, exchange, outcome]) => {
  expect(judged(exchange)).toEqual({ ...outcome, finding: undefined });
});
