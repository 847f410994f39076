type Listener = (...values: unknown[]) => void;

/**
 * Makes a listener the only one of an event of the process, whoever else listens later: vitest, for one, ends the
 * process by listeners of its own, with exit codes that would be read as a verdict.
 *
 * @returns stops listening, and lets others listen again
 */
export function listenAlone(event: 'SIGINT' | 'SIGTERM' | 'unhandledRejection', listener: Listener): () => void {
  const emitter: NodeJS.EventEmitter = process;
  const turnAway = (added: string | symbol, other: Listener) => {
    // Announced before it is added, so it can only be removed afterwards.
    if (added === event && other !== listener) queueMicrotask(() => emitter.off(event, other));
  };
  emitter.on(event, listener);
  emitter.on('newListener', turnAway);
  return () => {
    emitter.off('newListener', turnAway);
    emitter.off(event, listener);
  };
}
