import {
  isList,
  isObject,
  memberPath,
  membersOf,
  type Member,
  type SchemaName,
  type SchemaTypes,
} from '../../spec/index.ts';

/**
 * Makes of a member what it is to be; undefined leaves it out.
 *
 * @param ordinal how many members that are no objects, lists or maps came before it in the body
 */
export type Change = (member: Member, value: unknown, ordinal: number) => unknown;

/** A copy of a body with its members changed. A list or object is passed to `change` before what it holds. */
export function withChanged<Name extends SchemaName>(
  name: Name,
  body: SchemaTypes[Name],
  change: Change,
): SchemaTypes[Name] {
  const members = membersOf(name);
  let ordinal = 0;

  function changed(value: unknown, path: string): unknown {
    const member = members.get(path);
    const own = member === undefined ? value : change(member, value, ordinal);
    if (isList(own)) return own.map((item) => changed(item, `${path}[]`)).filter((item) => item !== undefined);
    if (!isObject(own)) {
      ordinal += 1;
      return own;
    }
    const entries: [key: string, held: unknown][] = [];
    for (const [key, held] of Object.entries(own)) {
      const kept = changed(held, memberPath(members, path, key));
      if (kept !== undefined) entries.push([key, kept]);
    }
    return Object.fromEntries(entries);
  }

  // A change keeps to the schema that the type was made of; the tests have Ajv confirm it for every example.
  return changed(body, '') as SchemaTypes[Name];
}
