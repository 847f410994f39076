import { objectOf, type JsonObject, type RenewalDecisionInput } from '../../spec/index.ts';
import { httpDate } from '../../generators/index.ts';
import { archiveInMemory } from '../../target/exchange-archive.ts';
import type { AnsweredExchange } from '../../target/exchange.ts';
import type { Api, Call } from '../engine/api.ts';
import { noteExchangeInCase } from '../engine/case-scope.ts';
import { exchangeOf, id, page } from '../rules/exchange-samples.test-data.ts';

/** What the sample service does wrong; nothing by default. */
export type Slips = Partial<
  Record<
    | 'forgetsThirdEdits'
    | 'spreadsEdits'
    | 'makesRefusedEdits'
    | 'ignoresStart'
    | 'mixesGroups'
    | 'countsToFour'
    | 'mixesEmployees',
    true
  >
>;

interface Decision {
  record: JsonObject;
  readonly edits: { count: number };
}

/** The operations of a service that keeps decisions and snapshots in memory, and makes the given mistakes. */
export function sampleService(slips: Slips = {}): Api {
  const decisions: Decision[] = [];
  const snapshots: { readonly id: string; readonly employee_id: string }[] = [];
  const employees: string[] = [];
  const archive = archiveInMemory();
  let made = 1000;
  let asked = 0;
  const next = (): string => id((made += 1));

  const create = (group: string, sent: unknown): JsonObject => {
    const record = { id: next(), version: next(), group_id: group, status: 'submitted', issues: [], ...objectOf(sent) };
    decisions.push({ record, edits: { count: 0 } });
    return record;
  };

  const edit = (decisionId: string, version: string, sent: unknown): readonly [number, unknown] => {
    const decision = decisions.find(({ record }) => record.id === decisionId);
    if (decision === undefined) return [404, {}];
    const isStale = decision.record.version !== version;
    if (isStale && slips.makesRefusedEdits !== true) return [409, {}];
    decision.edits.count += 1;
    const edited = { ...decision.record, ...objectOf(sent), version: next() };
    if (isStale) {
      decision.record = { ...edited, version: decision.record.version };
      return [409, {}];
    }
    if (slips.forgetsThirdEdits === true && decision.edits.count === 3)
      decision.record = { ...decision.record, version: edited.version };
    else decision.record = edited;
    if (slips.spreadsEdits === true)
      for (const other of decisions.slice(0, decisions.indexOf(decision)))
        other.record = { ...other.record, ...objectOf(sent), version: next() };
    return [200, edited];
  };

  const list = (group: string, { renewal_date: exact, start_date: start, end_date: end }: Call['query'] & object) => {
    const time = (date: unknown): number => Date.parse(String(date));
    const passes = ({ group_id: of, renewal_date: date }: JsonObject): boolean =>
      (of === group || slips.mixesGroups === true) &&
      (exact === undefined || httpDate(String(date)) === exact) &&
      (start === undefined || slips.ignoresStart === true || time(date) >= time(start)) &&
      (end === undefined || time(date) <= time(end));
    return page(decisions.map(({ record }) => record).filter(passes), { page_size: 1000 });
  };

  const submit = (sent: unknown): JsonObject => {
    const employee = String(objectOf(objectOf(sent).employee).id);
    if (!employees.includes(employee)) employees.push(employee);
    const snapshot = { id: next(), employee_id: employee };
    snapshots.push(snapshot);
    return snapshot;
  };

  const listSnapshots = (employee: string, { offset = '0', page_size: size = '20' }: Call['query'] & object) => {
    const isThird = slips.mixesEmployees === true && employees.indexOf(employee) === 2;
    const own = snapshots.filter((one) => one.employee_id === employee || (isThird && one === snapshots[0]));
    const total = slips.countsToFour === true ? Math.min(own.length, 4) : own.length;
    const start = Number(offset);
    const shown = own.slice(start, start + Number(size));
    return page(shown, { offset: Number(offset), page_size: Number(size), total_records: total });
  };

  const answer = (endpoint: string, { path = {}, query = {}, json }: Call): readonly [number, unknown] => {
    if (endpoint === 'E3') return [201, create(path['group_id'] ?? '', json)];
    if (endpoint === 'E4') return edit(path['renewal_decision_id'] ?? '', path['version'] ?? '', json);
    if (endpoint === 'E5') return [200, list(path['group_id'] ?? '', query)];
    if (endpoint === 'E6') return [201, submit(json)];
    if (endpoint === 'E7') return [200, snapshots.find((one) => one.id === path['snapshot_id'])];
    return [200, listSnapshots(path['employee_id'] ?? '', query)];
  };

  const notAsked = (): Promise<never> => Promise.reject(new Error('not asked for'));
  return {
    async call(endpoint, call = {}): Promise<AnsweredExchange> {
      await Promise.resolve();
      const [status, json] = answer(endpoint, call);
      const { path = {}, query = {}, json: sent } = call;
      const exchange = exchangeOf({ endpoint, status, text: JSON.stringify(json), path, query, sent }, (asked += 1));
      noteExchangeInCase(exchange, archive);
      return exchange;
    },
    settle: () => Promise.resolve(false),
    untilShown: (_, look) => look(),
    token: notAsked,
    raw: notAsked,
    repeat: notAsked,
  };
}

const plans = [{ plan_id: id(7), name: 'a plan' }];

/** A decision that the sample service takes, as it comes back: every plan has an identifier and a name. */
export const sampleDecision: RenewalDecisionInput = {
  body: { carriers: [{ carrier_id: id(8), lines_of_coverage: { medical: { plans } } }] },
};
