import type { RequirementId } from '../../spec/index.ts';

/** An API key as a configuration names it; the secret is either held here or in an environment variable named here. */
export interface CredentialsConfig {
  readonly clientId?: string | undefined;
  /** Name of the environment variable that holds the client secret. */
  readonly clientSecretEnv?: string | undefined;
  /** The client secret itself; wins over `clientSecretEnv` of the same source. */
  readonly clientSecret?: string | undefined;
}

/**
 * What a configuration file may say of a target. Its published form is `target-config.schema.json`;
 * each member may also come from a flag or an environment variable, which win over the file in that order.
 */
export interface TargetConfig {
  /** Address of the JSON Schema, for editors; not used. */
  readonly $schema?: string | undefined;
  readonly name?: string | undefined;
  readonly environment?: 'sandbox' | 'production' | undefined;
  readonly baseUrl?: string | undefined;
  readonly authUrl?: string | undefined;
  readonly credentials?: CredentialsConfig | undefined;
  /** A key of another organization: what isolation is judged with. */
  readonly secondCredentials?: CredentialsConfig | undefined;
  /** Name of the environment variable that holds a token of this target that has expired. */
  readonly expiredTokenEnv?: string | undefined;
  /** Such a token itself; wins over `expiredTokenEnv` of the same source. */
  readonly expiredToken?: string | undefined;
  readonly fixtures?:
    | {
        readonly groupId?: string | undefined;
        readonly carrierIds?: readonly string[] | undefined;
        readonly planIds?: readonly string[] | undefined;
      }
    | undefined;
  /** Values of coded fields that the target knows, by vocabulary key. */
  readonly vocabulary?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Keys of `lines_of_coverage` beyond `dental` and `medical`. */
  readonly linesOfCoverage?: readonly string[] | undefined;
  /** The target's own name of the connection status written as `service_review`. */
  readonly reviewStatus?: string | undefined;
  readonly limits?:
    { readonly concurrency?: number | undefined; readonly requestsPerSecond?: number | undefined } | undefined;
  /** Open points pinned to a value, by requirement id, as the observations of a report give it. */
  readonly expect?: Readonly<Partial<Record<RequirementId, unknown>>> | undefined;
  /** Failures accepted until a day (inclusive, `YYYY-MM-DD`, UTC). */
  readonly waive?:
    | readonly {
        readonly id: RequirementId;
        readonly reason: string;
        readonly until: string;
        /** Whether only some runs show the failure: then a pass is no reason to remove the waiver before its last day. */
        readonly intermittent?: boolean | undefined;
      }[]
    | undefined;
}

/** Gives a configuration back as it is: lets an editor check and complete `conformance.config.ts`. */
export function defineConfig(config: TargetConfig): TargetConfig {
  return config;
}
