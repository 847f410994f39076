import schema from './target-config.schema.json' with { type: 'json' };

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** What a schema says of the members of an object. */
interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: object;
  readonly $ref?: string;
}

const definitions: Readonly<Record<string, ObjectSchema>> = schema.$defs;

function membersOf({ properties, $ref }: ObjectSchema): Readonly<Record<string, ObjectSchema>> {
  return { ...(properties ?? definitions[$ref?.replace('#/$defs/', '') ?? '']?.properties) };
}

/**
 * A configuration without the members that are null, which is how YAML reads a key whose entries are all commented out:
 * such a key says nothing. One that the schema does not know stays, to be told of. What a list holds stays as it is, and
 * so do the values that `expect` pins.
 */
export function withoutNulls(content: object, of: ObjectSchema = schema): object {
  if (!isPlain(content)) return content;
  const members = membersOf(of);
  const kept = Object.entries(content).filter(([key, value]) => value !== null || !Object.hasOwn(members, key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      isPlain(value) && key !== 'expect' ? withoutNulls(value, members[key] ?? {}) : value,
    ]),
  );
}
