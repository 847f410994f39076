import { bodyChoices } from './body-choices.ts';
import { connectionChoices } from './connection-choices.ts';
import { decisionChoices } from './decision-choices.ts';
import { listChoices } from './list-choices.ts';
import { refusalChoices } from './refusal-choices.ts';
import { snapshotChoices } from './snapshot-choices.ts';
import { tokenChoices } from './token-choices.ts';
import { trafficChoices } from './traffic-choices.ts';
import { wireChoices } from './wire-choices.ts';

/** Every open point with its values: the one table behind the default dialect and the random ones. */
export const choices = {
  ...tokenChoices,
  ...refusalChoices,
  ...wireChoices,
  ...listChoices,
  ...bodyChoices,
  ...connectionChoices,
  ...decisionChoices,
  ...snapshotChoices,
  ...trafficChoices,
};
