import type { Dependent, MemberSnapshotInput, Person } from '../../spec/index.ts';
import { later, yearsAfter } from '../values/calendar-dates.ts';
import { zipCodeIn } from '../values/postal-codes.ts';
import type { GenerationContext } from './generation-context.ts';

/** Words that relationships and marital states are known by, in whatever list a target has. */
const words = {
  married: /^m(?:arried)?$/iu,
  single: /^s(?:ingle)?$|unmarried|never/iu,
  spouse: /spouse|husband|wife/iu,
  partner: /partner/iu,
  child: /child|daughter|\bson\b|stepson|grandson/iu,
} as const;

type Word = keyof typeof words;

const says = (word: Word, value: string | undefined): boolean => value !== undefined && words[word].test(value);
const isPartner = ({ relationship }: Dependent): boolean =>
  says('spouse', relationship) || says('partner', relationship);

/** Years that parents are older than their children at least, and by which a partner is older than a child would be. */
const generation = 16;
const partnersAge = 28;
const adult = 18;

type Address = NonNullable<Person['home_address']> | NonNullable<Person['mailing_address']>;

function located<T extends Address>(address: T | undefined): T | undefined {
  const { state, zip_code: code } = address ?? {};
  return address === undefined || state === undefined || code === undefined
    ? address
    : { ...address, zip_code: zipCodeIn(state, code) };
}

function withAddresses(person: Person): Person {
  const [home, mailing] = [located(person.home_address), located(person.mailing_address)];
  return {
    ...person,
    ...(home === undefined ? {} : { home_address: home }),
    ...(mailing === undefined ? {} : { mailing_address: mailing }),
  };
}

/** What the vocabulary has for a word; undefined where it has nothing. */
type Find = (key: 'marital_status' | 'relationship', word: Word) => string | undefined;

/** The person with a marital state that fits: married for spouses, single for children, anything but married otherwise. */
function inState(person: Person, find: Find, fits: 'married' | 'single' | 'not married'): Person {
  const { marital_status: status } = person;
  if (status === undefined || (fits === 'not married' && !says('married', status))) return person;
  return { ...person, marital_status: find('marital_status', fits === 'married' ? 'married' : 'single') ?? status };
}

/** The person born on a day that fits, if there is one. */
function bornAt(person: Person, day: (old: string) => string): Person {
  const { date_of_birth: birth } = person;
  return birth === undefined ? person : { ...person, date_of_birth: day(birth) };
}

function plausibleDependent(
  dependent: Dependent,
  { today }: GenerationContext,
  find: Find,
  parent?: string,
): Dependent {
  const { person, relationship } = dependent;
  if (person === undefined) return dependent;
  const placed = withAddresses(person);
  if (isPartner(dependent)) {
    // A partner as young as a child is taken for one of the generation before, born on the same day of the year.
    const asAdult = (birth: string) => (birth > yearsAfter(today, -adult) ? yearsAfter(birth, -partnersAge) : birth);
    const own = inState(placed, find, says('spouse', relationship) ? 'married' : 'not married');
    return { ...dependent, person: bornAt(own, asAdult) };
  }
  if (!says('child', relationship)) return { ...dependent, person: placed };
  const afterParent = (birth: string) => (parent === undefined ? birth : later(birth, yearsAfter(parent, generation)));
  return { ...dependent, person: bornAt(inState(placed, find, 'single'), afterParent) };
}

/** Dependents of whom one at most is the employee's partner; another becomes a child where there is a word for that. */
function withOnePartner(dependents: readonly Dependent[], find: Find): readonly Dependent[] {
  const first = dependents.findIndex(isPartner);
  const child = find('relationship', 'child');
  return dependents.map((dependent, index) =>
    isPartner(dependent) && index !== first && child !== undefined ? { ...dependent, relationship: child } : dependent,
  );
}

/**
 * A snapshot whose people make sense: postal codes of their states, one partner at most, who is an adult, children younger
 * than their parent, and marital states that agree with that. What is absent stays so, and codes stay whose words are
 * not understood.
 */
export function withPlausiblePeople(body: MemberSnapshotInput, context: GenerationContext): MemberSnapshotInput {
  const { employee, dependents } = body;
  const find: Find = (key, word) => context.vocabulary[key].find((value) => says(word, value));
  const family = withOnePartner(dependents ?? [], find);
  const partner = family.find(isPartner);
  const person = employee?.person === undefined ? undefined : withAddresses(employee.person);
  const isMarried = says('spouse', partner?.relationship);
  return {
    ...body,
    ...(employee === undefined || person === undefined
      ? {}
      : {
          employee: {
            ...employee,
            person: partner === undefined ? person : inState(person, find, isMarried ? 'married' : 'not married'),
          },
        }),
    ...(dependents === undefined
      ? {}
      : { dependents: family.map((one) => plausibleDependent(one, context, find, person?.date_of_birth)) }),
  };
}
