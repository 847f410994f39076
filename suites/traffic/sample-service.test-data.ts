import { objectOf, type JsonObject, type RenewalDecisionInput } from '../../spec/index.ts';
import { httpDate } from '../../generators/index.ts';
import { archiveInMemory } from '../../target/exchange-archive.ts';
import type { Api, Call } from '../engine/api.ts';
import { noteExchangeInCase } from '../engine/case-scope.ts';
import { apiOf } from '../engine/sample-session.test-data.ts';
import { exchangeOf, id, page } from '../judging/exchange-samples.test-data.ts';

/** What the sample service does wrong. */
export type Slip =
  | 'forgets third edits'
  | 'spreads edits'
  | 'makes refused edits'
  | 'ignores start_date'
  | 'mixes employees';

type Answer = readonly [status: number, json: unknown];

/** The operations of a service that keeps decisions and snapshots in memory, and makes a mistake if one is given. */
export function sampleService(slip?: Slip): Api {
  const decisions: { record: JsonObject; edits: number }[] = [];
  const snapshots: { readonly id: string; readonly employee_id: string }[] = [];
  const employees = new Set<string>();
  const archive = archiveInMemory();
  let made = 1000;
  let asked = 0;
  const next = (): string => id((made += 1));

  const create = (group: unknown, sent: unknown): Answer => {
    const record = { id: next(), version: next(), group_id: group, status: 'submitted', issues: [], ...objectOf(sent) };
    decisions.push({ record, edits: 0 });
    return [201, record];
  };

  const edit = (decisionId: unknown, version: unknown, sent: unknown): Answer => {
    const decision = decisions.find(({ record }) => record.id === decisionId);
    if (decision === undefined) return [404, {}];
    const { record } = decision;
    const edited = { ...record, ...objectOf(sent), version: next() };
    if (record.version !== version) {
      if (slip === 'makes refused edits') decision.record = { ...edited, version: record.version };
      return [409, {}];
    }
    decision.edits += 1;
    const isForgotten = slip === 'forgets third edits' && decision.edits === 3;
    decision.record = isForgotten ? { ...record, version: edited.version } : edited;
    if (slip === 'spreads edits')
      for (const other of decisions.slice(0, decisions.indexOf(decision)))
        other.record = { ...other.record, ...objectOf(sent), version: next() };
    return [200, edited];
  };

  const list = (group: unknown, { renewal_date: exact, start_date: start, end_date: end }: Call['query'] & object) => {
    const time = (date: unknown): number => Date.parse(String(date));
    const passes = ({ group_id: of, renewal_date: date }: JsonObject): boolean =>
      of === group &&
      (exact === undefined || httpDate(String(date)) === exact) &&
      (start === undefined || slip === 'ignores start_date' || time(date) >= time(start)) &&
      (end === undefined || time(date) <= time(end));
    return page(decisions.map(({ record }) => record).filter(passes), { page_size: 1000 });
  };

  const submit = (sent: unknown): Answer => {
    const employee = String(objectOf(objectOf(sent).employee).id);
    employees.add(employee);
    const snapshot = { id: next(), employee_id: employee };
    snapshots.push(snapshot);
    return [201, snapshot];
  };

  const listSnapshots = (employee: unknown, { offset = '0', page_size: size = '20' }: Call['query'] & object) => {
    const isMixed = slip === 'mixes employees' && [...employees][2] === employee;
    const own = snapshots.filter((one) => one.employee_id === employee || (isMixed && one === snapshots[0]));
    const shown = own.slice(Number(offset), Number(offset) + Number(size));
    return page(shown, { offset: Number(offset), page_size: Number(size), total_records: own.length });
  };

  const answer = (endpoint: string, { path = {}, query = {}, json }: Call): Answer => {
    if (endpoint === 'E3') return create(path['group_id'], json);
    if (endpoint === 'E4') return edit(path['renewal_decision_id'], path['version'], json);
    if (endpoint === 'E5') return [200, list(path['group_id'], query)];
    if (endpoint === 'E6') return submit(json);
    if (endpoint === 'E7') return [200, snapshots.find((one) => one.id === path['snapshot_id'])];
    return [200, listSnapshots(path['employee_id'], query)];
  };

  return apiOf(async (endpoint, call) => {
    await Promise.resolve();
    const [status, json] = answer(endpoint, call);
    const { path = {}, query = {}, json: sent } = call;
    const exchange = exchangeOf({ endpoint, status, text: JSON.stringify(json), path, query, sent }, (asked += 1));
    noteExchangeInCase(exchange, archive);
    return exchange;
  });
}

const plans = [{ plan_id: id(7), name: 'a plan' }];

/** A decision that the sample service takes, as it comes back: every plan has an identifier and a name. */
export const sampleDecision: RenewalDecisionInput = {
  body: { carriers: [{ carrier_id: id(8), lines_of_coverage: { medical: { plans } } }] },
};
