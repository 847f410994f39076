import type { IdsOf } from './ids-of.ts';
import { sequences } from './sequences.ts';

/** How the requirements of `snapshots` are checked (`spec/documents/4-endpoints.md`). */
export const snapshotMethods: Readonly<Record<IdsOf<'snapshots'>, string>> = {
  'snapshots.create':
    'The plain snapshot is sent, with the carriers and plans of the configuration or with made-up ones, and, where it is refused, again with parts of it left out and other pairs of carrier and plan; one has to get a 2xx, and every 2xx of E6 in the run has to be a 201 with a record. If all get a 4xx it stays undecided, with the words of the target.',
  'snapshots.plan-forms':
    'The plain snapshot is sent with the coverages by plan id alone, and with those by plan name alone: each has to get a 2xx. Where the plans, or their names, had to be made up, a refusal leaves it undecided.',
  'snapshots.optional-members':
    'The plain snapshot is sent without any `latest_change_effective_date`, and without life coverage and `volume`: each has to get a 2xx. Without a plain snapshot that the target takes it stays undecided.',
  'snapshots.record':
    'Every success of E6 and E7 in the run is validated against its schema, but for the echo, the entries of `created_members` and of the summary, and `replaced_by`. Generated snapshots are created and read for it; those made from invalid bodies are left out.',
  'snapshots.initial-status':
    'Every success of E6 in the run to a body of the documented types has to have the status `processing`; generated snapshots are created for it.',
  'snapshots.echo':
    'Every success of E6 to a body of the documented types is compared with the body, member by member and in order, but for social security numbers. Named examples in every run, and snapshots drawn by chance (at least half of `--cases`), have zero to five dependents, one to six coverages, texts of every writing and length, notable numbers and days, and members left out; a case that breaks it is shrunk towards the plain one.',
  'snapshots.echo-ssn':
    'In every success of E6, and of E7 for a snapshot that the run made, the number of each person is compared with the one that was sent. Generated people have numbers that were never issued.',
  'snapshots.echo-group':
    'In every success of E6, and of E7 for a snapshot that the run made, the group of the echoed employee is compared with the group of the path.',
  'snapshots.summary':
    'In every success of E6, and of E7 and E8 for snapshots that the run made, the carriers of the summary are compared with the distinct carriers of the coverages sent, and each entry is validated against its schema. Generated snapshots have coverages at one to all carriers, and several at one.',
  'snapshots.summary-initial':
    'In every success of E6 in the run to a body of the documented types each entry has to be `processing`, with an empty `errors`.',
  'snapshots.created-members':
    'In every success of E6 and E7 each entry is validated against its schema, and no id may stand twice. Where the run made the snapshot, there may be no more entries than members, and, unless somebody was sent without a name, none that was not sent.',
  'snapshots.created-members-named':
    'In every success of E6, and of E7 for a snapshot that the run made, each entry has to have the name of a member that was sent, the type of that member, and, where it has the id of a member that was sent, the name of that very one. An answer without entries, and one to people who were sent without names or with one name twice, says nothing.',
  'snapshots.get': `Two snapshots of one employee are created and read at once, and every E7 of the run for a snapshot that it made counts: 200, the \`id\`, \`employee_id\` and \`created\` of the create, and a \`member_snapshot\` that is both what was sent and what the create answered. ${sequences}`,
  'snapshots.replaced-by':
    'Every success of E7 for a snapshot that the run made is looked at: null, absent, or the id of another snapshot, and once an id was given it may not be gone later. Of an employee with three snapshots, each that is named in replaced_by is read: it has to be one of the same employee.',
  'snapshots.list': `In each of up to two groups an employee is made with two snapshots and the list walked three times, with a further snapshot in between: each walk has to meet all that were made. Every E8 of the run for an employee that it made and an ordinary page (sizes up to 20) has to be 200 and to hold snapshots of that employee alone. ${sequences}`,
  'snapshots.list-item-fields':
    'Every item of every E8 in the run is validated against its schema, which allows no other member, not even one that is null. Snapshots made from invalid bodies are left out.',
  'snapshots.list-agrees':
    'Every item of E8 and every record of E7 in the run is held against the other kind with the same id and version: the members that both have need to be equal. Snapshots are left alone and looked at both ways for up to six seconds, while they are fulfilled, for it.',
  'snapshots.fulfillment':
    'Observed over the whole run: the statuses of snapshots and of their fulfillment. Three snapshots are left alone and looked at until one of them completes, for up to six seconds, for it.',
  'snapshots.accepts-generated':
    'Observed: what the plain snapshot had to be without; which of four variations (a latest change for everybody, a life coverage without volume, no coverages, coverages with an end) are refused; and, while named examples and generated snapshots are sent, how many were taken, with which codes others were refused, and the least of a refused body that the target does not take: a kind of value, a missing member, a number of items, or several of them together.',
  'snapshots.invalid-body':
    'From the plain snapshot that was taken, one body is made for each member and each rule that the documents state of it, broken by the plainest wrong value, in a fixed order; then a quarter of `--cases` more by chance, which break other items, or in other ways. All that are not answered with a 4xx are told in one finding, with one entry for each rule that is not enforced.',
};
