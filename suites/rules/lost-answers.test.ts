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
  ['and was whole when asked for again', answered(torn), /broke off after 7 of 312 bytes; .* answered with 200/],
  ['in every try', unanswered(torn, torn), /broke off after 7 of 312 bytes$/],
] as const)('an answer that broke off %s is none', ([, exchange, message]) => {
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
  ['one that came at once', answered(), whole],
  ['one to a request whose connection was lost before', answered(closed), whole],
  ['none in time', unanswered(late, late), lost],
  ['one after a timeout', answered(late), answeredLate],
  ['none from connections that were closed', unanswered(closed, closed, closed), lost],
  ['none from a target that went away under it', unanswered(closed, refused, refused), lost],
  ['one of another process, after the target went away under it', answered(closed, refused), answeredLate],
  ['none from a target that is not there', unanswered(refused), excused],
  ['none from one that turns requests away', unanswered(), excused],
  ['none as the end of the run cut the wait short', unanswered({ ...late, hurried: true }), excused],
  ['none to a body that is too much', { ...unanswered(torn), purpose: 'input.extreme' }, excused],
  ['none to a body that is not JSON', { ...unanswered(closed), purpose: 'input.malformed-json' }, excused],
] as const)('what is made of an answer: %s', ([, exchange, outcome]) => {
  expect(judged(exchange)).toEqual({ ...outcome, finding: undefined });
});
