import * as fc from 'fast-check';
import { GeneratorError } from '../generator-error.ts';
import { dates } from '../values/dates.ts';
import { text, type TextLength } from '../values/text.ts';
import { uuid, uuidFor } from '../values/uuid.ts';
import type { Builder } from './builder.ts';
import { listAt, numberAt, textAt, type SchemaNode } from './node.ts';
import type { Place } from './place.ts';
import { around, oneOfValues, type Sketch } from './sketch.ts';

/** What each `format` looks like, by a canonical value and others. */
const formats: Readonly<Record<string, (place: Place) => Sketch>> = {
  uuid: (place) => around(uuidFor(place.path), uuid()),
  date: () => around('2022-01-01', dates('1900-01-01', '2099-12-31')),
};

function formatted(format: string, place: Place): Sketch {
  const make = formats[format];
  if (make !== undefined) return make(place);
  const known = Object.keys(formats).join(', ');
  throw new GeneratorError(
    'unknown-keyword',
    `${place.pointer}/format`,
    `no values of the format "${format}"; known: ${known}`,
  );
}

/** A format's values under further keywords. */
function restricted(sketch: Sketch, fits: (value: unknown) => boolean, pointer: string): Sketch {
  if (fits(sketch.canonical)) return { ...sketch, arbitrary: sketch.arbitrary.filter(fits) };
  throw new GeneratorError('bad-keyword', pointer, 'its format and its other keywords have no plain value in common');
}

function matching(pattern: RegExp, fits: (value: string) => boolean): Sketch {
  const values = fc.stringMatching(pattern).filter(fits);
  const [canonical = ''] = fc.sample(values, { seed: 1, numRuns: 1 });
  return around(canonical, values);
}

function plain(path: string, { min, max }: Required<TextLength>): Sketch {
  const word =
    path
      .split('.')
      .at(-1)
      ?.replaceAll(/[^a-z0-9_]/giu, '') ?? 'text';
  const canonical = (word === '' ? 'text' : word).padEnd(min, 'x').slice(0, max);
  return around(canonical, text({ min, max }));
}

function coded(node: SchemaNode, place: Place): readonly unknown[] {
  const key = textAt(node, 'x-vocabulary', place.pointer);
  const known = key === undefined ? undefined : place.source.coded(key);
  return known !== undefined && known.length > 0 ? known : listAt(node, 'x-values', place.pointer);
}

/** `string`: of its `format`, `pattern` or lengths; of an open list (`x-vocabulary`, `x-values`) only values that are known. */
export const string: Builder = {
  keywords: ['type', 'format', 'pattern', 'minLength', 'maxLength'],
  build(node, place) {
    const { pointer, path } = place;
    const length = {
      min: numberAt(node, 'minLength', pointer, 0),
      max: numberAt(node, 'maxLength', pointer, Infinity),
    };
    const [source, format] = [textAt(node, 'pattern', pointer), textAt(node, 'format', pointer)];
    const pattern = source === undefined ? undefined : new RegExp(source, 'u');
    const fits = (value: unknown) =>
      typeof value === 'string' &&
      Array.from(value).length >= length.min &&
      Array.from(value).length <= length.max &&
      (pattern?.test(value) ?? true);
    const [first, ...others] = coded(node, place).filter(fits);
    if (first !== undefined) return oneOfValues([first, ...others]);
    if (format !== undefined) return restricted(formatted(format, place), fits, pointer);
    return pattern === undefined ? plain(path, length) : matching(pattern, fits);
  },
};
