import type { IdsOf } from './ids-of.ts';
import { sequences } from './sequences.ts';

/** How the requirements of `paging` are checked (`spec/documents/8-limits.md`). */
export const pagingMethods: Readonly<Record<IdsOf<'paging'>, string>> = {
  'paging.envelope':
    'Every 2xx of E1, E5 and E8 in the run is validated against the schema of its page, but for the records themselves.',
  'paging.bounds':
    'Every page of E1, E5 and E8 in the run whose request asked for a page that exists has its numbers held against each other and against the number of its records.',
  'paging.page-size':
    'Every page of E8 that was asked for with a size from 1 to 999 has its records counted. Three employees, of 25, 20 and 4 snapshots, are read in pages of size 1, of sizes up to 20, and of one less, as many and one more than there are. A size up to 20 that is refused is told under snapshots.list.',
  'paging.offset':
    'Of three employees, with 25, 20 and 4 snapshots, the list is read from every position, with `page_size` 3 and without one. `meta.offset` and the ids are compared with a walk of the whole list before; a list that moved in between is read again, and one that never comes to rest leaves it undecided.',
  'paging.last':
    'Of three employees, with 25, 20 and 4 snapshots, the list is read from the offset one below its total, with page sizes 1, 10 and 20: each answer has to hold one record.',
  'paging.tiling':
    'Of three employees, with 25, 20 and 4 snapshots, the list is walked page by page in sizes around its boundaries (1, 2, 3, 7, 10, 19, 20, one less, as many and one more than there are), between two walks of size 20. Each walk has to give each record once and in the same order; sizes past 20 that are refused are left out, and a list that never comes to rest leaves it undecided.',
  'paging.full-pages':
    'The lists of three employees, of 25, 20 and 4 snapshots, are walked in sizes up to 20 around their boundaries: each page has to hold as many records as were asked for, or all that are left. In the whole run, a first page may only be empty where the total is 0.',
  'paging.page-num':
    'Every page of E1, E5 and E8 in the run that has records and begins at a multiple of its size is looked at.',
  'paging.total': `Of three employees, for whom 25, 20 and 4 snapshots were created, \`total_records\` is compared with the number of distinct ids that the creates gave for that employee, and a walk has to meet each of them. A create that was lost without an answer leaves it undecided. ${sequences}`,
  'paging.out-of-range':
    'E8 is asked for the list of an employee with 25 snapshots with fourteen wrong values of `offset` and `page_size`: at and past the end, negative, fractions, words, nothing, zero, huge. None may get a 5xx, and a page that comes has to have a sound `meta`.',
  'paging.defaults':
    'Observed on E1, E5 and E8 without plan: the page size that `meta` names, whether the list is longer than that, and whether, of lists of different lengths, it goes with the list, which then comes whole; and how E8 answers to what is out of range.',
  'paging.order':
    'Observed on the list of an employee with 25 snapshots: whether it goes from the oldest or from the newest, by the order of their creation. Of fewer than five nothing is told: they may be in any order by chance.',
};
