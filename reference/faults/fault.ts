import type { RequirementId } from '../../spec/index.ts';
import type { Serve, ServiceAnswer, ServiceRequest } from './exchange.ts';

/**
 * What stands between the clients and the service. It may change the request, let the service handle it once, often or
 * not at all, and change the answer; what it remembers from one exchange to the next it keeps in its closure.
 */
export type Behaviour = (request: ServiceRequest, serve: Serve) => Promise<ServiceAnswer>;

/** One way in which an implementation could break the interface. */
export interface Fault {
  /** In kebab case, beginning with the part of the register. */
  readonly name: string;
  /** What the service does wrong, as a fact. */
  readonly description: string;
  /** The data, order or frequency it takes to show; absent: it shows at once. */
  readonly when?: string;
  /** The requirements that have to fail. */
  readonly breaks: readonly RequirementId[];
  /** Others that cannot but fail along with them, or may, depending on what else the run sends. */
  readonly also?: readonly RequirementId[];
  /** Milliseconds that whoever proves it waits for an answer; absent: as long as for any service. */
  readonly answerMs?: number;
  /** Begins the behaviour of one running service, with a memory of its own. */
  readonly begin: () => Behaviour;
}
