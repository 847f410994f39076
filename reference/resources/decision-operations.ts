import { isDeepStrictEqual } from 'node:util';
import {
  sameId,
  seenValues,
  type RenewalBody,
  type RenewalBodyInput,
  type RenewalDecision,
  type RenewalIssue,
  type RenewalPlan,
  type RenewalStatus,
} from '../../spec/index.ts';
import type { Dialect } from '../dialects.ts';
import { membersAt } from '../json-values.ts';
import { Problem, refuseFor, notFound, type Complaint } from '../http/problems.ts';
import { enforceFound, enforceRules } from '../rules/rules.ts';
import { planKey, type DecisionRecord, type GroupRecord, type PlanRecord } from '../store/store.ts';
import { readBody } from './body-rules.ts';
import { pageBody, renewalDates, startOfDay, wholeOrPage } from './list-request.ts';
import {
  advanced,
  byId,
  isCarrier,
  isPlan,
  knownPlan,
  misnamed,
  ownRecord,
  pathGroup,
  pathId,
  touchGroup,
  type Call,
  type Context,
  type Operation,
} from './operation.ts';

type Line = NonNullable<RenewalBody['carriers'][number]['lines_of_coverage'][string]>;
type Plan = NonNullable<Line['plans']>[number];

type Finding = Pick<RenewalIssue, 'level' | 'message'>;

/** A name for use in a message: bounded, and with everything unprintable escaped. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const descriptive = { plan_type: 'planType', metal_tier: 'metalTier' } as const;

const error = (message: string): readonly Finding[] => [{ level: 'error', message }];

function planFindings(plan: Plan, known: PlanRecord | undefined, carrierId: string, line: string): readonly Finding[] {
  const name = quoted(plan.name);
  if (known === undefined || known.organizationId !== undefined) {
    return error(`the carrier has no plan ${name}; choose a plan it offers, or have the carrier add this one`);
  }
  if (!sameId(known.carrierId, carrierId) || known.line !== line) {
    return error(`plan ${name} is not offered by this carrier for this line; choose one that is`);
  }
  const sent = new Map<string, unknown>(Object.entries(plan));
  return Object.entries(descriptive).flatMap(([member, property]): readonly Finding[] => {
    const value = sent.get(member);
    if (typeof value !== 'string' || value === known[property]) return [];
    const held = `the carrier has ${quoted(known[property] ?? '')} as ${member} of plan ${name}`;
    return [{ level: 'warning', message: `${held}; correct one of the two` }];
  });
}

function periodFindings(line?: Line): readonly Finding[] {
  const { open_enrollment_start_date: start, open_enrollment_end_date: end } = line ?? {};
  if (typeof start !== 'string' || typeof end !== 'string' || start <= end) return [];
  return error(`open enrollment ends on ${end}, before it starts on ${start}; correct the dates`);
}

type Finder = (context: Context, decision: DecisionRecord) => readonly RenewalIssue[];

/** Compares a decision with what the carriers' systems hold: exactly the plans of the catalogue. */
const assess: Finder = (context, { body, organizationId }) =>
  body.carriers.flatMap(({ carrier_id, lines_of_coverage }) =>
    Object.entries(lines_of_coverage).flatMap(([line, content]) => {
      const findings = (content?.plans ?? []).flatMap((plan) =>
        planFindings(plan, knownPlan(context, organizationId, plan.plan_id), carrier_id, line),
      );
      return [...periodFindings(content), ...findings].map((each) => ({ ...each, carrier_id, line_of_coverage: line }));
    }),
  );

const unconfirmed: Finder = (_context, { body }) =>
  body.carriers.map(({ carrier_id }) => ({
    level: 'warning',
    message: 'the carrier has not confirmed the decision; wait, or ask the carrier',
    carrier_id,
  }));

interface Course {
  readonly find: Finder;
  readonly matched: RenewalStatus;
  readonly passes?: true;
}

const courses: Readonly<Record<Dialect['decisionCourse'], Course>> = {
  'by-content': { find: assess, matched: 'ready' },
  ready: { find: () => [], matched: 'ready' },
  done: { find: () => [], matched: 'done' },
  'not-ready': { find: unconfirmed, matched: 'ready' },
  'catching-up': { find: unconfirmed, matched: 'ready', passes: true },
};

type Progress = Pick<DecisionRecord, 'status' | 'submitted' | 'renewalDate'>;

/** When, in milliseconds, a decision moves on by itself; undefined if only an edit can move it. */
function decisionDue({ status, submitted, renewalDate }: Progress, dialect: Dialect): number | undefined {
  const pace = dialect.recalculation === 'at-once' ? 1 : dialect.pace;
  if (status === 'submitted') return submitted + pace;
  if (status === 'not_ready' && courses[dialect.decisionCourse].passes === true) return submitted + 2 * pace;
  // A ready decision is done once it is active: on its renewal date, or soon after now if that has passed.
  return status === 'ready' ? Math.max(submitted + 2 * pace, startOfDay(renewalDate) ?? 0) : undefined;
}

function nextState(context: Context, decision: DecisionRecord): Pick<DecisionRecord, 'status' | 'issues'> {
  const { find, matched } = courses[context.dialect.decisionCourse];
  if (decision.status === 'not_ready') return { status: matched, issues: [] };
  if (decision.status === 'ready') return { status: 'done', issues: decision.issues };
  const issues = find(context, decision);
  return { status: issues.length === 0 ? matched : 'not_ready', issues };
}

function currentDecision(context: Context, decision: DecisionRecord): DecisionRecord {
  return advanced(context, context.store.decisions, decision, (before, version) => {
    const versions = [...before.versions, version];
    const moved = { ...before, ...nextState(context, before), version, versions };
    return { ...moved, due: decisionDue(moved, context.dialect) };
  });
}

type Carriers = RenewalBody['carriers'];

const carrierOrders: Readonly<Record<Dialect['carrierOrder'], (carriers: Carriers) => Carriers>> = {
  'as-sent': (carriers) => carriers,
  'by-id': (carriers) => carriers.toSorted((one, other) => byId(one.carrier_id, other.carrier_id)),
  reversed: (carriers) => carriers.toReversed(),
};

function renderPlan(plan: RenewalPlan, { dialect, show }: Context): RenewalPlan {
  const { name, plan_id } = plan;
  return { ...(dialect.planDetails === 'nothing' ? {} : plan), name, plan_id: show.sentId(plan_id) };
}

function renderBody(body: RenewalBody, context: Context): RenewalBody {
  const { dialect, show } = context;
  const carriers = carrierOrders[dialect.carrierOrder](body.carriers).map((carrier) => {
    const lines = Object.entries(carrier.lines_of_coverage).map(([line, content]) => {
      const plans = content?.plans?.map((plan) => renderPlan(plan, context)) ?? [];
      return [line, { ...content, plans }] as const;
    });
    return { ...carrier, carrier_id: show.sentId(carrier.carrier_id), lines_of_coverage: Object.fromEntries(lines) };
  });
  return { ...body, carriers };
}

function renderIssue(issue: RenewalIssue, { dialect: { issueLine }, show }: Context): RenewalIssue {
  const { line_of_coverage: line, ...rest }: RenewalIssue & { readonly line_of_coverage?: string } = issue;
  const { carrier_id: carrier } = rest;
  const shown = typeof carrier === 'string' ? { ...rest, carrier_id: show.sentId(carrier) } : rest;
  return line === undefined || issueLine === 'absent' ? shown : { ...shown, [issueLine]: line };
}

function renderDecision(decision: DecisionRecord, context: Context): RenewalDecision {
  const { show } = context;
  return {
    id: show.id(decision.id),
    group_id: show.id(decision.groupId),
    renewal_date: decision.renewalDate,
    body: renderBody(decision.body, context),
    status: decision.status,
    issues: decision.issues.map((issue) => renderIssue(issue, context)),
    created: show.time(decision.created),
    modified: show.time(decision.modified),
    version: show.id(decision.version),
    ...show.extra('renewal_decision'),
  };
}

type CarrierInput = NonNullable<RenewalBodyInput['carriers']>[number];
type LineInput = NonNullable<CarrierInput['lines_of_coverage']>[string];
type PlanInput = NonNullable<NonNullable<LineInput>['plans']>[number];

function namedPlan(
  context: Context,
  organizationId: string,
  carrierId: string,
  line: string,
  name: string,
): PlanRecord {
  const { store, dialect, newId } = context;
  const key = planKey(organizationId, carrierId, line, name);
  const found = store.plans.first(planKey(undefined, carrierId, line, name)) ?? store.plans.first(key);
  if (found !== undefined) return found;
  const isFindable = dialect.describedPlanIds === 'per-name';
  const described = { id: newId(), carrierId: carrierId.toLowerCase(), line, name, organizationId };
  const plan: PlanRecord = { ...described, key: isFindable ? key : undefined };
  store.plans.add(plan);
  return plan;
}

/** Completes each plan entry: one given by id gets the plan's name, one described by name gets an id. */
function resolvePlans(context: Context, organizationId: string, input: RenewalBodyInput): RenewalBody {
  function resolvePlan(plan: PlanInput, carrierId: string, line: string): RenewalPlan {
    const sentId = 'plan_id' in plan ? plan.plan_id : undefined;
    const sentName = 'name' in plan ? plan.name : undefined;
    if (typeof sentId !== 'string') {
      const { id, name } = namedPlan(context, organizationId, carrierId, line, sentName ?? '');
      return { ...plan, name, plan_id: context.show.id(id) };
    }
    const known = knownPlan(context, organizationId, sentId);
    return { ...plan, name: sentName ?? known?.name ?? `Plan ${sentId.slice(0, 8)}`, plan_id: sentId };
  }

  const carriers = (input.carriers ?? []).map((carrier) => {
    const { carrier_id = '', lines_of_coverage = {} } = carrier;
    const lines = Object.entries(lines_of_coverage).map(([line, content]) => {
      const plans = (content?.plans ?? []).map((plan) => resolvePlan(plan, carrier_id, line));
      return [line, { ...content, plans }] as const;
    });
    return { ...carrier, carrier_id, lines_of_coverage: Object.fromEntries(lines) };
  });
  return { ...input, carriers };
}

const everyLine = 'body.carriers[].lines_of_coverage.*';

function decisionComplaints(context: Context, organizationId: string, sent: object): readonly Complaint[] {
  const isUnshown = (pointer: string): boolean => !seenValues['line-key'].some((line) => pointer.endsWith(`/${line}`));
  const unshown = context.dialect.decisionLines === 'any' ? [] : membersAt(sent, everyLine);
  return [
    ...misnamed(sent, 'known-carrier', (id) => isCarrier(context, id), 'body.carriers[].carrier_id'),
    ...misnamed(sent, 'known-plan', (id) => isPlan(context, organizationId, id), `${everyLine}.plans[].plan_id`),
    ...unshown
      .filter(([pointer]) => isUnshown(pointer))
      .map(([pointer]) => ({ pointer, rule: 'known-line', message: 'is not a line of coverage here' })),
  ];
}

/** What a create and an edit share: the content, resolved when it is stored, and the start of its course. */
function submission(context: Context, call: Call, now: number, groupId: string, edited?: DecisionRecord) {
  const { dialect } = context;
  const { organizationId } = call;
  const sent = readBody(context, 'renewal-decision-input', call.body);
  const { renewal_date: renewalDate = '', body: input = {} } = sent;
  const resolve = (): RenewalBody => {
    refuseFor('invalid', decisionComplaints(context, organizationId, sent));
    const body = resolvePlans(context, organizationId, input);
    enforceRules(context, 'decision', () => ({ body: sent, organizationId, groupId, edited, kept: body }));
    return body;
  };
  const progress = { status: 'submitted', submitted: now, renewalDate } as const;
  return {
    resolve,
    fields: { ...progress, issues: [], due: decisionDue(progress, dialect), version: context.newId() },
  };
}

/** Stores other content for a decision, under a new version. */
function replaced(
  { store, clock }: Context,
  before: DecisionRecord,
  fields: ReturnType<typeof submission>['fields'],
  body: RenewalBody,
): DecisionRecord {
  const modified = Math.max(before.modified, clock.now());
  const edited: DecisionRecord = {
    ...before,
    ...fields,
    versions: [...before.versions, fields.version],
    modified,
    body,
  };
  store.decisions.update(edited);
  return edited;
}

/** The group that the path names. @throws Problem if it, or its decisions, are not found */
function groupOf(context: Context, call: Call): GroupRecord {
  const group = pathGroup(context, call);
  enforceFound(context, group);
  return group;
}

/** E3, states what a group's next enrollment year will look like (`spec/documents/4-endpoints.md`). */
export const createDecision: Operation = (context, call) => {
  const { store, clock, dialect, newId } = context;
  const group = groupOf(context, call);
  const now = clock.now();
  const { resolve, fields } = submission(context, call, now, group.id);
  const decision = store.transaction(() => {
    const [first] =
      dialect.furtherDecision === 'the same' ? store.decisions.page(group.id, { offset: 0, size: 1 }).items : [];
    if (first !== undefined) return replaced(context, first, fields, resolve());
    const made: DecisionRecord = {
      ...fields,
      id: newId(),
      groupId: group.id,
      organizationId: group.organizationId,
      created: now,
      modified: now,
      versions: [fields.version],
      body: resolve(),
    };
    store.decisions.add(made);
    touchGroup(context, group);
    return made;
  });
  return { status: dialect.decisionStatus, body: renderDecision(decision, context) };
};

/** E4, replaces the content of a decision, given its current version. */
export const editDecision: Operation = (context, call) => {
  const { store, clock, dialect } = context;
  const id = pathId(context, call, 'renewal_decision_id', 'renewal decision');
  const version = pathId(context, call, 'version', 'version');
  const before = currentDecision(context, ownRecord(call, store.decisions.find(id), 'renewal decision'));
  const now = clock.now();
  const { resolve, fields } = submission(context, call, now, before.groupId, before);
  if (dialect.unknownVersion === 'not-found' && !before.versions.includes(version)) throw notFound('version');
  const { staleEdit } = dialect;
  if (before.version !== version && staleEdit !== 'accept') {
    if (staleEdit === 'ignore') return { status: 200, body: renderDecision(before, context) };
    throw new Problem('conflict', undefined, [], staleEdit);
  }
  const decision = store.transaction(() => {
    const body = resolve();
    const isSame = before.renewalDate === fields.renewalDate && isDeepStrictEqual(before.body, body);
    return isSame && dialect.sameEdit === 'none' ? before : replaced(context, before, fields, body);
  });
  return { status: 200, body: renderDecision(decision, context) };
};

/** E5, a group's decisions, narrowed by renewal date. */
export const listDecisions: Operation = (context, call) => {
  const { store, lists, clock, dialect } = context;
  const { id: groupId } = groupOf(context, call);
  const days = renewalDates(context, call.query);
  const window = wholeOrPage(call.query, dialect);
  for (const due of store.decisions.due(groupId, clock.now())) currentDecision(context, due);
  const listed = lists.decisions.page(groupId, window, days);
  return { status: 200, body: pageBody(listed, window, dialect, (decision) => renderDecision(decision, context)) };
};
