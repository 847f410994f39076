import type { RequirementId } from '../../spec/index.ts';
import type { Target } from '../../target/configuration/target.ts';

/** Requirements that nothing can be said of where no record may be made. */
const ofNewRecords: readonly RequirementId[] = [
  'connections.accepts-generated',
  'connections.create',
  'connections.echo',
  'connections.initial-status',
  'connections.invalid-body',
  'connections.new-group',
  'connections.record',
  'connections.request-type',
  'connections.status-values',
  'input.extreme',
  'input.malformed-json',
  'input.refused-create-leaves-nothing',
  'isolation.records',
  'paging.defaults',
  'paging.last',
  'paging.offset',
  'paging.order',
  'paging.out-of-range',
  'paging.page-size',
  'paging.tiling',
  'paging.total',
  'renewals.accepts-generated',
  'renewals.carriers',
  'renewals.create',
  'renewals.echo',
  'renewals.edit',
  'renewals.edit-isolated',
  'renewals.edit-listed',
  'renewals.edit-stale',
  'renewals.filter-bounds',
  'renewals.initial-status',
  'renewals.invalid-body',
  'renewals.issue-carrier',
  'renewals.issue-record',
  'renewals.issues-empty',
  'renewals.issues-explain',
  'renewals.lines',
  'renewals.plan-forms',
  'renewals.plans',
  'renewals.record',
  'renewals.refused-edit-unchanged',
  'renewals.status-values',
  'renewals.transitions',
  'snapshots.accepts-generated',
  'snapshots.create',
  'snapshots.created-members',
  'snapshots.created-members-named',
  'snapshots.echo',
  'snapshots.echo-group',
  'snapshots.echo-ssn',
  'snapshots.fulfillment',
  'snapshots.get',
  'snapshots.initial-status',
  'snapshots.invalid-body',
  'snapshots.list',
  'snapshots.list-agrees',
  'snapshots.list-item-fields',
  'snapshots.optional-members',
  'snapshots.plan-forms',
  'snapshots.record',
  'snapshots.replaced-by',
  'snapshots.summary',
  'snapshots.summary-initial',
  'unauthorized.no-effect',
  'versions.change-on-edit',
  'versions.modified-moves',
  'wire.open-ended',
];

/** Something that a configuration may lack, and what can't be decided without it. */
interface Lack {
  /** Completes the sentence "stays undecided: …". */
  readonly why: string;
  readonly ids: readonly RequirementId[];
  readonly isLacking: (target: Target) => boolean;
}

const lacks: readonly Lack[] = [
  {
    why: 'nothing may be written (environment: sandbox in the configuration, or --allow-writes, allows it)',
    ids: ofNewRecords,
    isLacking: ({ writesAllowed }) => !writesAllowed,
  },
  {
    why: 'no key of a second organization (secondCredentials, or --second-client-id)',
    ids: ['isolation.groups', 'isolation.records'],
    isLacking: ({ secondCredentials }) => secondCredentials === undefined,
  },
  {
    why: 'no expired token (expiredTokenEnv, or BFC_EXPIRED_TOKEN)',
    ids: ['unauthorized.expired'],
    isLacking: ({ expiredToken }) => expiredToken === undefined,
  },
  {
    why: 'the target is no sandbox (environment)',
    ids: ['token.sandbox-group'],
    isLacking: ({ environment }) => environment !== 'sandbox',
  },
  {
    why: 'no group is configured (fixtures.groupId)',
    ids: ['groups.fixture-listed'],
    isLacking: ({ fixtures }) => fixtures.groupId === undefined,
  },
];

/** What a target's configuration lacks, and which requirements stay undecided for it; each of them under one reason. */
export function lacksOf(target: Target): readonly { readonly why: string; readonly ids: readonly RequirementId[] }[] {
  const told = new Set<RequirementId>();
  return lacks
    .filter(({ isLacking }) => isLacking(target))
    .map(({ why, ids }) => {
      const own = ids.filter((id) => !told.has(id));
      for (const id of own) told.add(id);
      return { why, ids: own };
    })
    .filter(({ ids }) => ids.length > 0);
}
