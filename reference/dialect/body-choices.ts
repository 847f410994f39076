import { choice, type Numbers } from './choice.ts';

/** What is open about request bodies and their echoes (`spec/documents/2-resources.md`). */
export const bodyChoices = {
  requiredMembers: choice('members that a body must have: a few, what cannot be done without, or all the sample has', [
    'few',
    'fewest',
    'sample',
  ]),
  codedValues: choice('coded values taken: any, those of the vocabularies, or the most ordinary of each', [
    'any',
    'vocabulary',
    'ordinary',
  ]),
  textLimit: choice('characters in a text at most', ['none', 255, 100], { weights: [4, 1, 1] }),
  bodyLimit: choice<Numbers>('bytes in a body at most', [1024 * 1024, 128 * 1024]),
  businessRules: choice('whether values have to make sense beyond their types', ['few', 'many'], { weights: [3, 1] }),
  unknownMembers: choice('members of a body that are not documented', ['kept', 'refused', 'dropped']),
  assignedIds: choice('whether an echo shows the identifiers that were left to the service', [true, false]),
  absentMembers: choice('members of an echo that were not submitted', ['absent', 'null']),
};
