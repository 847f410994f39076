import { GeneratorError } from '../generator-error.ts';
import { alternatives } from './alternatives.ts';
import { array } from './array.ts';
import type { Builder } from './builder.ts';
import { isList, isObject, listAt, textAt, type SchemaNode } from './node.ts';

import { object } from './object.ts';
import type { SchemaSource } from './place.ts';
import { around, type Sketch } from './sketch.ts';
import { anything, nothing, number, truth } from './scalar.ts';
import { string } from './string.ts';
import { constant, listed } from './value-list.ts';

const reference: Builder = {
  keywords: ['$ref'],
  build: (node, place) => place.elsewhere(textAt(node, '$ref', place.pointer) ?? ''),
};

/** The keyword that decides, in the order in which they are looked for. */
const byKeyword: Readonly<Record<string, Builder>> = {
  $ref: reference,
  const: constant,
  enum: listed,
  oneOf: alternatives,
  anyOf: alternatives,
};

/** Where none of these keywords is there, the type decides. */
const byType: Readonly<Record<string, Builder>> = {
  object,
  array,
  string,
  number,
  integer: number,
  boolean: truth,
  null: nothing,
};

/** Keywords that describe and don't constrain; `x-` ones besides. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  '$id',
  '$schema',
  '$defs',
  '$comment',
  'default',
  'examples',
  'deprecated',
]);

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** A list of types, such as a string or null: one of them. */
const ofSeveralTypes: Builder = {
  keywords: [
    'type',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'items',
    'minItems',
    'maxItems',
  ],
  build(node, place) {
    const types = listAt(node, 'type', place.pointer);
    const sketches = types.map((type) => place.below(ofOneType(node, type), 'type'));
    const [first] = sketches;
    if (first === undefined) throw new GeneratorError('bad-keyword', `${place.pointer}/type`, 'allows no type');
    return { ...around(first.canonical, ...sketches.map((sketch) => sketch.arbitrary)), ways: sketches };
  },
};

/** The schema of one type of several, with those of its keywords that speak of that type. */
function ofOneType(node: SchemaNode, type: unknown): SchemaNode {
  const speaking = byType[String(type)]?.keywords ?? [];
  const kept = Object.entries(node).filter(([name]) => isAnnotation(name) || speaking.includes(name));
  return { ...Object.fromEntries(kept), type };
}

function builderFor(node: SchemaNode): Builder | undefined {
  const keyword = Object.keys(byKeyword).find((name) => name in node);
  if (keyword !== undefined) return byKeyword[keyword];
  if (isList(node['type'])) return ofSeveralTypes;
  return Object.keys(node).every(isAnnotation) ? anything : byType[String(node['type'])];
}

function builderOf(node: SchemaNode, pointer: string): Builder {
  const builder = builderFor(node);
  if (builder === undefined) {
    const type = node['type'] === undefined ? 'no type' : `the type ${JSON.stringify(node['type'])}`;
    throw new GeneratorError('bad-keyword', pointer, `has ${type}; give it one of: ${Object.keys(byType).join(', ')}`);
  }
  const unknown = Object.keys(node).find((name) => !isAnnotation(name) && !builder.keywords.includes(name));
  if (unknown !== undefined) {
    throw new GeneratorError(
      'unknown-keyword',
      `${pointer}/${unknown}`,
      `no builder obeys "${unknown}" here; add it to one in generators/schema`,
    );
  }
  return builder;
}

/**
 * Walks a schema and gives its canonical value and an arbitrary of its values.
 *
 * @param name the schema to start from, as `$ref`s name it: `member-snapshot-input.json`
 * @param source schemas, known values and overrides
 * @throws GeneratorError for a keyword that no builder obeys, a reference to nothing or in a circle, and an override
 *   whose path no member has
 */
export function sketchSchema(name: string, source: SchemaSource): Sketch {
  const visited = new Set<string>();

  function at(node: unknown, pointer: string, path: string, trail: readonly string[]): Sketch {
    if (!isObject(node)) throw new GeneratorError('bad-keyword', pointer, 'is not a schema object; correct the schema');
    return builderOf(node, pointer).build(node, {
      pointer,
      path,
      source,
      below: (child, step) => at(child, `${pointer}/${step}`, path, trail),
      member: (child, step, member) => {
        const memberPath = join(path, member);
        visited.add(memberPath);
        const sketch = at(child, `${pointer}/${step}`, memberPath, trail);
        return source.overrides[memberPath]?.(sketch) ?? sketch;
      },
      elsewhere: (target) => follow(target, pointer, path, trail),
    });
  }

  function follow(target: string, pointer: string, path: string, trail: readonly string[]): Sketch {
    if (trail.includes(target)) {
      throw new GeneratorError(
        'cyclic-reference',
        pointer,
        `${[...trail, target].join(' -> ')} goes round in a circle`,
      );
    }
    const node = source.resolve(target);
    if (node === undefined) throw new GeneratorError('dangling-reference', pointer, `there is no schema "${target}"`);
    return at(node, `${target}#`, path, [...trail, target]);
  }

  const sketch = follow(name, `${name}#`, '', []);
  const stale = Object.keys(source.overrides).find((path) => !visited.has(path));
  if (stale !== undefined) {
    throw new GeneratorError('stale-override', `${name}#`, `no member "${stale}"; correct or drop its override`);
  }
  return sketch;
}

function join(path: string, member: string): string {
  if (path === '' || member === '[]') return `${path}${member}`;
  return `${path}.${member}`;
}
