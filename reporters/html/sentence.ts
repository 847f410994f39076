import { inlineCode } from './client/inline-code.ts';
import { markup, type Markup } from './markup.ts';

/** A sentence of the documents with its names set as code. */
export function sentence(text: string): Markup {
  return markup`${inlineCode(text).map((piece) => (piece.code ? markup`<code>${piece.text}</code>` : piece.text))}`;
}
