import type { RunningReference } from '../reference/index.ts';
import { printable } from '../results/printable.ts';
import type { Report } from '../results/report.ts';
import type { TargetConfig } from '../target/configuration/target-config.ts';
import { isLoopback } from '../target/configuration/target.ts';
import { UsageError } from './failures.ts';

/** The name in reports. A service started by `bfc serve` has another: it may have faults and other data. */
const embeddedName = 'embedded reference service';

/** Milliseconds per step of the embedded service's fulfilment: short enough for a run to see records progress. */
const paceMs = 200;

export async function startEmbedded(seed: number): Promise<RunningReference> {
  return (await import('../reference/start-reference.ts')).startReference({ seed, pace: paceMs });
}

/** The embedded service as a target configuration, with its secrets: enough to run against it from anywhere. */
export function embeddedTarget(reference: Omit<RunningReference, 'close' | 'plans'>): TargetConfig {
  return {
    name: embeddedName,
    environment: 'sandbox',
    baseUrl: reference.baseUrl,
    authUrl: reference.authUrl,
    credentials: { ...reference.credentials, clientSecretEnv: 'BFC_CLIENT_SECRET' },
    secondCredentials: { ...reference.secondCredentials, clientSecretEnv: 'BFC_SECOND_CLIENT_SECRET' },
    expiredToken: reference.expiredToken,
    fixtures: reference.fixtures,
  };
}

export function isOfEmbedded({ target }: Pick<Report, 'target'>): boolean {
  return target.name === embeddedName && URL.canParse(target.baseUrl) && isLoopback(target.baseUrl);
}

/**
 * A pipeline without its configuration must not pass by judging something else.
 *
 * @param known - the baseline of a run without a target
 * @throws UsageError if it is of another service than the embedded one
 */
export function refuseOfOther(known: Report): void {
  if (isOfEmbedded(known)) return;
  throw new UsageError(
    `--baseline: it is of ${printable(known.target.name)}, and no target is given; name it with --config or --base-url`,
  );
}

/** The embedded service before it is started, with made-up values: nothing answers at its address. */
export const unstartedTarget: TargetConfig = embeddedTarget({
  baseUrl: 'http://127.0.0.1',
  authUrl: 'http://127.0.0.1',
  credentials: { clientId: 'embedded', clientSecret: 'embedded' },
  secondCredentials: { clientId: 'embedded-other', clientSecret: 'embedded-other' },
  expiredToken: 'embedded',
  fixtures: { groupId: 'embedded', carrierIds: [], planIds: [] },
});
