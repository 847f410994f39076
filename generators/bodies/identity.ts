import type { Person } from '../../spec/index.ts';
import { emailFor, familyNameFor, isPlainFamilyName, socialSecurityNumberFor } from '../values/people.ts';

/** The names of people, as they go into their own names for the target. */
export const roles = {
  employee: 'emp',
  dependent: (place: number): string => `dep${place}`,
} as const;

/**
 * A name of our own for somebody, which begins with the run tag.
 *
 * @param ending distinguishes people of one role
 */
export function ownName(tag: string, role: string, ending = ''): string {
  return ending === '' ? `${tag}-${role}` : `${tag}-${role}-${ending}`;
}

/** Changes a person's social security number, e-mail address and plain family name, where there are such, to those of nobody else. */
export function giveOwnTraits(person: Person | undefined, name: string): void {
  const family = person?.last_name;
  if (person !== undefined && family !== undefined && isPlainFamilyName(family)) person.last_name = familyNameFor(name);
  if (person?.ssn !== undefined) person.ssn = socialSecurityNumberFor(name);
  if (person?.contact?.email_address !== undefined) person.contact.email_address = emailFor(name);
}
