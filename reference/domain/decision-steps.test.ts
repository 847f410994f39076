import { describe, expect, it } from 'vitest';
import { decisionDue, nextDecisionStatus } from './decision-steps.ts';

const submitted = Date.UTC(2026, 0, 15);

describe('the course of a decision', () => {
  it('is assessed one pace after it was submitted', () => {
    expect(decisionDue({ status: 'submitted', submitted, renewalDate: '2027-01-01' }, 1000)).toBe(submitted + 1000);
    expect(nextDecisionStatus('submitted', true)).toBe('ready');
    expect(nextDecisionStatus('submitted', false)).toBe('not_ready');
  });

  it('is done on its renewal date', () => {
    expect(decisionDue({ status: 'ready', submitted, renewalDate: '2027-01-01' }, 1000)).toBe(Date.UTC(2027, 0, 1));
    expect(nextDecisionStatus('ready', true)).toBe('done');
  });

  it('is done soon when its renewal date has passed', () => {
    expect(decisionDue({ status: 'ready', submitted, renewalDate: '2020-01-01' }, 1000)).toBe(submitted + 2000);
  });

  it.each(['not_ready', 'done'] as const)('waits for an edit while %s', (status) => {
    expect(decisionDue({ status, submitted, renewalDate: '2020-01-01' }, 1000)).toBeUndefined();
    expect(nextDecisionStatus(status, true)).toBe(status);
  });
});
