/**
 * How many requests of one service may be in flight: as many as it bears, and never more than it is allowed.
 *
 * @module
 */

/** What is known of a service's pace. Each function below gives the next one. */
export interface InFlight {
  /** Requests that may be in flight now. */
  readonly limit: number;
  /** The limit that was set for it. */
  readonly most: number;
  /** Whether the limit still doubles with each round of answers: nothing has spoken against it yet. */
  readonly isFinding: boolean;
  /** Milliseconds of an answer while few are in flight, by the kind of answer. */
  readonly usual: ReadonlyMap<string, number>;
  /** Answers since the limit was last looked at, and how many of them were slow. */
  readonly answers: number;
  readonly slow: number;
  /** When it was last refused; milliseconds. */
  readonly refusedAt: number;
  /** Requests in flight that it is not known to refuse. */
  readonly borne: number;
  /** Answers since it was last refused, and how many there have to be before more is tried than what is borne. */
  readonly calm: number;
  readonly patience: number;
}

/** An answer of the service, and how many of its requests were in flight when it came. */
export interface Answered {
  /** Only answers of one kind are compared: a refusal may take less than what is refused. */
  readonly kind: string;
  readonly tookMs: number;
  readonly inFlight: number;
}

/** Requests in flight at first: so few are no load. */
const few = 4;
/** An answer is slow beyond so many times what is usual, and so many milliseconds more: a busy machine is no slow service. */
const slow = { times: 2, ms: 100 } as const;
/** Share of the difference by which the usual time follows an answer: a slower one only where few were in flight. */
const following = 0.1;
/** Share of the limit by which it grows in a round, once something has spoken against it: at least by one. */
const growth = 0.125;
/** Share of the limit that is kept to when answers get slow, and when requests are refused. */
const kept = { slow: 0.8, refused: 0.5 } as const;

/** Answers before more is tried than what was refused: twice as many after each refusal. */
const patience = { first: 50, longest: 800 } as const;

/** Milliseconds in which several refusals count as one: they answer requests of the same burst. */
export const burst = 1_500;

/** A service that nothing has been sent to. */
export function startingInFlight(most: number): InFlight {
  const none = { usual: new Map(), answers: 0, slow: 0, refusedAt: Number.NEGATIVE_INFINITY };
  return { limit: Math.min(few, most), most, isFinding: true, ...none, borne: most, calm: 0, patience: patience.first };
}

/** Whether so many in flight say something of the limit: a refusal or a delay when there are few has another reason. */
function isUsed({ limit }: InFlight, inFlight: number): boolean {
  return inFlight > limit / 2;
}

/**
 * After each round of answers: an eighth more, or twice as many as long as nothing has spoken against it, but for a while
 * not as many as were refused; fewer when most of them were slow. Only answers that came while the limit was used count.
 */
export function afterAnswer(state: InFlight, { kind, tookMs, inFlight }: Answered): InFlight {
  const before = state.usual.get(kind) ?? tookMs;
  const isSlow = tookMs > before * slow.times + slow.ms;
  const follows = tookMs < before || inFlight <= few;
  const usual = new Map(state.usual).set(kind, follows ? before + (tookMs - before) * following : before);
  if (!isUsed(state, inFlight)) return { ...state, usual };
  const [answers, late] = [state.answers + 1, state.slow + (isSlow ? 1 : 0)];
  if (answers < state.limit) return { ...state, usual, answers, slow: late };
  const calm = state.calm + answers;
  const borne = calm < state.patience ? state.borne : state.most;
  const round = { ...state, usual, answers: 0, slow: 0, calm, borne };
  if (late > answers / 2) return { ...round, limit: fewer(state.limit, kept.slow), isFinding: false };
  const more = state.isFinding ? state.limit : Math.ceil(state.limit * growth);
  return { ...round, limit: Math.max(Math.min(state.limit + more, borne), state.limit) };
}

/** After a refusal (429, 503): half as many, once for each burst; as many as before where only few were in flight. */
export function afterRefusal(state: InFlight, { now, inFlight }: { now: number; inFlight: number }): InFlight {
  if (!isUsed(state, inFlight) || now - state.refusedAt < burst) return state;
  return {
    ...state,
    limit: fewer(state.limit, kept.refused),
    isFinding: false,
    answers: 0,
    slow: 0,
    refusedAt: now,
    borne: Math.max(inFlight - 1, 1),
    calm: 0,
    patience: Math.min(state.patience * 2, patience.longest),
  };
}

const fewer = (limit: number, share: number): number => Math.max(Math.floor(limit * share), 1);
