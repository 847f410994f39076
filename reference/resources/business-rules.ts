import type { Complaint } from '../http/problems.ts';
import type { Member } from './schema-members.ts';

interface Form {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const matching = (pattern: RegExp, words: string): Form => ({
  words,
  fits: (value) => typeof value !== 'string' || pattern.test(value),
});

const within = (least: number, most: number): Form => ({
  words: `must be from ${least} to ${most}, with two decimals at most`,
  fits: (value) => typeof value !== 'number' || (value >= least && value <= most && Number(value.toFixed(2)) === value),
});

const words = matching(/^(?!\s*$)[^\p{Cc}]*$/u, 'must be neither blank nor hold control characters');
const phone = matching(/^\+\d{7,15}$/, 'must be a phone number in international form');
const money = within(0, 100_000_000);

const forms: Readonly<Record<string, Form>> = {
  first_name: words,
  last_name: words,
  street_one: words,
  city: words,
  occupation: words,
  group_name: words,
  plan_name: words,
  name: words,
  state: matching(/^[A-Z]{2}$/, 'must be two capital letters'),
  zip_code: matching(/^\d{5}(?:-\d{4})?$/, 'must be a postal code'),
  ssn: matching(/^\d{3}-?\d{2}-?\d{4}$/, 'must be a social security number'),
  federal_ein: matching(/^\d{2}-?\d{7}$/, 'must be an employer identification number'),
  email_address: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'),
  home_phone: phone,
  work_phone: phone,
  hours_worked: within(0, 168),
  amount: money,
  volume: money,
};

const periods: readonly (readonly [from: string, to: string])[] = [
  ['effective_start_date', 'effective_end_date'],
  ['open_enrollment_start_date', 'open_enrollment_end_date'],
  ['hire_date', 'full_time_start'],
];

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

function misshapen({ pointer, value }: Member): readonly Complaint[] {
  const name = nameOf(pointer);
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  return form === undefined || form.fits(value) ? [] : [{ pointer, rule: 'form', message: form.words }];
}

function backwards({ pointer, value }: Member, values: ReadonlyMap<string, unknown>): readonly Complaint[] {
  const from = periods.find(([, to]) => to === nameOf(pointer))?.[0];
  const start = from === undefined ? undefined : values.get(pointer.replace(/[^/]*$/, from));
  const isSound = typeof start !== 'string' || typeof value !== 'string' || start <= value;
  return isSound ? [] : [{ pointer, rule: 'period', message: `must not be before ${from ?? ''}` }];
}

function doubled(values: ReadonlyMap<string, unknown>): readonly Complaint[] {
  const seen = new Set<string>();
  return [...values.keys()].flatMap((pointer) => {
    if (!/^\/coverages\/\d+\/line_of_coverage$/.test(pointer)) return [];
    const carrier = values.get(pointer.replace(/[^/]*$/, 'carrier_id'));
    const key = JSON.stringify([String(carrier).toLowerCase(), values.get(pointer)]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ pointer, rule: 'once', message: 'is covered by this carrier already' }];
  });
}

/** What does not make sense in a body of the documented types. The documents show no such rule, and exclude none. */
export function nonsenseIn(members: readonly Member[]): readonly Complaint[] {
  const values = new Map(members.map(({ pointer, value }) => [pointer, value]));
  return [...members.flatMap((member) => [...misshapen(member), ...backwards(member, values)]), ...doubled(values)];
}
