import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { endpointIds, endpoints, isRequirementId } from '../../spec/index.ts';
import { pageStyle } from './page-style.ts';

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
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
 * A text with all invisible characters replaced by their code points: control characters, characters that change the
 * direction of writing or have no width, and lone surrogates. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}

/** A template tag: values are escaped unless they are markup, and stand only between tags or double quotes. */
export function markup(pieces: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(pieces.map((piece, index) => piece + inserted(values[index])).join(''));
}

function inserted(value: Insertable): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(inserted).join('');
  return visible(String(value)).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

interface PageContent {
  readonly title: string;
  readonly name: Insertable;
  readonly navigation?: Insertable;
  readonly main: Markup;
  readonly skip?: { readonly to: string; readonly label: string };
  readonly footer?: Insertable;
}

const script = readFileSync(new URL('page-script.js', import.meta.url), 'utf8');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A self-contained page: it opens from disk and requests nothing. Its policy allows no connections, and only its own
 * script and style, which are identified by their hashes.
 */
export function renderPage({ title, name, navigation, main, skip, footer }: PageContent): string {
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(pageStyle)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#${skip?.to ?? 'main'}">${skip?.label ?? 'Skip to the content'}</a>
<header class="bar"><div class="bar-content">
<p class="bar-name">${name}</p>
${navigation !== undefined && markup`<nav aria-label="Sections"><ul class="plain">${navigation}</ul></nav>`}
<label class="theme" data-needs-script hidden>Colours <select id="page-theme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
</div></header>
<main id="main" tabindex="-1">
${main}
</main>
${footer !== undefined && markup`<footer class="page-footer">${footer}</footer>`}
<script type="module">${new Markup(script)}</script>
</body>
</html>
`.text;
}

export function panel(id: string, title: string, ...content: readonly Insertable[]): Markup {
  return markup`<section class="panel" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}
</section>`;
}

export function badge(tone: string, text: Insertable): Markup {
  return markup`<span class="badge ${tone}">${text}</span>`;
}

export function sentence(text: string): Markup {
  return markup`${text.split(/`([^`\n]+)`/).map((piece, index) => (index % 2 === 1 ? markup`<code>${piece}</code>` : piece))}`;
}

export function requirementHref(id: string): string {
  return `#${encodeURIComponent(visible(id))}`;
}

/** A requirement's id as a link to it. It may break after its dot; the id of another revision, anywhere. */
export function requirementLink(id: string): Markup {
  const code = isRequirementId(id)
    ? markup`<code class="requirement-id">${id.split('.').map((name, index) => [index > 0 && new Markup('.<wbr>'), name])}</code>`
    : markup`<code>${id}</code>`;
  return markup`<a href="${requirementHref(id)}">${code}</a>`;
}

export function requirementLinks(ids: readonly string[]): Markup {
  return markup`${ids.map((id, index) => [index > 0 && ', ', requirementLink(id)])}`;
}

interface DataTable {
  readonly caption: string;
  readonly captionHidden?: boolean;
  readonly columns: readonly (string | { readonly number: string })[];
  readonly rows: readonly (readonly Insertable[])[];
  readonly look?: string;
}

/** A table whose rows become blocks on a narrow screen; its roles are explicit as screen readers then need them. */
export function dataTable({ caption, captionHidden, columns, rows, look }: DataTable): Markup {
  const headings = columns.map((column) => (typeof column === 'string' ? column : column.number));
  const numeric = columns.map((column) => typeof column === 'object' && new Markup(' class="number"'));
  const head = headings.map((name, index) => markup`<th scope="col" role="columnheader"${numeric[index]}>${name}</th>`);
  const cell = (content: Insertable, index: number): Markup =>
    index === 0
      ? markup`<th scope="row" role="rowheader">${content}</th>`
      : markup`<td role="cell"${numeric[index]} data-label="${headings[index]}">${content}</td>`;
  const body = rows.map((cells) => markup`<tr role="row">${cells.map(cell)}</tr>\n`);
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="data${look !== undefined && ` ${look}`}" role="table"><caption${captionHidden === true && new Markup(' class="hidden-visually"')}>${caption}</caption><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table></div>`;
}

export function duration(milliseconds: number): string {
  // Rounded before it is split: 59.96 s is a minute, and 359.9 s is six.
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}\u00a0s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}\u00a0ms`;
}

export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function endpointName(id: string): string {
  const known = endpointIds.find((name) => name === id);
  return known === undefined ? id : `${id} ${endpoints[known].title}`;
}
