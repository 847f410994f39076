import type { RequirementId } from '../../spec/index.ts';
import type { Session } from '../engine/session.ts';
import { connections } from './connections.ts';
import { decisions } from './decisions.ts';
import type { Drive } from './drive.ts';
import { employee } from './employee.ts';
import { groups } from './groups.ts';
import { model } from './model.ts';
import { snapshots } from './snapshots.ts';
import { tokens } from './tokens.ts';
import { unauthorized } from './unauthorized.ts';
import { watch } from './watch.ts';

const drives = {
  connections,
  decisions,
  employee,
  groups,
  model,
  snapshots,
  tokens,
  unauthorized,
  watch,
} satisfies Record<string, Drive>;

/** The name of a drive. */
export type DriveName = keyof typeof drives;

/** Which traffic the invariants of a part are judged on; the longest prefix of an id counts. */
const drivesByPrefix: readonly (readonly [prefix: string, names: readonly DriveName[]])[] = [
  ['token.', ['tokens']],
  ['unauthorized.', ['unauthorized']],
  ['paging.', ['groups', 'employee', 'decisions']],
  ['groups.', ['groups', 'connections']],
  ['connections.', ['connections']],
  ['renewals.', ['decisions', 'watch']],
  ['snapshots.', ['snapshots', 'employee', 'watch']],
  ['versions.', ['groups', 'connections', 'decisions', 'snapshots', 'employee', 'watch']],
  ['', ['tokens', 'groups', 'connections', 'decisions', 'snapshots', 'employee', 'unauthorized']],
];

/** The drives whose traffic a requirement is judged on. */
export function drivesOf(id: RequirementId): readonly DriveName[] {
  return drivesByPrefix.find(([prefix]) => id.startsWith(prefix))?.[1] ?? [];
}

/** Runs a drive, once for the session. */
export function runDrive(session: Session, name: DriveName): Promise<void> {
  return session.once(`drive ${name}`, () => drives[name](session));
}
