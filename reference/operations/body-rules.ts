import { vocabulary, type VocabularyValue } from '../../spec/index.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Complaint } from '../domain/complaint.ts';
import { nonsenseIn } from './business-rules.ts';
import { isUnknown, membersOf, type Member } from './documented-members.ts';
import { missingMembers, type BodySchema } from './required-members.ts';

/** What a rule has to say of a member: its name and what is wrong; undefined when nothing is. */
type Rule = (member: Member, name: BodySchema) => readonly [rule: string, message: string] | undefined;

/** Which values of a vocabulary are taken: all, or those that are shown, or the first where none is. */
const taken: Readonly<
  Record<Exclude<Dialect['codedValues'], 'any'>, (list: readonly VocabularyValue[]) => readonly VocabularyValue[]>
> = {
  vocabulary: (list) => list,
  ordinary: (list) => (list.some(({ shown }) => shown) ? list.filter(({ shown }) => shown) : list.slice(0, 1)),
};

const vocabularies = new Map<string, readonly VocabularyValue[]>(Object.entries(vocabulary));

function codedRule(choice: Exclude<Dialect['codedValues'], 'any'>): Rule {
  return ({ schema, value }) => {
    const list = vocabularies.get(schema?.['x-vocabulary'] ?? '');
    if (list === undefined || value === undefined) return undefined;
    const allowed = taken[choice](list).map((each) => each.value);
    return allowed.some((each) => each === value) ? undefined : ['enum', `must be one of ${allowed.join(', ')}`];
  };
}

const unknownRule: Rule = (member, name) =>
  isUnknown(name, member) ? ['unknown-member', 'is not a member of this body'] : undefined;

/** Of the members of an object only those stated to be optional may be missing, and of two ways one. */
const sampleRule: Rule = ({ schema, value }) => {
  const presence = schema?.['x-presence'];
  return value === undefined && presence !== 'optional' && presence !== 'either'
    ? ['required', 'is missing']
    : undefined;
};

function lengthRule(limit: number): Rule {
  return ({ value }) =>
    typeof value === 'string' && Array.from(value).length > limit
      ? ['maxLength', `must not be longer than ${limit} characters`]
      : undefined;
}

function rulesOf({ codedValues, unknownMembers, requiredMembers, textLimit }: Dialect): readonly Rule[] {
  return [
    ...(codedValues === 'any' ? [] : [codedRule(codedValues)]),
    ...(unknownMembers === 'refused' ? [unknownRule] : []),
    ...(requiredMembers === 'sample' ? [sampleRule] : []),
    ...(textLimit === 'none' ? [] : [lengthRule(textLimit)]),
  ];
}

/** What is wrong with a body of the documented types, by the rules of the dialect: it is open which there are. */
export function brokenRules(name: BodySchema, body: unknown, dialect: Dialect): readonly Complaint[] {
  const missing = dialect.requiredMembers === 'sample' ? [] : missingMembers(name, body, dialect.requiredMembers);
  const rules = rulesOf(dialect);
  const makesSense = dialect.businessRules === 'many';
  if (rules.length === 0 && !makesSense) return missing;
  const members = membersOf(name, body);
  const broken = members.flatMap((member) =>
    rules.flatMap((judge): readonly Complaint[] => {
      const [rule, message] = judge(member, name) ?? [];
      return rule === undefined || message === undefined ? [] : [{ pointer: member.pointer, rule, message }];
    }),
  );
  return [...missing, ...broken, ...(makesSense ? nonsenseIn(members) : [])];
}
