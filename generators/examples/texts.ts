import type { GroupConnectionInput, MemberSnapshotInput, RenewalDecisionInput, SchemaName } from '../../spec/index.ts';
import type { GenerationContext } from '../bodies/context.ts';
import { firstNames, lastNames } from '../values/people.ts';
import type { Example } from './example.ts';
import { withChanged } from './members.ts';
import { textKinds } from './wild-texts.ts';

/** Texts with a written form of their own, or that people and records are told apart by: no wild ones for them. */
const formed =
  /(?:^|\.)(?:ssn|email_address|home_phone|work_phone|zip_code|federal_ein|custom_individual_id|event_id|events\[\]\.id)$/u;

/** Names of plans: wild ones only where the target is not known to have names of its own. */
const planNames = /(?:^|\.)plan_name$|\.plans\[\]\.name$/u;

const groupName = 'group_data.group_name';

/** Whether a text of this path may be any text at all. */
function isFree(path: string, { planNames: names }: GenerationContext): boolean {
  return !formed.test(path) && !(names.length > 0 && planNames.test(path));
}

/** A group's name that can still be found by its run tag. */
function withTag(text: string, { runTag }: GenerationContext): string {
  return text === '' ? runTag : `${text} ${runTag}`;
}

function retold<T>(
  schema: SchemaName,
  context: GenerationContext,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
): Example<T> {
  return {
    name: `texts ${name}`,
    part: 'texts',
    apply: (body) => {
      let texts = 0;
      return withChanged(schema, body, ({ kind, path }, value) => {
        if (kind !== 'text' || !isFree(path, context)) return value;
        const text = values[texts % values.length] ?? '';
        texts += 1;
        return path === groupName ? withTag(text, context) : text;
      });
    },
  };
}

/** No two texts of a body are the same: mixing two of them up shows. */
function eachAnother<T>(schema: SchemaName, context: GenerationContext): Example<T> {
  return {
    name: 'every text another one',
    part: 'distinct',
    apply: (body) =>
      withChanged(schema, body, ({ kind, path }, value, ordinal) => {
        if (kind !== 'text' || !isFree(path, context)) return value;
        const text = `Example ${String(ordinal)}`;
        return path === groupName ? withTag(text, context) : text;
      }),
  };
}

/** Every text of a body of a kind, one kind after the other; the forms that some texts have are kept. */
function texts<T>(schema: SchemaName, context: GenerationContext): readonly Example<T>[] {
  return [eachAnother(schema, context), ...textKinds.map((kind) => retold<T>(schema, context, kind))];
}

/** Endings of a person's own name for the target, after the run tag and the part the person plays. */
const endings = ['😀', 'x y', "o'", 'ÖÉ', 'a/b', '0', 'n'.repeat(101)] as const;

function apart<T>(schema: SchemaName, name: string, values: Readonly<Record<string, readonly string[]>>): Example<T> {
  return {
    name,
    part: 'texts',
    apply: (body) => {
      const counts = new Map<string, number>();
      return withChanged(schema, body, ({ path }, value) => {
        const own = Object.entries(values).find(([ending]) => path.endsWith(ending));
        if (own === undefined || typeof value !== 'string') return value;
        const [key, list] = own;
        const count = counts.get(key) ?? 0;
        counts.set(key, count + 1);
        return list[count % list.length];
      });
    },
  };
}

/** A snapshot whose events have other names, everywhere they are named. */
function eventsNamed(name: string, as: (index: number) => string): Example<MemberSnapshotInput> {
  return {
    name,
    part: 'texts',
    apply: (body) => {
      const names = new Map((body.events ?? []).map(({ id }, index) => [id, as(index)]));
      return withChanged('member-snapshot-input', body, ({ path }, value) =>
        typeof value === 'string' && /(?:^|\.)event_id$|^events\[\]\.id$/u.test(path)
          ? (names.get(value) ?? value)
          : value,
      );
    },
  };
}

/** Texts of a snapshot (`spec/documents/2-resources.md`, Member snapshot input and below). */
export function snapshotTexts(context: GenerationContext): readonly Example<MemberSnapshotInput>[] {
  const schema = 'member-snapshot-input';
  return [
    ...texts<MemberSnapshotInput>(schema, context),
    apart(schema, 'names as people of all countries have them', {
      first_name: firstNames,
      middle_name: firstNames.toReversed(),
      last_name: lastNames,
    }),
    apart(schema, 'postal codes with leading zeros and of nine digits', {
      zip_code: ['00501-0001', '02134', '00000', '99999-9999'],
    }),
    apart(schema, 'addresses of mail with signs and capital letters', {
      email_address: ["o'ex+benefits@example.com", 'First.Last@Example.com', `${'x'.repeat(64)}@mail.example.com`],
    }),
    apart(schema, 'telephone numbers that are all different', {
      _phone: ['+14155550102', '+13125550199', '+18085550150', '+16175550142'],
    }),
    {
      name: 'own names of dependents with strange endings',
      part: 'texts',
      apply: (body) => ({
        ...body,
        ...(body.dependents === undefined
          ? {}
          : {
              dependents: body.dependents.map((dependent, index) => ({
                ...dependent,
                custom_individual_id: `${context.runTag}-dependent-${String(index + 1)}-${endings[index % endings.length] ?? ''}`,
              })),
            }),
      }),
    },
    // A known employee keeps its name: with another one it could be taken for somebody else.
    ...(context.employeeId === undefined
      ? [
          {
            name: 'an own name of the employee with a long ending',
            part: 'texts',
            apply: (body) => ({
              ...body,
              employee: {
                ...body.employee,
                custom_individual_id: `${context.runTag}-employee-${endings.join('-')}`,
              },
            }),
          } satisfies Example<MemberSnapshotInput>,
        ]
      : []),
    eventsNamed('events with numbers for names', (index) => String(index + 1)),
    eventsNamed('events with names of many writings', (index) => `événement/${String(index + 1)} 😀 “x”`),
    eventsNamed('events with long names', (index) => `${'e'.repeat(256)}${String(index + 1)}`),
  ];
}

/** Texts of a decision: the names of plans given by a description, unless the target has names of its own. */
export function decisionTexts(context: GenerationContext): readonly Example<RenewalDecisionInput>[] {
  return context.planNames.length > 0 ? [] : texts<RenewalDecisionInput>('renewal-decision-input', context);
}

/** Texts of a connection; its group's name keeps the run tag, its employer number a prefix that is never issued. */
export function connectionTexts(context: GenerationContext): readonly Example<GroupConnectionInput>[] {
  const schema = 'group-connection-input';
  return [
    ...texts<GroupConnectionInput>(schema, context),
    apart(schema, 'an employer number without a dash', { federal_ein: ['001234567'] }),
    apart(schema, 'an employer number of zeros', { federal_ein: ['00-0000000'] }),
  ];
}
