import type { Unauthorized, UnauthorizedMessage } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';

/** The ways a request can fail to authenticate, in the order in which they are looked for. */
export type AuthFailure = 'credentials' | 'signature' | 'expired';

/** The message of each failure, letter by letter (`spec/documents/7-errors.md`). */
export const failureMessages: Readonly<Record<AuthFailure, UnauthorizedMessage>> = {
  credentials: 'JWT validation failed: Missing or invalid credentials',
  signature: 'JWT validation failed: The JWT cannot be validated with any of the public keys.',
  expired: 'JWT validation failed: TIME_CONSTRAINT_FAILURE',
};

/** The body of every 401 (`spec/documents/7-errors.md`); the `@type` is this service's own. */
export function unauthorizedBody(message: string, { unauthorizedExtras }: Dialect): Unauthorized {
  const inside = unauthorizedExtras ? { domain: 'gateway', metadata: {} } : {};
  const beside = unauthorizedExtras ? { status: 'UNAUTHENTICATED', trace: null } : {};
  const type = 'urn:benefits-fulfillment-reference:debug-info';
  return {
    code: 16,
    message,
    details: [{ '@type': type, stackEntries: [], detail: 'auth', ...inside }],
    ...beside,
  };
}
