import { membersOf } from '../../generators/index.ts';
import { edge, type Edge } from './edge.ts';
import { has, keyHas } from './body-facts.ts';
import type { FeatureName } from './features.ts';

type Kind = readonly [feature: FeatureName, about: string];

const kinds: readonly Kind[] = [
  ['outside the basic plane', 'characters of two code units are cut in half, or do not fit the storage'],
  ['combining characters', 'normalizing the text gives other characters'],
  ['right-to-left writing', 'the text is reordered, or marks of direction are stripped'],
  ['a compatible twin', 'a compatibility normalization gives other characters'],
  ['past 100 characters', 'a column or a field of that length cuts the text'],
  ['past 255 characters', 'a column or a field of that length cuts the text'],
  ['past 255 bytes alone', 'a column that counts bytes cuts the text'],
  ['empty', 'an empty text is taken for none'],
  ['padded with blanks', 'the text is trimmed'],
  ['quotes or backslashes', 'the text is quoted twice, or not at all'],
  ['markup', 'the text is escaped for a page, or stripped'],
  ['digits with leading zeros', 'the text is taken for a number'],
  ['like a number', 'the text is taken for a number'],
  ['like a date', 'the text is taken for a date'],
  ['like nothing or a truth value', 'the text is taken for null or a boolean'],
  ['line breaks or tabs', 'control characters are stripped or break a line'],
];

const telling: readonly FeatureName[] = [
  'outside the basic plane',
  'combining characters',
  'past 255 characters',
  'empty',
  'quotes or backslashes',
];

const paths = [...membersOf('member-snapshot-input').values()]
  .filter(({ kind }) => kind === 'text')
  .map(({ path }) => path);
const own = /\.(?:ssn|email_address|home_phone|work_phone|zip_code)$/u;
const personal = (owner: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`${owner}.person.`) && !own.test(path));

/** Where texts are, with the kinds that are looked for there. */
const places: readonly (readonly [
  endpoint: 'E2' | 'E3' | 'E4' | 'E6',
  what: string,
  paths: readonly string[],
  features?: readonly FeatureName[],
])[] = [
  ['E6', 'a name or an address of the employee', personal('employee')],
  ['E6', 'a name or an address of a dependent', personal('dependents[]'), telling],
  ['E6', 'an occupation', ['employee.employment.occupation'], telling],
  ['E6', 'a classification', ['employee.classifications.*'], telling],
  ['E6', "a coverage's plan name", ['coverages[].plan_name'], telling],
  ['E6', "a dependent's own name", ['dependents[].custom_individual_id'], ['outside the basic plane']],
  ['E6', "an event's name", ['events[].id'], ['outside the basic plane', 'past 255 characters']],
  ['E3', "a new decision's plan name", ['body.carriers[].lines_of_coverage.*.plans[].name'], telling],
  ['E4', "an edit's plan name", ['body.carriers[].lines_of_coverage.*.plans[].name'], ['outside the basic plane']],
  ['E2', "a connection's group number", ['group_data.carrier_group_id'], [...telling, 'digits with leading zeros']],
  [
    'E2',
    "a connection's group name",
    ['group_data.group_name'],
    ['outside the basic plane', 'combining characters', 'past 255 characters', 'quotes or backslashes'],
  ],
];

/** Edges of texts that were sent and taken. */
export const textEdges: readonly Edge[] = [
  ...places.flatMap(([endpoint, what, members, features]) =>
    kinds
      .filter(([feature]) => features?.includes(feature) !== false)
      .map(([feature, about]) =>
        edge([endpoint], `${what}: ${feature}`, about, ...members.map((path) => has(path, feature))),
      ),
  ),
  ...kinds
    .filter(([feature]) => ['outside the basic plane', 'combining characters', 'empty'].includes(feature))
    .map(([feature, about]) =>
      edge(['E6'], `a classification's key: ${feature}`, about, keyHas('employee.classifications', feature)),
    ),
];
