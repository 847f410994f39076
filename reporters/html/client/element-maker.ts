import type { PageDocument, PageElement } from './dom.ts';
import type { visible } from './visible.ts';

/** What an element may hold; nothing where it is absent. */
export type Child = PageElement | string | undefined | readonly Child[];

/** Makes an element with attributes and children. Texts become text, with everything in them made visible: never markup. */
export type ElementMaker = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
) => PageElement;

/**
 * The one way in which the page's script makes elements.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function elementMaker(document: PageDocument, shown: typeof visible): ElementMaker {
  const flat = (children: readonly Child[]): readonly (PageElement | string)[] =>
    children.flatMap((child) => {
      if (child === undefined) return [];
      if (typeof child === 'string') return [shown(child)];
      return 'length' in child ? flat(child) : [child];
    });
  return (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...flat(children));
    return element;
  };
}
