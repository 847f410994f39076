import { expect, test } from 'vitest';
import type { Exchange, TransportFailure } from '../../target/exchange.ts';
import { judgeExchange } from '../engine/judge-exchange.ts';
import { createLedger, type Ledger } from '../engine/ledger.ts';
import { createMemory } from '../engine/memory.ts';
import { anExchange } from '../engine/sample-session.test-data.ts';
import { answersId, answering, type Loss } from './lost-answers.ts';
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

function judged(...exchanges: readonly Exchange[]): { readonly ledger: Ledger; readonly losses: readonly Loss[] } {
  const [ledger, memory] = [createLedger(), createMemory()];
  for (const exchange of exchanges) judgeExchange(rules, exchange, memory, ledger);
  return { ledger, losses: memory.at(answering).losses };
}

type Row = readonly [name: string, exchange: Exchange];

test.for([
  ['and was whole when asked for again', answered(torn), /broke off after 7 of 312 bytes; .* answered with 200/],
  ['in every try', unanswered(torn, torn), /broke off after 7 of 312 bytes$/],
] as const)('an answer that broke off %s is none', ([, exchange, message]) => {
  const { finding } = judged(exchange).ledger.entry(answersId);
  expect(finding).toMatchObject({ message: expect.stringMatching(message) });
  // Evidence is the try that went wrong, not what came of the next one.
  expect(finding?.exchanges).toMatchObject([{ failure: torn }]);
  expect(finding?.exchanges[0]).not.toHaveProperty('answer');
});

test.for<Row>([
  ['one that came at once', answered()],
  ['one to a request whose connection was lost before', answered(closed)],
])('an answer is whole: %s', ([, exchange]) => {
  const { ledger, losses } = judged(exchange);
  expect(ledger.entry(answersId)).toMatchObject({ cases: 1, violations: 0 });
  expect(losses).toEqual([]);
});

test.for<Row>([
  ['a timeout', unanswered(late, late)],
  ['a timeout for what was answered when it was sent again', answered(late)],
  ['connections that were closed', unanswered(closed, closed, closed)],
  ['a target that went away under it', unanswered(closed, refused, refused)],
  ['a target that went away under it, and another process that answered', answered(closed, refused)],
])('what the rest of the run decides is remembered: %s', ([, exchange]) => {
  const { ledger, losses } = judged(exchange);
  expect(ledger.entry(answersId).violations).toBe(0);
  expect(losses).toHaveLength(1);
});

test.for<Row>([
  ['a target that is not there', unanswered(refused)],
  ['one that turns requests away', unanswered()],
  ['a wait that the end of the run cut short', unanswered({ ...late, hurried: true })],
  ['a body that is too much', { ...unanswered(torn), purpose: 'input.extreme' }],
  ['a body that is no JSON', { ...unanswered(closed), purpose: 'input.malformed-json' }],
])('is not the request’s fault: %s', ([, exchange]) => {
  const { ledger, losses } = judged(exchange);
  expect(ledger.entry(answersId)).toMatchObject({ cases: 0, violations: 0 });
  expect(losses).toEqual([]);
});
