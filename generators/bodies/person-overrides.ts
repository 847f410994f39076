import * as fc from 'fast-check';
import { around } from '../schema/sketch.ts';
import type { Override } from '../schema/place.ts';
import {
  emails,
  firstNames,
  lastNames,
  phones,
  postalCodes,
  socialSecurityNumberFor,
  socialSecurityNumbers,
} from '../values/people.ts';
import { as, dateAround, textAround } from './override.ts';

/** What sets a synthetic person apart from the others of a body. */
export interface Persona {
  readonly firstName: string;
  readonly dateOfBirth: string;
  /** The last day on which such a person may have been born. */
  readonly bornBefore: string;
  /** Makes the social security number the person's own: a run tag and a role. */
  readonly words: readonly string[];
}

function address(path: string): Record<string, Override> {
  return {
    [`${path}.street_one`]: textAround('1 Example Street', "12½ Rue de l'Exemple", 'Beispielstraße 7'),
    [`${path}.city`]: textAround('Exampleville', 'São Exemplo', 'Přílkladov'),
    [`${path}.zip_code`]: as(around('00501', postalCodes())),
  };
}

/**
 * Overrides for a person's members: synthetic, and seen to be so.
 *
 * @param path where the person is in the body: `employee.person`
 * @param persona who it is
 */
export function personOverrides(path: string, persona: Persona): Readonly<Record<string, Override>> {
  const phone = (end: string) => as(around(`+120255501${end}`, phones()));
  return {
    [`${path}.first_name`]: textAround(persona.firstName, ...firstNames),
    [`${path}.middle_name`]: textAround('Quinn', ...firstNames),
    [`${path}.last_name`]: textAround('Example', ...lastNames),
    [`${path}.suffix`]: textAround('Jr.', 'III', 'Ph.D.'),
    [`${path}.date_of_birth`]: dateAround(persona.dateOfBirth, '1930-01-01', persona.bornBefore),
    [`${path}.ssn`]: as(around(socialSecurityNumberFor(...persona.words), socialSecurityNumbers())),
    ...address(`${path}.home_address`),
    [`${path}.home_address.county`]: textAround('Example County', 'Exämple'),
    ...address(`${path}.mailing_address`),
    [`${path}.contact.email_address`]: as(around(`${persona.firstName.toLowerCase()}@example.com`, emails())),
    [`${path}.contact.home_phone`]: phone('00'),
    [`${path}.contact.work_phone`]: phone('01'),
  };
}

/** The end of a person's own name for the target: nothing canonically, else some text. */
export const nameEnding = around(
  '',
  fc.constantFrom('a', 'ö', '𝒜', 'x y', "o'"),
  fc.string({ unit: fc.constantFrom(...Array.from('abc-_.019')), maxLength: 80 }),
);
