import { isSuccess } from '../../target/exchange.ts';
import type { Session } from '../engine/session.ts';
import { Undecided } from '../engine/verdicts.ts';
import { mayBeOwn } from '../invariants/leftovers.ts';
import { arrayOf, objectOf } from '../invariants/reading.ts';

/** The group that everything is created in: the configured one, else the first listed that no run of the suite made. */
export function groupId(session: Session): Promise<string> {
  return session.once('group', async () => {
    const configured = session.parameters.target.fixtures.groupId;
    // The list is asked for in either case: from it the invariants learn which groups are the key's own.
    const exchange = await session.api('setup').call('E1');
    if (configured !== undefined) return configured;
    const listed = isSuccess(exchange) ? arrayOf(objectOf(exchange.answer.json).response).map(objectOf) : [];
    // What earlier runs connected may hold whatever they sent, and the next run might list another one first.
    const { id } = listed.find((group) => typeof group.id === 'string' && !mayBeOwn(group)) ?? listed[0] ?? {};
    if (typeof id === 'string') return id;
    throw new Undecided(
      'blocked',
      isSuccess(exchange)
        ? 'the target lists no group; set fixtures.groupId'
        : `the groups list was answered with ${exchange.answer.status}; set fixtures.groupId`,
    );
  });
}

const unknownPrefix = '00000000-0bad-4bad-8bad-';

/** Whether an identifier is one that no record of the target has. */
export function isUnknownId(id: string): boolean {
  return id.startsWith(unknownPrefix);
}

/** An identifier that no record of the target has, the same for the same name. */
export function unknownId(name: string): string {
  const digits = Buffer.from(name.padEnd(6, '_')).toString('hex').slice(0, 12);
  return `${unknownPrefix}${digits}`;
}
