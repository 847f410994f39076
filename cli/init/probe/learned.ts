/** What became of a plain body that the target was sent. */
export type BodyTrial =
  | {
      readonly taken: true;
      /** What had to be left out of it. */
      readonly without: readonly string[];
    }
  | {
      readonly taken: false;
      /** Status and words of the refusal, as one safe line without secrets. */
      readonly words: string;
    };

/** Whether plain bodies were tried, and what became of them. */
export type Trial =
  | { readonly tried: false; readonly why: string }
  | { readonly tried: true; readonly decision: BodyTrial; readonly snapshot: BodyTrial };

/** Whether a plain body was refused, or nothing but its frame was taken. */
export function isRefused(body: BodyTrial): boolean {
  return !body.taken || isEmptied(body.without);
}

/** Whether most of a run would stay undecided: it builds on both of them. */
export function isHindered(trial: Trial): boolean {
  return trial.tried && [trial.decision, trial.snapshot].some((body) => isRefused(body));
}

/** Whether all coverages were left out of a snapshot, those of either kind. */
function isEmptied(without: readonly string[]): boolean {
  return without.filter((name) => name.startsWith('coverages whose plan')).length === 2;
}

/** What became of a plain body, as the end of a sentence. */
export function outcomeOf(trial: BodyTrial): string {
  if (!trial.taken) return trial.words;
  if (trial.without.length === 0) return 'taken';
  const rest = isEmptied(trial.without)
    ? trial.without.filter((name) => !name.startsWith('coverages whose plan'))
    : trial.without;
  return `taken without ${(rest === trial.without ? rest : ['any coverage', ...rest]).join(', ')}`;
}

/** What the records of a target show of what it knows. */
export interface SeenInRecords {
  /** What decisions were seen to use, most often first. */
  readonly carrierIds: readonly string[];
  readonly planIds: readonly string[];
  /** Keys of lines of coverage. */
  readonly lines: readonly string[];
  readonly planTypes: readonly string[];
  readonly metalTiers: readonly string[];
}

/** All that the probe found out. */
export interface Learned extends SeenInRecords {
  /** The group to work in. */
  readonly groupId?: string;
  /** Nobody gave the group, and a run would choose the same: it is the first listed that no run of the suite made. */
  readonly isDefaultGroup?: true;
  readonly trial: Trial;
}
