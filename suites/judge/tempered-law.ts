import type { RequirementId } from '../../spec/index.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import type { Violation, Invariant, Law } from '../engine/invariant.ts';
import * as law from '../rules/index.ts';
import type { Doubt } from './traffic.ts';
import { noteVisibleTaint } from './visible-taint.ts';

/** What a doubt forbids to say. */
interface Restraint {
  readonly why: string;
  /** Requirements that an exchange under this doubt says nothing of; absent: all but those of `stillJudges`. */
  readonly silences?: readonly RequirementId[];
  readonly stillJudges?: readonly RequirementId[];
  /** Breaches that stand all the same, by their pointer. */
  readonly breachStands?: RegExp;
  /** What makes a violation none when it is in what was expected or found. */
  readonly mark?: RegExp;
}

/** What tools put in the place of a whole value. A service that masks leaves something of it to be recognized by. */
const usualMasks =
  /(?:^|")(?:[*•●█#]{3,}|[[<({]?\s*(?:redacted|masked|hidden|removed|filtered|sanitized|anonymized)\s*[\]>)}]?)(?:$|")/;

/** For each doubt what the exchange says nothing of. */
const restraints: Readonly<Record<Doubt, Restraint>> = {
  'answer body': {
    why: 'what is not there may have been right',
    stillJudges: ['wire.no-server-error'],
    breachStands: /^#/,
  },
  headers: {
    why: 'a content type that was not kept is not one that was not sent',
    silences: ['wire.json'],
    breachStands: /^$/,
  },
  query: {
    why: 'a parameter of the service’s own may ask for another page, or for other records',
    silences: [
      'paging.bounds',
      'paging.page-size',
      'paging.page-num',
      'paging.full-pages',
      'groups.list',
      'renewals.list',
      'renewals.filter-date',
      'renewals.filter-range',
      'renewals.filter-combined',
      'snapshots.list',
    ],
  },
  newness: {
    why: 'a create that is sent again may be answered with the record that is there, as far as it has come',
    silences: [
      'connections.initial-status',
      'renewals.initial-status',
      'snapshots.initial-status',
      'snapshots.summary-initial',
    ],
  },
  token: {
    why: 'the token was taken out of the record',
    silences: ['token.jwt', 'token.lifetime'],
  },
  characters: {
    why: 'a capture that cannot keep a character, or must not keep a value, has another in its place',
    silences: [],
    mark: new RegExp(`\u{FFFD}|${usualMasks.source}`, 'iu'),
  },
};

/** What stands where something was taken out of a record. */
const marks: readonly string[] = [...lostForms, ...Object.values(placeholders)];

/** Whether a violation could be due to what was taken out of the record: then it is none. */
function isMarked({ expected, actual }: Violation, masks: readonly RegExp[]): boolean {
  return [expected, actual].some((value) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return marks.some((mark) => text.includes(mark)) || masks.some((mask) => mask.test(text));
  });
}

function isSilenced({ silences, stillJudges }: Restraint, id: RequirementId): boolean {
  return silences === undefined ? stillJudges?.includes(id) !== true : silences.includes(id);
}

/** An invariant that says no more than what the record of an exchange allows. */
function tempered({ id, judge }: Invariant, doubts: readonly Doubt[]): Invariant {
  const doubted = doubts.map((doubt) => restraints[doubt]);
  const silencing = doubted.filter((restraint) => isSilenced(restraint, id));
  const masks = doubted.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  return {
    id,
    judge(exchange, memory) {
      // Asked in any case: it remembers what it sees.
      const found = judge(exchange, memory);
      if (found === undefined) return undefined;
      const violations = found.filter(
        (violation) =>
          !isMarked(violation, masks) &&
          silencing.every(({ breachStands }) => breachStands?.test(violation.pointer) === true),
      );
      const isDecided = violations.length > 0 || (found.length === 0 && silencing.length === 0);
      return isDecided ? violations : undefined;
    },
  };
}

const laws = new Map<string, Law>();

/**
 * The invariants and notes that a saved exchange is held against.
 *
 * @param isWhole - whether its traffic is known to be complete
 */
export function temperedLaw(doubts: readonly Doubt[], isWhole: boolean): Law {
  const key = `${String(isWhole)} ${doubts.toSorted().join()}`;
  const made = laws.get(key) ?? {
    notes: isWhole ? law.notes : [...law.notes, noteVisibleTaint],
    invariants: law.invariants.map((invariant) => tempered(invariant, doubts)),
  };
  laws.set(key, made);
  return made;
}
