import { expect, test } from 'vitest';
import { createCheck, decide } from '../engine/check.ts';
import { resultOf } from '../engine/result.ts';
import { anExchange, sampleSession } from '../engine/sample-session.test-data.ts';
import { Undecided, type Finding } from '../engine/verdicts.ts';
import { sample } from '../judging/exchange-samples.test-data.ts';
import { lookLater, nothingCameLater } from './late-looks.ts';

const finding: Finding = {
  code: 'created',
  message: 'it came later',
  exchanges: [anExchange(sample('E1', {}))],
  pointer: '',
  expected: 'nothing',
  actual: 'a record',
};

test('looks again at the end for effects of a refused request, for the requirement that saw the refusal', async () => {
  const session = sampleSession();
  const refusing = createCheck(session, 'unauthorized.no-effect');
  let made: Finding | undefined;
  lookLater(refusing, () => Promise.reject(new Undecided('blocked', 'no answer')));
  lookLater(refusing, () => Promise.resolve(made));
  lookLater(createCheck(session, 'isolation.records'), () => Promise.resolve(finding));
  await nothingCameLater(refusing);
  made = finding;
  await decide(session, { id: 'unauthorized.no-effect', run: nothingCameLater });
  expect(resultOf(session, 'unauthorized.no-effect')).toMatchObject({
    outcome: 'fail',
    counterexample: { message: 'it came later' },
  });
});
