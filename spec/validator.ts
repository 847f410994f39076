import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { SchemaName } from './generated/names.ts';
import type { SchemaTypes } from './generated/types.ts';
import { isDay } from './calendar-dates.ts';
import { annotationKeywords, isUuid, schemas } from './json-schemas.ts';

export interface SchemaError {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** The keyword of JSON Schema that is violated, such as `type`, `format` or `required`. */
  readonly keyword: string;
  readonly message: string;
  /** What the keyword requires: `{ type: 'string' }`, `{ missingProperty: 'id' }` and so on. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The type of the member as the documents write it: `uuid`, `timestamp`, `array of Dependent`. */
  readonly documentedType?: string | undefined;
}

const toSchemaError = ({ instancePath, keyword, message, params, parentSchema }: ErrorObject): SchemaError => ({
  pointer: instancePath,
  keyword,
  message: message ?? `must satisfy ${keyword}`,
  params,
  documentedType: typeof parentSchema?.['x-type'] === 'string' ? parentSchema['x-type'] : undefined,
});

function ancestorsOf(pointer: string): readonly string[] {
  return [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(0, index));
}

/** How far a value is from one of its alternatives: of another type, lacking required members, or wrong in details. */
function distance(errors: readonly SchemaError[]): number {
  const atRoot = errors.filter(({ pointer }) => pointer === '');
  if (atRoot.some(({ keyword }) => keyword === 'type')) return 1_000_000;
  return atRoot.filter(({ keyword }) => keyword === 'required').length * 1000 + errors.length;
}

function createAjv(findsAll: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: findsAll,
    verbose: findsAll,
    allowUnionTypes: true,
    // A test checks the schemas themselves: checking them in each process takes longer than compiling them.
    meta: false,
    validateSchema: false,
    formats: { date: isDay, uuid: isUuid },
  });
  ajv.addVocabulary([...annotationKeywords]);
  ajv.addSchema(Object.values(schemas));
  return ajv;
}

function judgeOf(ajv: Ajv2020, name: SchemaName): ValidateFunction {
  const judge = ajv.getSchema(`${name}.json`);
  if (judge === undefined) throw new RangeError(`there is no schema "${name}"`);
  return judge;
}

function createValidator() {
  // Most values are valid: finding that out takes a third of the time of collecting all errors.
  const quick = createAjv(false);
  let thorough: Ajv2020 | undefined;
  const withErrors = () => (thorough ??= createAjv(true));

  function closest(error: ErrorObject): readonly SchemaError[] {
    const candidates: readonly object[] = Array.isArray(error.schema) ? error.schema : [];
    const perWay = candidates.map((schema) => {
      const judge = withErrors().compile(schema);
      return judge(error.data) ? [] : explain(judge.errors ?? []);
    });
    const [best = []] = perWay.toSorted((a, b) => distance(a) - distance(b));
    return best.map((inner) => ({ ...inner, pointer: `${error.instancePath}${inner.pointer}` }));
  }

  function explain(errors: readonly ErrorObject[]): readonly SchemaError[] {
    const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
    const places = new Set(choices.map(({ instancePath }) => instancePath));
    const isBelow = ({ instancePath }: ErrorObject) => ancestorsOf(instancePath).some((path) => places.has(path));
    const others = errors.filter((error) => !places.has(error.instancePath) && !isBelow(error));
    return [...others.map(toSchemaError), ...choices.filter((error) => !isBelow(error)).flatMap(closest)];
  }

  const accepts = <Name extends SchemaName>(name: Name, value: unknown): value is SchemaTypes[Name] =>
    judgeOf(quick, name)(value);
  return {
    accepts,
    /** Every place where a value violates a schema; empty if it is valid. */
    validate(name: SchemaName, value: unknown): readonly SchemaError[] {
      if (accepts(name, value)) return [];
      const judge = judgeOf(withErrors(), name);
      return judge(value) ? [] : explain(judge.errors ?? []);
    },
  };
}

/** If a value can be given in several ways and fits none, the errors are those of the way that it comes closest to. */
export const validator = createValidator();
