import { afterEach, expect, test, vi } from 'vitest';
import { watchInterruption } from './interruption.ts';

afterEach(() => vi.restoreAllMocks());

test('the first signal aborts, its echo is ignored, and a later one ends the process at once', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const interruption = watchInterruption();
  process.emit('SIGTERM', 'SIGTERM');
  expect([interruption.signal.aborted, interruption.exitCode()]).toEqual([true, 143]);
  now.mockReturnValue(200);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).not.toHaveBeenCalled();
  now.mockReturnValue(500);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(143);
  interruption.dispose();
});
