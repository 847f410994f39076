import type { Dependent, MemberSnapshotInput, Person } from '../../spec/index.ts';
import { later, yearsAfter } from '../values/calendar-dates.ts';
import { zipCodeIn } from '../values/postal-codes.ts';
import type { GenerationContext } from './generation-context.ts';

/** Words that relationships and marital states are known by, in whatever list a target has. */
const words = {
  married: /^m(?:arried)?$/i,
  single: /^s(?:ingle)?$|unmarried|never/i,
  spouse: /spouse|husband|wife/i,
  partner: /partner/i,
  child: /child|daughter|\bson\b|stepson|grandson/i,
} as const;

type Word = keyof typeof words;

const says = (word: Word, value: string | undefined): boolean => value !== undefined && words[word].test(value);
const isPartner = ({ relationship }: Dependent): boolean =>
  says('spouse', relationship) || says('partner', relationship);

/** Years that parents are older than their children at least, and by which a partner is older than a child would be. */
const generation = 16;
const partnersAge = 28;
const adult = 18;

function locate(address: Person['mailing_address']): void {
  if (address?.state === undefined || address.zip_code === undefined) return;
  address.zip_code = zipCodeIn(address.state, address.zip_code);
}

function locatePerson(person: Person): void {
  locate(person.home_address);
  locate(person.mailing_address);
}

/** What the vocabulary has for a word; undefined where it has nothing. */
type Find = (key: 'marital_status' | 'relationship', word: Word) => string | undefined;

/** Gives a person a marital state that fits: married for spouses, single for children, anything but married otherwise. */
function arrangeState(person: Person, find: Find, fits: 'married' | 'single' | 'not married'): void {
  const { marital_status: status } = person;
  if (status === undefined || (fits === 'not married' && !says('married', status))) return;
  person.marital_status = find('marital_status', fits === 'married' ? 'married' : 'single') ?? status;
}

function arrangeDependent(dependent: Dependent, person: Person, find: Find, today: string, parent = ''): void {
  const { date_of_birth: birth = '' } = person;
  if (isPartner(dependent)) {
    arrangeState(person, find, says('spouse', dependent.relationship) ? 'married' : 'not married');
    // A partner as young as a child is taken for one of the generation before, born on the same day of the year.
    if (birth > yearsAfter(today, -adult)) person.date_of_birth = yearsAfter(birth, -partnersAge);
  } else if (says('child', dependent.relationship)) {
    arrangeState(person, find, 'single');
    if (birth !== '' && parent !== '') person.date_of_birth = later(birth, yearsAfter(parent, generation));
  }
}

/**
 * Changes a snapshot so that its people make sense: postal codes of their states, one partner at most, who is an adult,
 * children younger than their parent, and marital states that agree with that. What is absent stays so, and codes stay
 * whose words are not understood.
 */
export function arrangePeople({ employee, dependents = [] }: MemberSnapshotInput, context: GenerationContext): void {
  const find: Find = (key, word) => context.vocabulary[key].find((value) => says(word, value));
  const [partner, ...otherPartners] = dependents.filter(isPartner);
  // Another partner becomes a child where there is a word for that.
  const child = otherPartners.length > 0 ? find('relationship', 'child') : undefined;
  if (child !== undefined) for (const other of otherPartners) other.relationship = child;
  const { person: parent } = employee ?? {};
  if (parent !== undefined) {
    locatePerson(parent);
    const isMarried = says('spouse', partner?.relationship);
    if (partner !== undefined) arrangeState(parent, find, isMarried ? 'married' : 'not married');
  }
  for (const dependent of dependents) {
    if (dependent.person === undefined) continue;
    locatePerson(dependent.person);
    arrangeDependent(dependent, dependent.person, find, context.today, parent?.date_of_birth);
  }
}
