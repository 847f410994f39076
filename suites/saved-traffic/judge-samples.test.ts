import { describe, expect, test } from 'vitest';
import { samples } from '../rules/all-samples.test-data.ts';
import type { Sample } from '../rules/exchange-samples.test-data.ts';
import type { Exchange } from '../../target/exchange.ts';
import { addressedExchange, broken, entryOf, journalOf, readCapture, readJournal } from './saved-samples.test-data.ts';
import type { SavedTraffic } from './saved-traffic.ts';

const exchangesOf = (sequence: readonly Sample[]): readonly Exchange[] => sequence.map(addressedExchange);

/** The same lines, of which the first is missing. */
function withoutBeginning(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/"line":(\d+)/, (_, position: string) => `"line":${Number(position) + 1}`));
}

/** How traffic is saved, and the violations that do not show in this form. */
interface Form {
  readonly read: (exchanges: readonly Exchange[]) => readonly SavedTraffic[];
  readonly silent: readonly string[];
}

const takenOut = ['token.jwt: parts that are no JSON', 'token.lifetime: an hour'];
const perhapsSentByOthers = [
  'wire.identifiers: an item of a list',
  'wire.dates: an HTTP date',
  'groups.record: a name that is null',
  'renewals.plans: a plan of a list without a name',
];
const perhapsNoChange = ['versions.change-on-edit: the same version'];
const perhapsEditedByOthers = ['renewals.plans: a plan that is lost from the list later'];
const perhapsNoGoodToken = [
  'groups.list: a refusal',
  'paging.page-size: a refusal',
  'snapshots.get: a 401 to a token that was just issued',
];
const notKept = ['wire.json: no content type'];

const forms: Readonly<Record<string, Form>> = {
  'a whole journal': { read: (exchanges) => readJournal(journalOf(exchanges)), silent: takenOut },
  'a journal with lines missing': {
    read: (exchanges) => readJournal(withoutBeginning(journalOf(exchanges))),
    silent: [...takenOut, ...perhapsSentByOthers, ...perhapsNoChange, ...perhapsEditedByOthers],
  },
  'a capture': {
    read: (exchanges) => readCapture(exchanges.map((exchange) => entryOf(exchange))),
    silent: [...notKept, ...perhapsSentByOthers, ...perhapsNoChange, ...perhapsEditedByOthers, ...perhapsNoGoodToken],
  },
};

describe.each(Object.entries(forms))('%s', (_name, { read, silent }) => {
  test('shows no violation where every rule holds', () => {
    const wrong = samples.flatMap(({ holds }) =>
      Object.entries(holds).flatMap(([name, sequence]) =>
        broken(read(exchangesOf(sequence))).map((id) => `${id}: ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('shows all violations but those that it cannot show', () => {
    const missed = samples.flatMap(({ id, breaks }) =>
      Object.entries(breaks).flatMap(([name, sequence]) =>
        broken(read(exchangesOf(sequence)), { only: [id] }).includes(id) ? [] : [`${id}: ${name}`],
      ),
    );
    expect(missed.toSorted()).toEqual(silent.toSorted());
  });
});
