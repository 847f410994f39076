import { unavailableStatuses, type Answer, type Exchange, type TransportFailure } from './exchange.ts';
import { TornAnswer } from './read-answer.ts';

/** What a try at a request came to. */
export type Outcome = Answer | TransportFailure;

/** An answer that still says "not available" after the last try is no answer to the question that was asked. */
export function settle(answer: Answer, tries: number): Pick<Exchange, 'answer'> | Pick<Exchange, 'failure'> {
  if (!unavailableStatuses.has(answer.status)) return { answer };
  return {
    failure: {
      kind: 'unavailable',
      message: `the target answered ${answer.status} ${tries === 1 ? 'once' : `${tries} times`}`,
    },
  };
}

/** Statuses that say that nothing was done about a request. */
export const turnsAway: ReadonlySet<number> = new Set([429, 503]);

/** Whether there was nobody to answer. */
export function isUnreachable(outcome: Outcome): boolean {
  return 'kind' in outcome && outcome.kind === 'unreachable';
}

/** Whether the target asked to slow down. */
export function isThrottle(outcome: Outcome): boolean {
  return 'status' in outcome && outcome.status === 429;
}

/** Milliseconds to wait before the next try: what `Retry-After` says (seconds or an HTTP date), else doubling from 100. */
export function pauseBefore(outcome: Outcome, tried: number): number {
  const backOff = 50 * 2 ** tried;
  const { 'retry-after': asked, date } = 'status' in outcome ? outcome.headers : {};
  if (asked === undefined) return backOff;
  // By the target's own clock, where the answer tells it: it may differ from the one here.
  const now = Date.parse(date ?? '');
  const milliseconds = /^\d+$/.test(asked.trim())
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 10) : backOff;
}

/** Codes of connection errors by what they mean; anything else broke while under way. */
const failureKinds: Readonly<Record<string, TransportFailure['kind']>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** Codes of what came in place of the beginning of TLS. */
const notTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** What an error while an answer was waited for, or read, says of it. @throws the error, where it is one of the suite */
export function transportFailure(error: unknown, url: string): TransportFailure {
  const { host } = new URL(url);
  if (error instanceof TornAnswer) {
    const { began, cause } = error;
    const kind = failureKinds[(cause as { code?: string } | undefined)?.code ?? ''] ?? 'broken';
    return { kind, message: `${host}: the answer broke off after ${extentOf(began)}`, began };
  }
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'UND_ERR_INVALID_ARG') throw error;
  const kind = failureKinds[code ?? ''] ?? 'broken';
  const words = notTls.has(code ?? '') ? 'does not speak TLS there; try http://' : message;
  return { kind, message: `${host}: ${words === undefined || words === '' ? (code ?? 'no answer') : words}` };
}

/**
 * What it says of an answer that it was not whole in so many milliseconds.
 *
 * @param isHurried - it was given less time than any other, as the run's was used up: the target is not to blame
 */
export function tooLate(error: unknown, url: string, ms: number, isHurried: boolean): TransportFailure {
  const within = `in ${Number((ms / 1000).toPrecision(2))} s`;
  const { host } = new URL(url);
  if (isHurried || !(error instanceof TornAnswer))
    return { kind: 'timeout', message: `${host}: no whole answer ${within}`, ...(isHurried ? { hurried: true } : {}) };
  const { began } = error;
  return {
    kind: 'timeout',
    message: `${host}: no whole answer ${within}: it stopped after ${extentOf(began)}`,
    began,
  };
}

/** `7 of 312 bytes` */
function extentOf({ received, announced }: TornAnswer['began']): string {
  return `${received} ${announced === undefined ? '' : `of ${announced} `}bytes`;
}
