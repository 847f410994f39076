import { test } from 'vitest';
import { closingOf } from '../engine/closing.ts';
import { isBound } from '../engine/requirement.ts';
import { workerSession } from './worker-session.ts';
import './task-meta.ts';

// oxlint-disable-next-line vitest/expect-expect -- asserts nothing: it hands the run's figures to whoever started it
test('the run in figures', { concurrent: false }, async ({ task }) => {
  const session = workerSession();
  task.meta.conformance = { closing: closingOf(session, isBound) };
  await session.close();
});
