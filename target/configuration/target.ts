import type { TargetConfig } from './target-config.ts';

/** An API key of an organization: what a token is asked with (`spec/documents/5-authentication.md`). */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Records that exist on the target before the run: what the suites may refer to. */
export interface Fixtures {
  readonly groupId?: string | undefined;
  readonly carrierIds: readonly string[];
  readonly planIds: readonly string[];
}

/** How many requests the target is sent at most. */
export interface Limits {
  /** Requests in flight at one time. */
  readonly concurrency: number;
  /** Requests started in a second; absent: as fast as the target answers. */
  readonly requestsPerSecond?: number;
}

/** A failure accepted until a day (`YYYY-MM-DD`, inclusive). */
export type Waiver = Omit<NonNullable<TargetConfig['waive']>[number], 'id'> & { readonly id: string };

/** The system under test, with everything resolved: no environment variable or file is read past this point. */
export interface Target {
  readonly name: string;
  readonly environment: 'sandbox' | 'production';
  /** Base address of the API, without a trailing slash; may have a path of its own. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash. */
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly secondCredentials?: Credentials;
  /** A token of this target that has expired already. */
  readonly expiredToken?: string;
  readonly fixtures: Fixtures;
  /** Values of coded fields, by vocabulary key, in place of the built-in ones. */
  readonly vocabulary: Readonly<Record<string, readonly string[]>>;
  /** Keys of `lines_of_coverage` beyond `dental` and `medical` that the target knows. */
  readonly linesOfCoverage: readonly string[];
  /** The target's own name of the group connection status that the document writes as `service_review`. */
  readonly reviewStatus?: string;
  readonly limits: Limits;
  /** Open points pinned to a value, by requirement id. */
  readonly expect: Readonly<Record<string, unknown>>;
  readonly waive: readonly Waiver[];
  /** Whether records may be created: a loopback address, a sandbox, or an explicit permission. */
  readonly writesAllowed: boolean;
}
