import type { Person } from '../../spec/index.ts';
import { emailFor, socialSecurityNumberFor } from '../values/people.ts';
import { uuidFor } from '../values/scalars.ts';

/** What a service knows a person by. */
interface Identity {
  readonly id: string;
  readonly custom_individual_id: string;
}

/** The names of people, as they go into their own names for the target. */
export const roles = {
  employee: 'emp',
  dependent: (place: number): string => `dep${String(place)}`,
} as const;

/**
 * Who somebody is: a name of our own that begins with the run tag, and an identifier; the same for the same words.
 *
 * @param ending distinguishes people of one role
 */
export function identityOf(tag: string, role: string, ending = ''): Identity {
  const name = [tag, role, ending].filter((part) => part !== '').join('-');
  return { id: uuidFor(name), custom_individual_id: name };
}

/** The person with a social security number and an e-mail address that nobody else has, where it has such. */
export function withOwnNumbers(person: Person, name: string): Person {
  const { ssn, contact } = person;
  return {
    ...person,
    ...(ssn === undefined ? {} : { ssn: socialSecurityNumberFor(name) }),
    ...(contact?.email_address === undefined ? {} : { contact: { ...contact, email_address: emailFor(name) } }),
  };
}
