import type { GroupConnectionInput, MemberSnapshotInput, RenewalDecisionInput, SchemaTypes } from '../../spec/index.ts';
import type { GenerationContext } from '../bodies/generation-context.ts';
import { ownName, roles, employerNumberFor, firstNames, lastNames } from '../values/people.ts';
import { changing, type BodySchema, type Example } from './example.ts';

const emoji = ['😀', '👩‍👩‍👧', '🇺🇳', '𝒜', '𠮷', '𐍈'] as const;

/** `count` characters, the last one different, so that a cut shows even if only lengths are looked at. */
function long(character: string, count: number): string {
  return `${character.repeat(count - 1)}z`;
}

/**
 * Kinds of text that an implementation may store, compare or show badly, the most revealing first, with texts for one
 * member after the other. Lengths are just past limits in characters, in UTF-16 code units and in bytes of UTF-8.
 */
const textKinds: Readonly<Record<string, readonly string[]>> = {
  'with characters outside the basic plane': ['Zoe 😀', '𠮷田', '𝒜da', 'Team 👩‍👩‍👧', '🇺🇳 hall', '𐍈𐍈'],
  'with combining characters': [
    'Rene\u0301e',
    'q\u0307\u0323',
    'A\u030angstro\u0308m',
    '\u1112\u1161\u11ab',
    'Nguye\u0302\u0303n',
  ],
  'in right-to-left writing': ['שלומית', 'محمد', 'בן דוגמה', 'المثال', '\u200fשרה\u200f Example'],
  'in other writings': ['王小明', 'Анна', 'さくら', 'अनन्या', 'Νίκη', '지우', 'Łukasik', 'Straße'],
  'with quotes and backslashes': [`O'Example`, 'The "Ex" Ample', 'C:\\temp\\new', "''", '`x`', '\\"'],
  'with markup and placeholders': [
    '<b>Bold</b>',
    'R&amp;D & Co',
    '100%20%',
    '${name} {{name}} %s',
    '-- ; DROP',
    '<!-- x -->',
  ],
  'with typographic signs': [
    '“Exa” ‘mple’',
    'Exa–mple — …',
    '5 € · ½ ™',
    'Exa\u00admple',
    'Exa\u200bmple',
    'Example ❤\ufe0f',
  ],
  'that begin like formulas': ['=1+1', '@Example', '+Example', '-Example'],
  'of digits with leading zeros': ['007', '000', '0123456789', '00'],
  'that look like numbers': ['1e3', '1.0', '-0', '0x1F', '1,000', '+5', 'NaN', 'Infinity', '1_000'],
  'that look like dates': ['2022-01-01', '2022-01-01T00:00:00Z', '01/02/2022', '1557329939'],
  'that look like nothing or a truth value': [
    'null',
    'true',
    'false',
    'undefined',
    'None',
    'NULL',
    'N/A',
    '[]',
    '{}',
    '""',
  ],
  'in mixed letter case': ['McEXAMPLE', 'eXAMPLE', 'UPPER', 'lower', 'de la Ex', 'ǅ İı ẞß'],
  // The same texts again: a service may find existing records by them.
  'in another letter case than before': ['mcexample', 'Example', 'Upper', 'LOWER', 'De La Ex', 'ǆ iı ßẞ'],
  'with accents that those before lack': ['McÉXAMPLE', 'éXAMPLE', 'ÜPPER', 'löwer', 'dé la Ex', 'Ǆ Íı ẞß'],
  'with blanks at the end that those before lack': ['McEXAMPLE ', 'eXAMPLE ', 'UPPER ', 'lower ', 'de la Ex '],
  'of characters that have a compatible twin': ['ﬁne', 'Ⅳ', 'ＡＢＣ', '\u212b', '\u212a', '①', 'ſ', '㎏'],
  'with signs of many kinds at once': [
    'ǅİıẞß ﬁⅣＡ é q\u0307\u0323 👩‍👧 שלום王\u00a0Ж "\'\\` <b>&amp; %20 {} “x” ❤\ufe0f  x',
  ],
  'padded with blanks': [' Example', 'Example ', '  Two  words  ', '\u00a0Example\u00a0', ' '],
  'past 100 characters': [long('a', 101), long('é', 101), long('Example ', 15)],
  'past 255 characters': [long('b', 256), long('x y', 90), long('c', 300)],
  'past 1000 characters': [long('d', 1001)],
  'past 100 UTF-16 units only': emoji.map((one) => one.repeat(Math.ceil(101 / one.length))),
  'past 255 bytes only': [long('é', 128), long('ш', 130), long('王', 86)],
  'past 255 characters outside the basic plane': [long('𝒜', 256), long('😀', 256)],
  'that are empty': [''],
  'with line breaks and tabs': ['two\nlines', 'carriage\r\nreturn', 'a\ttab', 'a\u2028separator'],
};

/** Texts with a form of their own, or by which people and records are recognized: they are not changed. */
const formed =
  /(?:^|\.)(?:ssn|email_address|home_phone|work_phone|zip_code|federal_ein|custom_individual_id|event_id|events\[\]\.id)$/u;

const planName = /(?:^|\.)plan_name$|\.plans\[\]\.name$/u;

/** An example that changes every free text; known plan names stay, and the group's name keeps the run tag. */
function everyText<Name extends BodySchema>(
  schema: Name,
  { planNames, runTag }: GenerationContext,
  part: 'distinct' | 'texts',
  name: string,
  textOf: (index: number, ordinal: number) => string,
): Example<SchemaTypes[Name]> {
  return changing(schema, part, name, () => {
    let count = 0;
    return ({ kind, path }, value, ordinal) => {
      const isFree = kind === 'text' && !formed.test(path) && !(planNames.length > 0 && planName.test(path));
      if (!isFree) return value;
      const text = textOf(count++, ordinal);
      if (path !== 'group_data.group_name') return text;
      return text === '' ? runTag : `${text} ${runTag}`;
    };
  });
}

const longestTogether = 80;

/** The texts of a kind for a body with few texts: the second one combines all of them if they are short. */
function forFew(values: readonly string[]): readonly string[] {
  const [first = '', ...others] = values;
  const all = values.join(' ');
  return others.length === 0 || all.length > longestTogether ? values : [first, all, ...others];
}

/** An example per kind, with all texts of that kind; and one without equal texts, so that mixing two up shows. */
function texts<Name extends BodySchema>(
  schema: Name,
  context: GenerationContext,
  ofKind: (values: readonly string[]) => readonly string[] = forFew,
): readonly Example<SchemaTypes[Name]>[] {
  return [
    everyText(schema, context, 'distinct', 'every text another one', (_, ordinal) => `Example ${ordinal}`),
    ...Object.entries(textKinds).map(([kind, all]) => {
      const values = ofKind(all);
      return everyText(schema, context, 'texts', `texts ${kind}`, (index) => values[index % values.length] ?? '');
    }),
  ];
}

type TextOf = (text: string, count: number) => string;

type TextsByEnding = Readonly<Record<string, readonly string[] | TextOf>>;

/** Makes examples that change texts by the ending of the member's path: to listed ones in turn, or by a function. */
function someTexts<Name extends BodySchema>(schema: Name) {
  return (name: string, values: TextsByEnding): Example<SchemaTypes[Name]> =>
    changing(schema, 'texts', name, () => {
      const counts = new Map<string, number>();
      return ({ path }, value) => {
        const own = Object.entries(values).find(([ending]) => path.endsWith(ending));
        if (own === undefined || typeof value !== 'string') return value;
        const [ending, of] = own;
        const count = counts.get(ending) ?? 0;
        counts.set(ending, count + 1);
        return typeof of === 'function' ? of(value, count) : of[count % of.length];
      };
    });
}

/** Endings of a person's own name for the target, after the run tag and the person's role. */
const endings = ['😀', 'x y', "o'", 'ÖÉ', 'a/b', '0', 'n'.repeat(101)] as const;

function eventsNamed(name: string, nameOf: (number: number) => string): Example<MemberSnapshotInput> {
  return changing('member-snapshot-input', 'texts', name, ({ events = [] }) => {
    const names = new Map(events.map(({ id }, index) => [id, nameOf(index + 1)]));
    return ({ path }, value) =>
      typeof value === 'string' && /(?:^|\.)event_id$|^events\[\]\.id$/u.test(path)
        ? (names.get(value) ?? value)
        : value;
  });
}

/** Texts of a snapshot (`spec/documents/2-resources.md`, Member snapshot input and below). */
export function snapshotTexts(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  const schema = 'member-snapshot-input';
  const having = someTexts(schema);
  const { runTag } = context;
  return [
    ...texts(schema, context, (values) => values),
    having('names as people of all countries have them', {
      first_name: firstNames,
      middle_name: firstNames.toReversed(),
      last_name: lastNames,
    }),
    having('postal codes with leading zeros and of nine digits', {
      zip_code: ['02134', '00501-0001', '07030', '99999-9999', '00000'],
    }),
    having('postal codes of other countries', { zip_code: ['1010-001 Lisboa', 'K1A 0B1', 'SW1A 1AA', '3000'] }),
    having('states in words and in small letters', { state: ['California', 'ny', 'New South Wales'] }),
    having('addresses of mail with signs and capital letters', {
      email_address: [
        `o'ex+${runTag}@example.com`,
        `First.Last.${runTag}@Example.com`,
        `${runTag}${'x'.repeat(64)}`.slice(0, 64).concat('@mail.example.com'),
      ],
    }),
    having('social security numbers with leading zeros', { '.ssn': (text) => `000${text.slice(3)}` }),
    ...(context.planNames.length > 0
      ? []
      : [having('names of plans with signs of addresses', { plan_name: ['Example  A+B & C=D; 80/20 50% #1?'] })]),
    // From the range that Ofcom reserves for drama.
    having('telephone numbers of another country', {
      _phone: ['+442079460123', '+442079460124', '+442079460125', '+442079460126'],
    }),
    having('telephone numbers with signs and an extension', {
      _phone: ['+1 (212) 555-0142 x7', '(212) 555-0143', '212.555.0144', '212-555-0145 ext. 12'],
    }),
    changing(schema, 'texts', 'one telephone number for all', ({ employee }) => {
      const { home_phone: one } = employee?.person?.contact ?? {};
      return ({ path }, value) => (path.endsWith('_phone') && typeof value === 'string' ? (one ?? value) : value);
    }),
    having('own names of dependents with strange endings', {
      'dependents[].custom_individual_id': (_, count) =>
        ownName(runTag, roles.dependent(count + 1), endings[count % endings.length]),
    }),
    having('own names of dependents with a blank at the end', {
      'dependents[].custom_individual_id': (text) => `${text} `,
    }),
    // A known employee keeps its name: under another one it could be taken for somebody else.
    ...(context.employeeId === undefined
      ? [
          having('an own name of the employee with a long ending', {
            'employee.custom_individual_id': [ownName(runTag, roles.employee, endings.join('-'))],
          }),
        ]
      : []),
    having('names with a null character', { first_name: ['Exam\u0000ple'], last_name: ['Exam\u0000ple'] }),
    eventsNamed('events with numbers for names', String),
    eventsNamed('events with names of many writings', (number) => `événement/${number} 😀 “x”`),
    eventsNamed('events with long names', (number) => `${'e'.repeat(256)}${number}`),
  ];
}

/** Texts of a decision: the names of described plans, unless the target has plan names of its own. */
export function decisionTexts(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  return context.planNames.length > 0 ? [] : texts('renewal-decision-input', context);
}

/** Texts of a connection; the group's name or identifier has the run tag, its employer number a never-issued prefix. */
export function connectionTexts(context: GenerationContext): readonly Example<GroupConnectionInput>[] {
  const schema = 'group-connection-input';
  const having = someTexts(schema);
  return [
    ...texts(schema, context),
    having('a name of the group without any text', { group_name: [''], carrier_group_id: [context.runTag] }),
    having('a name of the group in blanks', { group_name: [` Example Group ${context.runTag} `] }),
    having('a name of the group with its legal form', { group_name: [`Example, Inc. ${context.runTag}`] }),
    having('a name of the group with signs of addresses', { group_name: [`Example A+B & Co ${context.runTag}`] }),
    // More digits than a JSON number can keep.
    having('an id of the group of twenty digits', { carrier_group_id: ['10987654321098765432'] }),
    having('an id of the group longer than its name', { group_name: ['Example'], carrier_group_id: [context.runTag] }),
    having('a name of the group with a tab', { group_name: [`Example\tGroup ${context.runTag}`] }),
    having('an employer number without a dash', { federal_ein: [employerNumberFor(context.runTag).replace('-', '')] }),
    having('an employer number of zeros', { federal_ein: ['00-0000000'] }),
  ];
}
