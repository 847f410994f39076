/** Identifiers of an earlier run with those that stand in their places now. */
export type RenamedIds = ReadonlyMap<string, string>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Learns from two answers to one request which identifiers of the earlier one are called otherwise now. */
export function learnRenamed(known: RenamedIds, before: string, now: string): RenamedIds {
  const learned = new Map(known);
  const walk = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && typeof other === 'string') {
      if (uuid.test(one) && uuid.test(other)) learned.set(one.toLowerCase(), other);
      return;
    }
    if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, value] of Object.entries(one)) if (members.has(name)) walk(value, members.get(name));
  };
  walk(parsed(before), parsed(now));
  return learned;
}

/** The text with every identifier in it that is called otherwise now. */
export function renamed(text: string, known: RenamedIds): string {
  return text.replaceAll(uuids, (id) => known.get(id.toLowerCase()) ?? id);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
