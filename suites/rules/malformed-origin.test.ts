import { describe, expect, test } from 'vitest';
import { createMemory } from '../engine/memory.ts';
import {
  createdDecision,
  decision,
  decisionBody,
  decisionId,
  decisions,
  editedDecision,
  exchangeOf,
  id,
  type Sample,
} from './exchange-samples.test-data.ts';
import { hasMalformedOrigin, noteSent, noteOrigins } from './malformed-origin.ts';

const broken = { ...decisionBody, renewal_date: 5 };
const path = { renewal_decision_id: decisionId, version: id(104) };

/** What is remembered after exchanges, of which those under way have not been answered yet. */
function after(answered: readonly Sample[], underWay: readonly Sample[] = []) {
  const memory = createMemory();
  for (const one of underWay) noteSent(exchangeOf(one, 0).request, memory);
  for (const [position, one] of answered.entries()) {
    const exchange = exchangeOf(one, position);
    noteSent(exchange.request, memory);
    noteOrigins(exchange, memory);
  }
  return memory;
}

describe('a record is left out of judgement', () => {
  test('when a malformed request made it', () => {
    expect(hasMalformedOrigin(decisionId, after([createdDecision({}, { sent: broken })]))).toBe(true);
    expect(hasMalformedOrigin(decisionId, after([createdDecision()]))).toBe(false);
  });

  test('when it turns up in a list while a malformed create is under way', () => {
    const underWay = [createdDecision({}, { sent: broken })];
    expect(hasMalformedOrigin(decisionId, after([decisions([decision()])], underWay))).toBe(true);
    expect(hasMalformedOrigin(decisionId, after([createdDecision(), decisions([decision()])], underWay))).toBe(false);
    expect(hasMalformedOrigin(decisionId, after([decisions([decision()])]))).toBe(false);
  });

  test('while a malformed edit of it is under way, and for good once that was taken', () => {
    const edit = editedDecision({}, { sent: broken, path });
    expect(hasMalformedOrigin(decisionId, after([createdDecision()], [edit]))).toBe(true);
    expect(hasMalformedOrigin(decisionId, after([createdDecision(), { ...edit, status: 422, text: '{}' }]))).toBe(
      false,
    );
    expect(hasMalformedOrigin(decisionId, after([createdDecision(), edit]))).toBe(true);
  });
});
