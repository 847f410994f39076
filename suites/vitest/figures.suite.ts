import { test } from 'vitest';
import { closingOf } from '../engine/closing.ts';
import { isBound } from '../engine/requirement.ts';
import { workerSession } from './worker-session.ts';
import './task-meta.ts';

// oxlint-disable-next-line vitest/expect-expect -- asserts nothing: it hands the run's figures to whoever started it
test('the run in figures', { concurrent: false }, async ({ task }) => {
  const session = workerSession();
  const closing = closingOf(session, isBound);
  const trouble = await session.close().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  task.meta.conformance = { closing, trouble };
});
