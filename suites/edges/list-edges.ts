import { edge, type Edge } from './edge.ts';
import { has } from './body-facts.ts';
import type { ConnectionFact } from './connection-history.ts';
import type { FilterFact } from './filter-facts.ts';
import type { PageFact } from './page-facts.ts';
import type { SnapshotFact } from './snapshot-history.ts';
import type { TokenFact } from './token-history.ts';

type Row<Fact> = readonly [fact: Fact, about: string];

const pages: readonly Row<PageFact>[] = [
  ['a list of one record', 'a list of one becomes its only item'],
  ['a list of more than 10 records', 'the list is cut after ten'],
  ['a list of more than 20 records', 'the list is cut after a page'],
  ['a list of exactly a shown page', 'a full page is taken for one with a next'],
  ['no page asked for', 'the ordinary page size is 0 or none'],
  ['no page asked for of a list longer than a page', 'the rest is dropped, or the total is that of the page'],
  ['a page of exactly the whole list', 'a full page is taken for one with a next'],
  ['a page of one less than the whole list', 'the last record is dropped or repeated'],
  ['a page of one more than the whole list', 'the page size becomes the number of records'],
  ['pages of one record', 'a page size of 1 is taken for none'],
  ['a page past the shown size', 'the page holds more than it says'],
  ['the second page', 'the last record before or the first one after is repeated or dropped'],
  ['the third page', 'only the second page is ever given'],
  ['a full last page', 'the page is taken for one with a next'],
  ['a last page that is not full', 'the page is filled up with records from before'],
  ['the last record alone', 'the offset is moved by one'],
  ['an offset in the middle', 'the offset counts pages, not records'],
  ['an offset between two pages', 'the offset is rounded to a page'],
  ['an offset at or past the total', 'the page is not empty, or the offset is wrapped'],
  ['an offset of 0', 'the offset counts from 1'],
  ['an offset alone', 'the offset is only looked at beside a page size'],
  ['a page size alone', 'the page size is only looked at beside an offset'],
];

const filters: readonly Row<FilterFact>[] = [
  ['no filter', 'a missing filter is taken for an empty date'],
  ['filtered by renewal_date alone', 'the filter needs another one'],
  ['filtered by start_date alone', 'the filter needs the end'],
  ['filtered by end_date alone', 'the filter needs the start'],
  ['filtered by start_date and end_date', 'only one of the two is looked at'],
  ['filtered by renewal_date and start_date', 'only one of the two is looked at'],
  ['filtered by renewal_date and end_date', 'only one of the two is looked at'],
  ['filtered by all three', 'only one of them is looked at'],
  ['filters that exclude each other', 'filters widen instead of narrowing'],
  ['a date that no decision has', 'nothing found is everything, or an error'],
  ['a date that one decision has', 'a list of one becomes its only item'],
  ['a date that several decisions have', 'only one of them is listed'],
  ['a date that more than 10 decisions have', 'the list is cut after ten'],
  ['a range with no decision', 'nothing found is everything, or an error'],
  ['a range with one decision', 'a list of one becomes its only item'],
  ['a range with all decisions', 'a bound is left out'],
  ['a decision on the first day of a range', 'the first day is left out'],
  ['a decision on the last day of a range', 'the last day is left out'],
  ['a decision on the day before a range', 'the day before is taken in'],
  ['a decision on the day after a range', 'the day after is taken in'],
  ['a range of one day with decisions on it', 'a day is taken for an empty range'],
  ['a range from after to before', 'the bounds are swapped'],
  ['a renewal date that an edit moved a decision from', 'the decision is still found under its old date'],
  ['a renewal date that an edit moved a decision to', 'the decision is not found under its new date'],
  ['filter has leap day', 'the filter is read as another day'],
  ['filter has last day of a year', 'the filter is read as another day'],
  ['filter has first day of a year', 'the filter is read as another day'],
  ['filter has last day of a month', 'the filter is read as another day'],
];

const creations: readonly Row<SnapshotFact>[] = [
  ['a second snapshot of an employee', 'a new employee is made, or the first snapshot is written over'],
  ['a third snapshot of an employee', 'only the last two are kept'],
  ['an eleventh snapshot of an employee', 'the list is cut after ten'],
  ['a twenty-first snapshot of an employee', 'the list is cut after a page'],
  ['a snapshot of a second employee', 'it is listed with the first one'],
  ['a snapshot between two of another employee', 'it goes to the employee of the one before'],
  ['a snapshot in a second group', 'it goes to the first group'],
  ['a snapshot like one before', 'the same body again gives the same record'],
  ['a new snapshot with other coverages than the one before', 'coverages are kept from before'],
];

const connections: readonly Row<ConnectionFact>[] = [
  ['a second connection', 'it takes the place of the first one'],
  ['a connection to a second carrier', 'every connection goes to the first carrier'],
  ['a connection with an employer number seen before', 'the group of the one before is given'],
  ['a connection with another employer number', 'every connection is of the first employer'],
];

const readings: readonly Row<SnapshotFact>[] = [
  ['a snapshot that is processing', 'the record is not complete before fulfilment'],
  ['a snapshot that is no longer processing', 'content is lost with fulfilment'],
  ['a carrier that is no longer processing', 'the version does not change with the summary'],
  ['a snapshot of several carriers', 'the summary shows the first alone'],
];

const rows = (endpoints: Edge['endpoints'], what: string, table: readonly Row<string>[]): readonly Edge[] =>
  table.map(([fact, about]) => edge(endpoints, `${what}${fact}`, about, fact));

/** What E1 and E5, whose paging is open, can be asked all the same. */
const pagesOfGroups: readonly PageFact[] = ['no page asked for'];
const pagesOfDecisions: readonly PageFact[] = [
  'no page asked for',
  'a list of more than 10 records',
  'a list of more than 20 records',
];

const tokens: readonly Row<TokenFact>[] = [
  ['a token after another one', 'only the first token, or its key, is known'],
  ['a second key', 'records of one organization are shown to another'],
];

/** Edges of lists (E1, E5, E8), of what they are made of (E6) and of records read alone (E7), and of tokens. */
export const listEdges: readonly Edge[] = [
  ...rows(['E8'], 'E8: ', pages),
  ...rows(
    ['E5'],
    'E5: ',
    pages.filter(([fact]) => pagesOfDecisions.includes(fact)),
  ),
  ...rows(
    ['E1'],
    'E1: ',
    pages.filter(([fact]) => pagesOfGroups.includes(fact)),
  ),
  ...rows(['E5'], 'E5: ', filters),
  ...rows(['E2'], 'E2: ', connections),
  ...rows(['E6'], 'E6: ', creations),
  ...rows(['E7'], 'E7: ', readings),
  ...rows(['E7'], 'E7: ', [
    ['a snapshot read again', 'reading changes the record'],
    ['a snapshot read after a newer one of its employee', 'the newest content is given for all'],
    ['a snapshot that was replaced', 'the replaced content is lost'],
  ] satisfies readonly Row<SnapshotFact>[]),
  ...rows(['E8'], 'E8: ', readings),
  ...rows(['E8'], 'E8: ', [
    ['snapshots of different statuses in a list', 'one status is given for all'],
    ['a list read again after another snapshot was made', 'an old list is given'],
    ['a list of snapshots that were all read alone', 'list and record disagree'],
  ] satisfies readonly Row<SnapshotFact>[]),
  ...rows(['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8'], '', tokens),
  edge(
    ['E2'],
    'a connection: an employer number without a dash',
    'the number is formatted, or loses its leading zeros',
    has('federal_ein', 'digits with leading zeros'),
  ),
];
