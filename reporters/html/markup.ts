import { visible } from './client/visible.ts';

/** Markup that is safe to put into a page: only {@link markup} and {@link trusted} make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What can stand between the pieces of a template; false and undefined stand for nothing. */
export type Insertable = Markup | string | number | false | undefined | readonly Insertable[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content of an element or of a quoted attribute, in HTML or SVG; what cannot be seen in it is made visible. */
function escapeMarkup(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * A template of HTML or SVG: whatever is put into it is escaped, unless it is markup itself. A value belongs between tags or
 * between the double quotes of an attribute.
 */
export function markup(pieces: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(pieces.map((piece, index) => piece + inserted(values[index])).join(''));
}

/** Markup that the project wrote itself; never a text of a report. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function inserted(value: Insertable): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(inserted).join('') : escapeMarkup(String(value));
}
