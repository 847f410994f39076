import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValidator } from '../../spec/index.ts';
import { defaultContext } from '../bodies/context.ts';
import { arbitrarySnapshot } from '../bodies/snapshot.ts';
import { withOwnPeople } from './own-people.ts';

test('people of their own keep everything but what they are told apart by', () => {
  const validator = createValidator();
  const bodies = arbitrarySnapshot(defaultContext());
  fc.assert(
    fc.property(bodies, (body) => {
      const [one, other] = [withOwnPeople(body, 'one'), withOwnPeople(body, 'other')];
      expect(validator.validate('member-snapshot-input', one)).toEqual([]);
      expect(one.employee?.id).not.toBe(other.employee?.id);
      expect(one.employee?.custom_individual_id).toBe(`${String(body.employee?.custom_individual_id)}-one`);
      expect(one.dependents?.map(({ person }) => person)).toEqual(body.dependents?.map(({ person }) => person));
      const people = [one.employee?.id, ...(one.dependents ?? []).map(({ id }) => id)];
      const enrolled = (one.coverages ?? []).flatMap((coverage) => coverage.enrolled_members ?? []);
      expect(enrolled.filter(({ individual_id: id }) => !people.includes(id))).toEqual([]);
    }),
    { seed: 4, numRuns: 40 },
  );
});
