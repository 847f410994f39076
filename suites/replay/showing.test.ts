import { expect, test } from 'vitest';
import { sampleEvidence } from '../../results/sample-reports.test-data.ts';
import { showingOf } from './showing.ts';

test.for([
  ['Created', 'shows again'],
  ['completed', 'in order'],
  ['gone', 'open'],
] as const)('where one of several values is asked for, %j is %s', ([status, showing]) => {
  const json = { status };
  const answer = { status: 201, headers: {}, json, text: JSON.stringify(json), isJson: true };
  const evidence = sampleEvidence({
    pointer: '/status',
    expected: ['created', 'completed'],
    expectedOneOf: true,
    actual: 'Created',
  });
  expect(showingOf(answer, evidence)).toBe(showing);
});
