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

/** The embedded service before it is started, as far as anything can be said of it: nothing answers at its address. */
export const unstartedTarget: TargetConfig = {
  name: 'embedded reference service',
  environment: 'sandbox',
  baseUrl: 'http://127.0.0.1',
  authUrl: 'http://127.0.0.1',
  credentials: { clientId: 'embedded', clientSecret: 'embedded' },
  secondCredentials: { clientId: 'embedded-other', clientSecret: 'embedded-other' },
  expiredToken: 'embedded',
  fixtures: { groupId: 'embedded' },
};
