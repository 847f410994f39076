import type { Closing } from './closing.ts';

/** What a run's worker tells while it is under way. */
export interface Heartbeat {
  readonly kind: 'heartbeat';
  readonly phase: string;
  readonly requests: number;
}

/** What the starter of a run asks of its worker: to give up what is in flight and report what is known. */
export interface StopRequest {
  readonly kind: 'stop';
}

/** A worker's answer to a stop request: what is known at that moment. */
export interface LastWord {
  readonly kind: 'last word';
  readonly closing: Closing;
}

/** Messages between a run's starter and its worker. */
export type Message = Heartbeat | StopRequest | LastWord;
