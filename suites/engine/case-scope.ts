import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequirementId } from '../../spec/index.ts';
import type { ExchangeArchive, KeptExchange } from '../../target/exchange-archive.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { Finding } from './verdicts.ts';

interface CaseExchange {
  readonly number: number;
  readonly endpoint: Exchange['request']['endpoint'];
  /** Only in a repetition: the exchanges of a first run are kept with its finding. */
  readonly kept?: KeptExchange<Exchange>;
}

/** The result of one case: of a property, or of a check as a whole. */
export interface CaseRecord {
  readonly label: string;
  /** The property, workload or check that it is a case of. */
  readonly name: string;
  /** The first finding of each requirement that was found broken in it. */
  readonly findings: Map<RequirementId, Finding>;
  /** In the order of their answers. */
  readonly exchanges: CaseExchange[];
}

/** One run of a check: the records that it makes are its own until it is over. */
export interface Attempt {
  isOver: boolean;
  /** Whether it may edit what others have left behind, if no more can be made. */
  readonly mayReuse: boolean;
}

const scopes = new AsyncLocalStorage<CaseRecord>();
const repetitions = new AsyncLocalStorage<{ readonly pause: number; readonly isLean: boolean }>();

const attempts = new AsyncLocalStorage<Attempt | undefined>();

export async function inAttempt<T>(mayReuse: boolean, run: () => Promise<T>): Promise<T> {
  const attempt: Attempt = { isOver: false, mayReuse };
  try {
    return await attempts.run(attempt, run);
  } finally {
    attempt.isOver = true;
  }
}

/** The run of a check that is going on; undefined in traffic that belongs to none. */
export function runningAttempt(): Attempt | undefined {
  return attempts.getStore();
}

/** Makes something that other checks need too: it belongs to no check, and is not edited once a check is over. */
export function outsideAttempts<T>(make: () => Promise<T>): Promise<T> {
  return attempts.run(undefined, make);
}

/** Whether the running check may edit what others have left behind, if no more can be made. */
export function mayReuse(): boolean {
  return runningAttempt()?.mayReuse === true;
}

export function newCase(label: string, name: string = label): CaseRecord {
  return { label, name, findings: new Map(), exchanges: [] };
}

/** Runs a case: its exchanges, and what is found in them, are added to the record. */
export function inCase<T>(record: CaseRecord, run: () => Promise<T>): Promise<T> {
  return scopes.run(record, run);
}

/** Milliseconds after which two writes fall into different seconds. */
const aSecond = 1100;

/** Reruns what failed with the finding. @param isLean - whether members were removed from the bodies on purpose */
export function asRepetition<T>(
  run: () => Promise<T>,
  { isOfClock }: Pick<Finding, 'isOfClock'> = {},
  isLean = false,
): Promise<T> {
  return repetitions.run({ pause: isOfClock === true ? aSecond : 0, isLean }, run);
}

/** Milliseconds to wait before a write, so that it falls into another second than the previous one. */
export function pauseBeforeWrite(): number {
  return repetitions.getStore()?.pause ?? 0;
}

/** Whether the current call was made to confirm or shrink a failure (`asRepetition`). */
export function isRepetition(): boolean {
  return repetitions.getStore() !== undefined;
}

/** Whether members were removed from the bodies on purpose: sent as they are, their refusals teach nothing. */
export function isLeanTry(): boolean {
  return repetitions.getStore()?.isLean === true;
}

/** The case that the current call was made in; undefined outside of `inCase`. */
export function runningCase(): CaseRecord | undefined {
  return scopes.getStore();
}

/** The finding, with the property, workload or check that it was made in. */
export function foundHere(finding: Finding): Finding {
  const running = runningCase();
  return running === undefined ? finding : { ...finding, foundIn: running.name };
}

export function noteExchangeInCase(exchange: Exchange, archive: ExchangeArchive): void {
  const { number, request } = exchange;
  const kept = isRepetition() ? { kept: archive.keep(exchange) } : {};
  runningCase()?.exchanges.push({ number, endpoint: request.endpoint, ...kept });
}

export function noteInCase(id: RequirementId, finding: Finding): void {
  const findings = runningCase()?.findings;
  if (findings !== undefined && !findings.has(id)) findings.set(id, finding);
}

/** The finding of a case whose second run did not fail, with the matching exchange of that run, if there is one. */
export function notFoundAgain(finding: Finding, first: CaseRecord['exchanges'], second: CaseRecord['exchanges']) {
  const exchange = finding.exchanges.at(-1);
  const alike = (one: CaseExchange): boolean => one.endpoint === exchange?.request.endpoint;
  const position = first.filter(alike).findIndex((one) => one.number === exchange?.number);
  const again = position === -1 ? undefined : second.filter(alike)[position];
  return { ...finding, passedAgain: { exchange: again?.kept?.recall() } };
}
