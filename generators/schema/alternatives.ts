import { GeneratorError } from '../generator-error.ts';
import type { Builder } from './builder.ts';
import { listAt } from './node.ts';
import { around } from './sketch.ts';

/** `oneOf` and `anyOf`: one of the alternatives, the first being the canonical one. */
export const alternatives: Builder = {
  keywords: ['oneOf', 'anyOf'],
  build(node, place) {
    const keyword = 'oneOf' in node ? 'oneOf' : 'anyOf';
    const ways = listAt(node, keyword, place.pointer).map((way, index) =>
      place.below(way, `${keyword}/${String(index)}`),
    );
    const [first] = ways;
    if (first === undefined)
      throw new GeneratorError('bad-keyword', `${place.pointer}/${keyword}`, 'has no alternatives');
    return { ...around(first.canonical, ...ways.map((way) => way.arbitrary)), ways };
  },
};
