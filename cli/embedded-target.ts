import type { RunningReference } from '../reference/index.ts';
import type { TargetConfig } from '../target/configuration/index.ts';

/** The embedded service as a target configuration holds it, secrets included: enough to run against it from anywhere. */
export function embeddedTarget(reference: RunningReference): TargetConfig {
  return {
    name: 'embedded reference service',
    environment: 'sandbox',
    baseUrl: reference.baseUrl,
    authUrl: reference.authUrl,
    credentials: { ...reference.credentials, clientSecretEnv: 'BFC_CLIENT_SECRET' },
    secondCredentials: { ...reference.secondCredentials, clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
    expiredToken: reference.expiredToken,
    fixtures: reference.fixtures,
  };
}
