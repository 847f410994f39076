import { GeneratorError } from '../generator-error.ts';
import type { Builder } from './builder.ts';
import { hasType, listAt } from './node.ts';
import { oneOfValues, only } from './sketch.ts';

/** `const`: that value. */
export const constant: Builder = {
  keywords: ['const', 'type'],
  build: (node) => only(node['const']),
};

/** `enum`: one of the closed list, its first value being the canonical one. */
export const listed: Builder = {
  keywords: ['enum', 'type'],
  build(node, place) {
    const [first, ...others] = listAt(node, 'enum', place.pointer).filter((value) => hasType(value, node['type']));
    if (first === undefined) throw new GeneratorError('bad-keyword', `${place.pointer}/enum`, 'allows no value');
    return oneOfValues([first, ...others]);
  },
};
