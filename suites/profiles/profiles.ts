import { profileNames, type Profile, type ProfileName } from './profile.ts';

const minute = 60_000;

/** Every profile, with everything in which they differ but for what they cost at the most (`bounds.ts`). */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  full: {
    about: 'for whoever makes a service: every requirement, in all variations',
    cases: 100,
    timeBudgetMs: 10 * minute,
    effort: 'thorough',
    examples: true,
    watching: { longest: 6_000, pause: 200 },
    patience: { tries: 12, pause: 500 },
    shrinkTries: 400,
  },
  gate: {
    about: 'for every change to a service: the same data each time, few cases, no waiting',
    cases: 5,
    seed: 1,
    timeBudgetMs: 5 * minute,
    effort: 'brisk',
    examples: true,
    watching: { longest: 0, pause: 0 },
    patience: { tries: 12, pause: 0 },
    shrinkTries: 60,
  },
  health: {
    about: "for a nightly look at somebody's sandbox: reads, and makes a handful of records",
    cases: 1,
    seed: 1,
    timeBudgetMs: 3 * minute,
    limits: { concurrency: 2, requestsPerSecond: 5 },
    effort: 'frugal',
    examples: false,
    watching: { longest: 6_000, pause: 1_000 },
    patience: { tries: 6, pause: 1_000 },
    shrinkTries: 1,
  },
};

/** Whether a text names a profile. */
export function isProfileName(text: string): text is ProfileName {
  return profileNames.some((name) => name === text);
}

/** Why the profile `health` leaves requirements out, for those that share a reason. */
export const leftOutOfHealth = {
  refusedWrites: { health: 'it sends writes that ought to be refused, and a service with a fault might take them' },
  variations: { health: 'it makes a record for each variation' },
} as const;
