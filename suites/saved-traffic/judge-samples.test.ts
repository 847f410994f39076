import { describe, expect, test } from 'vitest';
import { samples } from '../judging/all-samples.test-data.ts';
import type { Sample, SequenceSample } from '../judging/exchange-samples.test-data.ts';
import type { Exchange } from '../../target/exchange.ts';
import { addressedExchange, broken, entryOf, journalOf, readCapture, readJournal } from './saved-samples.test-data.ts';
import type { SavedTraffic } from './saved-traffic.ts';

const exchangesOf = (sequence: readonly Sample[]): readonly Exchange[] => sequence.map(addressedExchange);

/** The same lines, renumbered as if the first one were missing. */
function withoutBeginning(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/"line":(\d+)/, (_, position: string) => `"line":${Number(position) + 1}`));
}

/** How traffic is saved, and the violations that this form cannot show. */
interface Form {
  readonly read: (exchanges: readonly Exchange[]) => readonly SavedTraffic[];
  readonly silent: readonly string[];
}

const takenOut = ['token.jwt: parts that are not JSON', 'token.lifetime: an hour'];
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
const perhapsLate = [
  'snapshots.get: a refusal',
  'snapshots.list: a refusal',
  'wire.timestamps-ordered: modified going back',
];
const notKept = ['wire.json: no content type', 'groups.own-organization: one organization for both keys'];

const forms: Readonly<Record<string, Form>> = {
  'a complete journal': { read: (exchanges) => readJournal(journalOf(exchanges)), silent: takenOut },
  'a journal with lines missing': {
    read: (exchanges) => readJournal(withoutBeginning(journalOf(exchanges))),
    silent: [...takenOut, ...perhapsSentByOthers, ...perhapsNoChange, ...perhapsEditedByOthers, ...perhapsLate],
  },
  'a HAR capture': {
    read: (exchanges) => readCapture(exchanges.map((exchange) => entryOf(exchange))),
    silent: [
      ...notKept,
      ...perhapsSentByOthers,
      ...perhapsNoChange,
      ...perhapsEditedByOthers,
      ...perhapsNoGoodToken,
      ...perhapsLate,
    ],
  },
};

/** The samples with this relation to their requirement. */
const those = (stands: SequenceSample['stands']) =>
  samples.flatMap(({ id, sequences }) => sequences.flatMap((one) => (one.stands === stands ? { id, ...one } : [])));

describe.each(Object.entries(forms))('%s', (_name, { read, silent }) => {
  test('shows no violation in samples that satisfy every rule', () => {
    const wrong = those('holds').flatMap(({ name, exchanges }) =>
      broken(read(exchangesOf(exchanges))).map((id) => `${id}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('shows all violations except those that this form cannot show', () => {
    const missed = those('breaks').filter(
      ({ id, exchanges }) => !broken(read(exchangesOf(exchanges)), { only: [id] }).includes(id),
    );
    expect(missed.map(({ id, name }) => `${id}: ${name}`).toSorted()).toEqual(silent.toSorted());
  });
});
