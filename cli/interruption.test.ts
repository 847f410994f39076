import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchInterruption, type Interruption } from './interruption.ts';

const exit = vi.fn<(code: unknown) => void>();
let interruption: Interruption;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'exit').mockImplementation((code) => exit(code) as never);
  interruption = watchInterruption();
});
afterEach(() => {
  interruption.dispose();
  vi.useRealTimers();
  vi.restoreAllMocks();
  exit.mockReset();
});

test('work that does not end after a signal is left behind', () => {
  process.emit('SIGINT', 'SIGINT');
  expect(interruption.signal.aborted).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(exit).toHaveBeenCalledWith(130);
});

test.each([
  ['before', () => [process.emit('SIGTERM', 'SIGTERM'), interruption.settled()]],
  ['after', () => [interruption.settled(), process.emit('SIGTERM', 'SIGTERM')]],
])('what work has come to is written to its end, when the signal came %s it ended', (_, act) => {
  act();
  vi.advanceTimersByTime(5000);
  expect([interruption.exitCode(), exit.mock.calls]).toEqual([143, []]);
  vi.advanceTimersByTime(60_000);
  expect(exit).toHaveBeenCalledWith(143);
});

test('a second signal ends the process at once, whatever it writes', () => {
  process.emit('SIGINT', 'SIGINT');
  interruption.settled();
  vi.advanceTimersByTime(500);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});
