import type { IdsOf } from './ids-of.ts';

/** How the requirements of `connections` are checked (`spec/documents/4-endpoints.md`). */
export const connectionMethods: Readonly<Record<IdsOf<'connections'>, string>> = {
  'connections.create':
    'The plain connection is sent, with the carriers of the configuration or with one that is made up: it has to get a 2xx. A 4xx leaves it undecided, with the words of the target and the fixture to set.',
  'connections.record':
    'Every success of E2 in the run to a body of the documented types is validated against its schema, but for the value of `status`. Generated connections are sent for it: any texts as names and numbers, each member with and without.',
  'connections.initial-status':
    'Every success of E2 in the run to a body of the documented types has to have the status `created`; generated connections are sent for it.',
  'connections.status-values':
    'Every success of E2 in the run has its status looked up in the list, to which the configured `reviewStatus` is added.',
  'connections.echo':
    'Named examples are sent in every run, then connections drawn by chance (at least half of `--cases`), with texts of every writing, length and quoting; the four members of each answer are compared with what was sent. A case that breaks it is shrunk towards the plain body; a refused one is sent again without what the target does not take, and says nothing where that is refused too.',
  'connections.invalid-body':
    'From the plain connection that was taken, one body is made for each member and each rule that the documents state of it, broken by the plainest wrong value, in a fixed order; then a quarter of `--cases` more by chance, which break them in other ways. All that are not answered with a 4xx are told in one finding, with one entry for each rule that is not enforced.',
  'connections.accepts-generated':
    'Observed while named examples and generated connections are sent: how many were taken, with which codes others were refused, and the least of a refused body that the target does not take: a kind of value, a missing member, a number of items, or several of them together.',
  'connections.request-type':
    'Observed on the answer to the plain connection: its status, its `request_type`, and the members that the documents do not list.',
  'connections.new-group': 'Observed after the plain connection: whether its group is on one of the pages of E1.',
};
