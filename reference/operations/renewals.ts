import { seenValues, type RenewalBody } from '../../spec/index.ts';
import type { Complaint } from '../domain/complaint.ts';
import { decisionDue } from '../domain/decision-steps.ts';
import { resolvePlans } from '../domain/resolve-plans.ts';
import { renderDecision } from '../render/decision.ts';
import type { DecisionRow } from '../store/decisions.ts';
import { advanceDecisions, decisionPace } from './advance-decisions.ts';
import type { Call, Operation } from './call.ts';
import type { Context } from './context.ts';
import { dateRange } from './date-filters.ts';
import { pageBody, wholeOrPage } from './page-request.ts';
import { pathGroup, pathId } from './path-parameters.ts';
import { planDirectory } from './plan-directory.ts';
import { Problem, notFound } from './problem.ts';
import { invalidBody, readBody } from './read-body.ts';
import { touchGroup } from './touch-group.ts';

/** Lines of coverage whose keys are not shown. */
function unshownLines({ carriers }: RenewalBody): readonly Complaint[] {
  return carriers.flatMap(({ lines_of_coverage }, index) =>
    Object.keys(lines_of_coverage)
      .filter((line) => !seenValues['line-key'].includes(line))
      .map((line) => ({
        pointer: `/body/carriers/${index}/lines_of_coverage/${line}`,
        rule: 'known-line',
        message: 'is no line of coverage here',
      })),
  );
}

/** What a create and an edit share: the content, resolved, and a place at the start of its course. */
function submission(context: Context, call: Call, now: number) {
  const { renewal_date: renewalDate = '', body: input = {} } = readBody(context, 'renewal-decision-input', call.body);
  const resolve = (): RenewalBody => {
    const { body, complaints } = resolvePlans(input, planDirectory(context, call.organizationId));
    const all = [...complaints, ...(context.dialect.decisionLines === 'any' ? [] : unshownLines(body))];
    if (all.length > 0) throw invalidBody(all);
    return body;
  };
  const place = { status: 'submitted', submitted: now, renewalDate } as const;
  return {
    resolve,
    fields: { ...place, issues: [], due: decisionDue(place, decisionPace(context.dialect)), version: context.newId() },
  };
}

/** E3, states what a group's next enrollment year will look like (`spec/documents/4-endpoints.md`). */
export function createDecision(context: Context): Operation {
  const { store, clock, dialect } = context;
  return (call) => {
    const { id: groupId, organizationId } = pathGroup(context, call);
    const now = clock.now();
    const { resolve, fields } = submission(context, call, now);
    const row = store.transaction(() => {
      const made: DecisionRow = {
        ...fields,
        id: context.newId(),
        groupId,
        organizationId,
        created: now,
        modified: now,
        body: resolve(),
      };
      store.decisions.add(made);
      touchGroup(context, groupId);
      return made;
    });
    return { status: dialect.decisionStatus, body: renderDecision(row, dialect) };
  };
}

/** E4, replaces the content of a decision, given its current version. */
export function editDecision(context: Context): Operation {
  const { store, clock, dialect } = context;
  return (call) => {
    const id = pathId(call, 'renewal_decision_id', 'renewal decision');
    const version = pathId(call, 'version', 'version');
    const find = (): DecisionRow => {
      const found = store.decisions.find(call.organizationId, id);
      if (found === undefined) throw notFound('renewal decision');
      return found;
    };
    advanceDecisions(context, [find()]);
    const before = find();
    const now = clock.now();
    const { resolve, fields } = submission(context, call, now);
    if (dialect.unknownVersion === 'not-found' && !store.decisions.hadVersion(id, version)) throw notFound('version');
    if (before.version !== version && dialect.staleEdit !== 'accept') {
      throw new Problem('conflict', undefined, [], dialect.staleEdit);
    }
    const row = store.transaction(() => {
      const edited: DecisionRow = { ...before, ...fields, modified: Math.max(before.modified, now), body: resolve() };
      store.decisions.update(edited);
      return edited;
    });
    return { status: 200, body: renderDecision(row, dialect) };
  };
}

/** E5, a group's decisions, narrowed by renewal date. */
export function listDecisions(context: Context): Operation {
  const { store, clock, dialect } = context;
  return (call) => {
    const { id: groupId } = pathGroup(context, call);
    const range = dateRange(call.query, dialect.filterDates);
    const window = wholeOrPage(call.query, dialect);
    advanceDecisions(context, store.decisions.due(groupId, clock.now()));
    const listed = store.decisions.list(groupId, range, window);
    return { status: 200, body: pageBody(listed, window, dialect, (row) => renderDecision(row, dialect)) };
  };
}
