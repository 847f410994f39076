import { isSuccess, parsed, type ServiceAnswer, type ServiceRequest } from './exchange.ts';
import { objectOf } from './change.ts';

/** Authorization headers that were seen to be good, by the organization their token names. */
export interface SeenKeys {
  note(request: ServiceRequest, answer: ServiceAnswer): void;
  /** The latest good header of the organization that was seen first. */
  first(): string | undefined;
  /** The first good header of an organization other than that of the given header. */
  other(header: string | undefined): string | undefined;
  /** Every good header. */
  all(): Iterable<string>;
}

/** The claims of the token in a header; an empty object when there are none. */
export function claimsOf(header: string | undefined): Readonly<Record<string, unknown>> {
  const payload = header?.split('.')[1] ?? '';
  return objectOf(parsed(Buffer.from(payload, 'base64url').toString('utf8')));
}

function organizationOf(header: string | undefined): unknown {
  return claimsOf(header)['organization_id'];
}

/** Remembers the headers of successful requests. */
export function seenKeys(): SeenKeys {
  const headers = new Set<string>();
  let firstOrganization: unknown;
  const find = (holds: (header: string) => boolean): string | undefined => [...headers].find(holds);
  return {
    note({ place, headers: { authorization } }, answer) {
      if (place === 'token' || authorization === undefined || !isSuccess(answer)) return;
      firstOrganization ??= organizationOf(authorization);
      headers.add(authorization);
    },
    first: () => [...headers].findLast((header) => organizationOf(header) === firstOrganization),
    other: (header) => find((one) => organizationOf(one) !== organizationOf(header)),
    all: () => headers,
  };
}
