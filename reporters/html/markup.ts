export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type Insertable = Markup | string | number | false | undefined | readonly Insertable[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A text in which all invisible characters are replaced by their code points: control characters, marks that turn the
 * direction of writing or have no width, and halves of surrogate pairs. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}

/**
 * A template of HTML or SVG: all that is put into it is escaped, unless it is markup itself. A value belongs between tags or
 * between the double quotes of an attribute.
 */
export function markup(pieces: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(pieces.map((piece, index) => piece + inserted(values[index])).join(''));
}

export function trusted(text: string): Markup {
  return new Markup(text);
}

function inserted(value: Insertable): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(inserted).join('');
  return visible(String(value)).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
