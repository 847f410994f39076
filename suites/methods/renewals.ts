import type { IdsOf } from './ids-of.ts';
import { sequences } from './sequences.ts';
import { watched } from './watched.ts';

/** How the requirements of `renewals` are checked (`spec/documents/4-endpoints.md`). */
export const renewalMethods: Readonly<Record<IdsOf<'renewals'>, string>> = {
  'renewals.create':
    'The plain decision is sent, with the carriers and plans of the configuration or with made-up ones, and, where it is refused, again with one form of plans alone and other pairs of carrier and plan: one has to get a 2xx. If all get a 4xx it stays undecided, with the words of the target.',
  'renewals.record':
    'Every decision in every success of E3, E4 and E5 is validated against its schema, but for its carriers, plans, issues and the value of its status. Generated decisions are created, edited twice and listed for it; those made from invalid bodies are left out.',
  'renewals.initial-status':
    'Every success of E3 in the run to a body of the documented types has to have the status `submitted` and an empty `issues`; generated decisions are created for it.',
  'renewals.status-values': `Every decision in every success of E3, E4 and E5 has its status looked up in the list. Generated decisions are created, edited and listed for it. ${watched}`,
  'renewals.issues-empty': `Every decision in every success of E3, E4 and E5 that is \`ready\` or \`submitted\` is looked at. Generated decisions are created, edited and listed for it. ${watched}`,
  'renewals.issues-explain': `Every decision in every success of E3, E4 and E5 that is \`not_ready\` is looked at; a target that shows none leaves it undecided. ${watched}`,
  'renewals.issue-record': `Every issue in every success of E3, E4 and E5 is validated against its schema, and its message may not be empty; a target that shows no issue leaves it undecided. ${watched}`,
  'renewals.issue-carrier': `Every issue in every success of E3, E4 and E5 has to have a carrier_id; a target that shows no issue leaves it undecided. ${watched}`,
  'renewals.carriers':
    'Every decision in every success of E3, E4 and E5 has its carriers validated against the schema, those made from bodies without carriers too. Generated decisions have one to four carriers.',
  'renewals.echo':
    'Every success of E3 to a body of the documented types is compared with the body: group, date, carriers by their id, keys of lines, enrollment days. Named examples in every run, and decisions drawn by chance (at least half of `--cases`), have one to four carriers, any of the lines, texts of every writing, and days at the edges of months, years and leap years; a case that breaks it is shrunk towards the plain one.',
  'renewals.plans':
    'Every success of E3 and E4 is compared with its body: each sent `plan_id` or `name` has to be in the same line of the same carrier, and no fewer plans than were sent. Every plan of every answer is validated against its schema. Generated lines have one to three plans in mixed forms.',
  'renewals.plan-forms':
    'The plain decision is sent with plans by id alone, with name, type and tier, and with name and type alone: each has to get a 2xx. A refusal of the first with made-up plan ids says nothing, and leaves it undecided where nothing else was judged.',
  'renewals.accepts-generated':
    'Observed: which of two variations (open enrollment of one day, a line without plans) are refused on create; and, while named examples and generated decisions are created and edited, how many were taken, with which codes others were refused, and the least of a refused body that the target does not take: a kind of value, a missing member, a number of items, or several of them together.',
  'renewals.edit':
    'A decision is edited three times in a row; each generated decision is edited twice to others, each named example away from itself and back: each answer has to be 200, with the `id` of the path, `group_id` and `created` as first seen, and the date, carriers, lines, days and plans that were sent, no plan more. An edit whose version moved in between is repeated under the current one.',
  'renewals.edit-listed': `A quarter of the cases create a decision and edit it one to three times with generated bodies: after each edit the list of the new date, walked over its pages, has to have the decision with the content sent, and not under the version that was edited. A refused edit says nothing. ${sequences}`,
  'renewals.edit-isolated': `Three decisions are created, two on one day; the first is edited three times. Before and after each edit the others are read from their lists: date, body, group and \`created\` have to be the same. ${sequences}`,
  'renewals.edit-stale':
    'Observed: a decision is created and edited, then edited again under its first version; whether that was taken, and with which code.',
  'renewals.refused-edit-unchanged': `A decision is created and edited, then edited again under its first version: no 5xx may come, and if it was refused, date, body, group and \`created\` in the list have to be as before. A target that takes the edit leaves it undecided. ${sequences}`,
  'renewals.filter-date': `Twelve decisions are created on one day and one on each day beside it, and one on each of six days that arithmetic goes wrong on (ends of months and years, a leap day). The lists of that day, of the one before, of each of the six and of a day without any, walked over their pages, have to have exactly those of the own decisions that are of the day; every list filtered by one day in the run may hold no other day. ${sequences}`,
  'renewals.filters-optional':
    'The list of the group is asked for without filters, with each of the three alone and with all: each answer has to be 200.',
  'renewals.filter-range': `Decisions are created on the day before and the day after some day, and listed with \`start_date\` and with \`end_date\` of that day: of the two exactly the right one has to be there. Every list of the run that was filtered by one bound may hold no decision beyond it. ${sequences}`,
  'renewals.filter-bounds': `Decisions are created on three days in a row, and on six days that arithmetic goes wrong on; each is listed with its own day as one bound or as both, and has to be there. ${sequences}`,
  'renewals.filter-combined': `Decisions are created on three of nine days in a row, and listed with both bounds, with a date and either bound, and with a date outside of the bounds: exactly those that all filters admit have to be there; so do three decisions in another group with a range that holds everything, and none with one that is empty or ends before it begins. Every list of the run with several filters may hold none that one of them excludes. ${sequences}`,
  'renewals.list': `A decision is created in the group and one in another group of the organization: the list, by its day and without filters, walked over its pages, has to have the first and not the second, and where it cannot be walked to its end it stays undecided. Every E5 of the run without filters has to be 200, and each to hold decisions of its group alone. ${sequences}`,
  'renewals.invalid-body':
    'From a decision that was taken, one body is made for each member and each rule that the documents state of it, broken by the plainest wrong value, in a fixed order; then a quarter of `--cases` more by chance, which break other items, or in other ways. Each is sent as a create and as an edit, in another group where there is one. All that are not answered with a 4xx are told in one finding, with one entry for each rule that is not enforced.',
  'renewals.lines':
    'Observed: a decision with each of `medical`, `dental` and the configured lines alone, and whether it was taken.',
  'renewals.transitions': `Observed over the whole run: the statuses of decisions. ${watched} Each of them is edited at the end.`,
};
