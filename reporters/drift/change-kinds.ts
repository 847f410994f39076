import type { ChangeKind } from '../../results/report.ts';

/** How a piece of news is shown: by tone and sign, so that none is told by colour alone. */
export interface Look {
  readonly tone: 'good' | 'bad' | 'warning';
  readonly sign: string;
}

/** How a kind of change is told in every form; one change is told by the name of its kind. */
interface KindLook extends Look {
  /** What follows the number of them. */
  readonly one: string;
  readonly many: string;
  /** Heading of all of them: what they are. */
  readonly title: string;
}

/** How each kind of a requirement's change is told. */
export const changeKinds: Readonly<Record<ChangeKind, KindLook>> = {
  regression: {
    tone: 'bad',
    sign: '✗',
    one: 'regression',
    many: 'regressions',
    title: 'Regressions: they fail, and did not before',
  },
  improvement: {
    tone: 'good',
    sign: '✓',
    one: 'improvement',
    many: 'improvements',
    title: 'Improvements: they failed, and pass now',
  },
  drift: {
    tone: 'warning',
    sign: '±',
    one: 'requirement drifted',
    many: 'requirements drifted',
    title: 'Drift: they came out otherwise, neither a regression nor an improvement',
  },
};
