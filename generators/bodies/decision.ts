import * as fc from 'fast-check';
import type { RenewalDecisionInput } from '../../spec/index.ts';
import { isList, isObject } from '../schema/node.ts';
import { mapOf } from '../schema/object.ts';
import type { Override } from '../schema/place.ts';
import { around, oneOfValues, type Sketch } from '../schema/sketch.ts';
import { carriersOf, plansOf, type GenerationContext } from './context.ts';
import { draftOf } from './draft.ts';
import { as, dateAround, list, textAround, wayWith, withMembers } from './override.ts';
import { settleDecision } from './settle-decision.ts';

const carriers = 'body.carriers[]';
const line = `${carriers}.lines_of_coverage.*`;

/** Medical with its plans by identifier and by description, dental with a plan by a description without metal tier. */
function canonicalLines(item: Sketch): Readonly<Record<string, unknown>> {
  const medical = item.canonical;
  const plans = isObject(medical) && isList(medical['plans']) ? medical['plans'] : [];
  const described = plans.filter((plan) => isObject(plan) && 'name' in plan).slice(0, 1);
  return {
    medical,
    dental: withMembers(medical, { plans: described.map((plan) => withMembers(plan, { metal_tier: undefined })) }),
  };
}

/** A plan's name: one that the target knows, or when none is known a made-up one and any other text. */
export function planName(context: GenerationContext, madeUp: string, index = 0): Override {
  const [first, ...others] = context.planNames;
  if (first === undefined) return textAround(madeUp, 'Exämple HMO 0/0', '例 PPO');
  const canonical = context.planNames[index % context.planNames.length] ?? first;
  return as(around(canonical, fc.constantFrom(first, ...others)));
}

function draft(context: GenerationContext): Sketch {
  const [first = 'medical', ...others] = context.linesOfCoverage;
  const lines = { min: 1, max: context.linesOfCoverage.length, keys: fc.constantFrom(first, ...others) };
  return draftOf('renewal-decision-input', context, {
    renewal_date: dateAround('2022-01-01', '2022-01-01', '2035-12-31'),
    'body.carriers': list({ min: 1, max: 4, canonical: (item) => [item.canonical] }),
    [`${carriers}.carrier_id`]: as(oneOfValues(carriersOf(context))),
    [`${carriers}.lines_of_coverage`]: (map) => mapOf(map.item ?? map, { ...lines, canonical: canonicalLines }),
    // Ends before the first renewal date: whatever the draw, a period of enrollment comes before the year it is for.
    [`${line}.open_enrollment_start_date`]: dateAround('2021-11-01', '2019-01-01', '2021-12-31'),
    [`${line}.open_enrollment_end_date`]: dateAround('2021-11-30', '2019-01-01', '2021-12-31'),
    [`${line}.plans`]: list({
      min: 1,
      max: 3,
      canonical: (item) => [wayWith(item, 'plan_id'), wayWith(item, 'name')],
    }),
    [`${line}.plans[].plan_id`]: as(oneOfValues(plansOf(context))),
    [`${line}.plans[].name`]: planName(context, 'Example PPO 500'),
  });
}

/**
 * The plain body of E3 and E4 (`spec/documents/4-endpoints.md`): one carrier, medical with plans by identifier and by
 * description, and dental.
 */
export function canonicalDecision(context: GenerationContext): RenewalDecisionInput {
  return settleDecision(draft(context).canonical as RenewalDecisionInput, carriersOf(context));
}

/** Bodies of E3 and E4 that their schema accepts, of one to four carriers; shrinks to the canonical one. */
export function arbitraryDecision(context: GenerationContext): fc.Arbitrary<RenewalDecisionInput> {
  const drafts = draft(context).arbitrary as fc.Arbitrary<RenewalDecisionInput>;
  return drafts.map((body) => settleDecision(body, carriersOf(context)));
}
