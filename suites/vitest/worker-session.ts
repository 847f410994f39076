import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Message } from '../engine/broadcast.ts';
import { closingOf, sentBy } from '../engine/closing.ts';
import type { RunParameters, Session } from '../engine/session.ts';
import { openSession } from '../session.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the run is told, by whoever started vitest. */
    conformance: RunParameters;
  }
}

let opened: Session | undefined;

/** The session of this worker, opened on first use: all suite files of a run share one worker and so one session. */
export function workerSession(): Session {
  opened ??= open(inject('conformance'));
  return opened;
}

function open(parameters: RunParameters): Session {
  if (parameters.channel === undefined) return openSession(parameters);
  const stop = new AbortController();
  const channel = new BroadcastChannel(parameters.channel);
  const session = openSession(parameters, stop.signal);
  const post = (message: Message): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
    channel.postMessage(message);
  };
  channel.addEventListener('message', (event) => {
    if ((event as unknown as { data: Message }).data.kind !== 'stop') return;
    stop.abort();
    post({ kind: 'last word', closing: closingOf(session) });
  });
  const beat = setInterval(() => {
    post({ kind: 'heartbeat', phase: session.phase.name, requests: sentBy(session).tries });
  }, 100);
  // Neither may keep the worker alive once its suites are done.
  beat.unref();
  channel.unref();
  const close = session.close.bind(session);
  // The session itself: what it tells of its state is asked of it anew each time, which a copy would not.
  return Object.assign(session, {
    async close() {
      clearInterval(beat);
      channel.close();
      await close();
    },
  });
}
