import { counted, edge, type Edge } from './edge.ts';
import type { DecisionFact } from './decision-history.ts';
import type { DecisionShape } from './decision-shape.ts';

type Row<Fact> = readonly [fact: Fact, about: string];

const shapes: readonly Row<DecisionShape>[] = [
  ...([1, 2, 3, 4] as const).map((count) => [`${count} carriers`, 'only the first is kept'] as const),
  ['1 lines', 'a line is expected or added'],
  ['2 lines', 'one line takes the place of the other'],
  ['line medical', 'one line is handled apart'],
  ['line dental', 'one line is handled apart'],
  ['0 plans', 'an empty list is taken for none'],
  ['1 plans', 'a list of one becomes its only item'],
  ['2 plans', 'only the first is kept'],
  ['more than 2 plans', 'only the first few are kept'],
  ['plans by identifier alone', 'one of the two forms is expected'],
  ['plans by description alone', 'one of the two forms is expected'],
  ['plans in both forms', 'one of the two forms is lost'],
  ['a description with a metal tier', 'the tier is expected or becomes part of the name'],
  ['a description before an identifier', 'plans are sorted by form'],
  ['carriers with other lines', 'the lines of one carrier go to all'],
  ['carriers with the same lines', 'lines are kept by key alone'],
  ['other days in each line', 'the days of one line go to all'],
  ['lines with other numbers of plans', 'the plans of one line go to all'],
  ['an enrollment of one day', 'an end on the first day is taken for none'],
  ['an enrollment up to the day before the renewal', 'bounds are compared the wrong way'],
  ['dental before medical', 'lines are told apart by position'],
];

/** The shapes that an edit alone may get wrong. */
const editedShapes: readonly DecisionShape[] = [
  '2 carriers',
  '1 lines',
  '0 plans',
  'more than 2 plans',
  'plans by identifier alone',
  'plans by description alone',
];

const creations: readonly Row<DecisionFact>[] = [
  ['a second decision of a date', 'one decision takes the place of another of its date'],
  ['an eleventh decision of a date', 'a list is cut after ten'],
  ['a twenty-first decision of a date', 'a list is cut after twenty'],
  ['a decision like one before', 'the same body again gives the same record'],
  ['decisions in a second group', 'decisions of one group are listed in another'],
];

const edits: readonly Row<DecisionFact>[] = [
  ['a first edit', 'the edit is answered and not kept'],
  ['a second edit', 'only the first edit is kept, or the version does not change again'],
  ['a third edit', 'only so many edits are kept'],
  ['an edit under a version that an edit gave', 'the version that an edit answers is not the current one'],
  ['an edit under a version that the service gave by itself', 'a version of the service is not taken'],
  ['an edit between two edits of another decision', 'an edit goes to the decision edited last'],
  ['an edit that changes nothing', 'the version does not change'],
  ['an edit that changes the date', 'the date is kept from before'],
  ['an edit that changes the carriers', 'carriers are added to those from before'],
  ['an edit that changes the lines', 'lines are added to those from before'],
  ['an edit that changes the plans', 'plans are added to those from before'],
  ['an edit that changes the plans of one line alone', 'the change goes to every line or to none'],
  ['an edit that changes one plan alone', 'plans are only replaced together'],
  ['an edit that changes the days of enrollment', 'the days are kept from before'],
  ['an edit that takes something away', 'what is left out is kept from before'],
  ['an edit back to what was before', 'an earlier version comes back with the content'],
];

const listings: readonly Row<DecisionFact>[] = [
  ['an edited decision in the list', 'the list shows the decision as it was'],
  ['a twice edited decision in the list', 'the list shows the decision as it was'],
  ['a decision that is not ready', 'issues are missing'],
  ['a decision with issues', 'issues have other members'],
  ['a decision that is ready', 'issues remain'],
  ['a decision that is done', 'the content is lost'],
];

const rows = (endpoint: 'E3' | 'E4' | 'E5', what: string, table: readonly Row<string>[]): readonly Edge[] =>
  table.map(([fact, about]) => edge([endpoint], `${what}${counted(fact)}`, about, fact));

/** Edges of decisions that were taken (E3), edited (E4) and listed (E5). */
export const decisionEdges: readonly Edge[] = [
  ...rows('E3', 'a new decision: ', shapes),
  ...rows(
    'E4',
    'an edit: ',
    shapes.filter(([fact]) => editedShapes.includes(fact)),
  ),
  ...rows('E3', 'E3: ', creations),
  ...rows('E4', 'E4: ', edits),
  ...rows('E5', 'E5: ', listings),
];
