import type { RequirementId } from '../../spec/index.ts';
import { isFrugal, type Session } from '../engine/session.ts';
import { connections } from './connections.ts';
import { decisions } from './decisions.ts';
import type { Drive } from './drive.ts';
import { employee } from './employee.ts';
import { drivesOfFew } from './few.ts';
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

const isDriveName = (name: string | undefined): name is DriveName => name !== undefined && Object.hasOwn(drives, name);

/** The drives that the session runs for a requirement: its own, and the one that came to what is replayed. */
export function drivesFor({ parameters: { replayed } }: Session, id: RequirementId): readonly DriveName[] {
  const own = drivesOf(id);
  const other = replayed?.property ?? replayed?.drives?.[id];
  return isDriveName(other) ? [...new Set([...own, other])] : own;
}

/** Runs a drive, once for the session; not at all where a case of another one is replayed. */
export async function runDrive(session: Session, name: DriveName): Promise<void> {
  const { replayed } = session.parameters;
  if (replayed?.path !== undefined && replayed.property !== name) return;
  const run: Drive = isFrugal(session) ? { ...drives, ...drivesOfFew }[name] : drives[name];
  await session.once(`drive ${name}`, () => run(session));
}
