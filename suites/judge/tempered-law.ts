import type { RequirementId } from '../../spec/index.ts';
import { lostForms, placeholders } from '../../target/redaction.ts';
import type { Violation } from '../engine/assertions.ts';
import type { Doubt, Rules } from '../engine/definition.ts';
import { definitions, rules } from '../index.ts';
import { noteVisibleTaint } from './visible-taint.ts';

/** What a doubt forbids to say, beside what the requirements say of it. */
interface Restraint {
  readonly why: string;
  /** Violations that stand all the same, by their pointer. */
  readonly stands?: RegExp;
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
    stands: /^#/,
  },
  headers: {
    why: 'a content type that was not kept is not one that was not sent',
    stands: /^$/,
  },
  query: {
    why: 'a parameter of the service’s own may ask for another page, or for other records',
  },
  newness: {
    why: 'a create that is sent again may be answered with the record that is there, as far as it has come',
  },
  token: {
    why: 'the token was taken out of the record',
  },
  characters: {
    why: 'a capture that cannot keep a character, or must not keep a value, has another in its place',
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

function isSilenced(doubt: Doubt, id: RequirementId): boolean {
  const { notShownBy = [], judgesStatusAlone = false } = definitions[id];
  return notShownBy.includes(doubt) || (doubt === 'answer body' && !judgesStatusAlone);
}

type NamedRule = Rules['rules'][number];

/** A rule that says no more than what the record of an exchange allows. */
function tempered({ id, judge }: NamedRule, doubts: readonly Doubt[]): NamedRule {
  const silencing = doubts.filter((doubt) => isSilenced(doubt, id)).map((doubt) => restraints[doubt]);
  const masks = doubts.map((doubt) => restraints[doubt]).flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
  return {
    id,
    judge(exchange, memory) {
      // Asked in any case: it remembers what it sees.
      const found = judge(exchange, memory);
      if (found === undefined) return undefined;
      const violations = found.filter(
        (violation) =>
          !isMarked(violation, masks) && silencing.every(({ stands }) => stands?.test(violation.pointer) === true),
      );
      const isDecided = violations.length > 0 || (found.length === 0 && silencing.length === 0);
      return isDecided ? violations : undefined;
    },
  };
}

const laws = new Map<string, Rules>();

/**
 * The invariants and notes that a saved exchange is held against.
 *
 * @param isWhole - whether its traffic is known to be complete
 */
export function temperedLaw(doubts: readonly Doubt[], isWhole: boolean): Rules {
  const key = `${String(isWhole)} ${doubts.toSorted().join()}`;
  const made = laws.get(key) ?? {
    notes: isWhole ? rules.notes : [...rules.notes, noteVisibleTaint],
    rules: rules.rules.map((rule) => tempered(rule, doubts)),
    exchangeRules: [],
  };
  laws.set(key, made);
  return made;
}
