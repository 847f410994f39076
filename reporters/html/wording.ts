import { endpointIds, endpoints } from '../../spec/index.ts';
import type { PageStanding } from './page-standing.ts';

/** A sign, a word and a tone: a standing is never told by colour alone. */
export interface Sign {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'info' | '';
}

/** How each standing is told in a line. */
export const signs = {
  failing: { sign: '✗', word: 'fails', tone: 'bad' },
  'failing-expected': { sign: '✗', word: 'fails', tone: 'bad' },
  changed: { sign: '≠', word: 'changed', tone: 'bad' },
  blocked: { sign: '■', word: 'blocked', tone: 'bad' },
  warning: { sign: '!', word: 'warning', tone: 'warning' },
  known: { sign: '=', word: 'known', tone: 'warning' },
  waived: { sign: '~', word: 'waived', tone: 'warning' },
  undecided: { sign: '?', word: 'undecided', tone: '' },
  'in-part': { sign: '◐', word: 'passes in part', tone: 'warning' },
  passed: { sign: '✓', word: 'passes', tone: 'good' },
  observed: { sign: '○', word: 'observed', tone: 'info' },
  deselected: { sign: '–', word: 'not asked', tone: '' },
} as const satisfies Record<PageStanding, Sign>;

/** The heading of each standing, and what it means. */
export const standingGroups = {
  failing: { title: 'Failures', about: 'The document demands it, the target does otherwise.' },
  'failing-expected': {
    title: 'Failures of what is expected',
    about: 'Not demanded in so many words, but to be expected, and the run is held to that.',
  },
  changed: {
    title: 'Pinned open points that have changed',
    about: 'The document leaves these open, and the configuration holds the target to what it did.',
  },
  blocked: {
    title: 'Blocked',
    about: 'The target refused, or did not answer, what these build on. Without them there is no verdict.',
  },
  warning: { title: 'Warnings', about: 'Not demanded in so many words, but to be expected. They do not fail the run.' },
  known: { title: 'Known failures', about: 'The baseline fails these requirements as well.' },
  waived: { title: 'Accepted failures', about: 'They fail, and a waiver of the configuration accepts that.' },
  undecided: { title: 'Undecided', about: 'The run could not tell.' },
  'in-part': { title: 'Passed in part', about: 'What was judged of them held; the rest could not be judged.' },
  passed: { title: 'Passed', about: 'Judged at least once, and it held every time.' },
  observed: {
    title: 'Observed',
    about:
      'The document leaves these open: what the target does is told, and fails only where the configuration pins it.',
  },
  deselected: { title: 'Not asked', about: 'Switched off for this run.' },
} as const satisfies Record<PageStanding, { title: string; about: string }>;

/** A length of time, given in milliseconds; no line ends between a number and its unit. */
export function duration(milliseconds: number): string {
  // Rounded before it is split: 59.96 s are a minute, and 359.9 s are six.
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}\u00a0s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
}

/** Milliseconds with as many digits as tell something. */
export function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}\u00a0ms`;
}

/** A number with thin spaces between thousands, at which no line ends. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** An endpoint by its id and title, such as `E1 List groups`; any other name as it is. */
export function endpointName(id: string): string {
  const known = endpointIds.find((name) => name === id);
  return known === undefined ? id : `${id} ${endpoints[known].title}`;
}

/** A link's target that leads to a requirement. */
export function requirementHref(id: string): string {
  return `#${encodeURIComponent(id.toWellFormed())}`;
}
