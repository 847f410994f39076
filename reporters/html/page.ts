import { createHash } from 'node:crypto';
import { theme } from './client/theme.ts';
import { markup, trusted, type Insertable, type Markup } from './markup.ts';
import { pageStyle } from './page-style.ts';

/** Data that a page holds for its script. */
export interface PageData {
  /** `id` of the element that holds it. */
  readonly id: string;
  /** JSON, or several lines of it: any characters. */
  readonly json: string;
}

/** What makes a page. */
export interface PageContent {
  /** Title of the document. */
  readonly title: string;
  /** Name at the left of the bar on top. */
  readonly name: Insertable;
  /** Items of a list of links to the page's sections. */
  readonly navigation?: Insertable;
  /** Content of the element `main`, which holds the first heading. */
  readonly main: Markup;
  /** Where the link goes that skips the bar, and what it says; the main content without. */
  readonly skip?: { readonly to: string; readonly label: string };
  /** Style sheets besides the one that all pages share. */
  readonly styles?: readonly string[];
  /** Scripts, each a statement of its own. */
  readonly scripts?: readonly string[];
  readonly data?: readonly PageData[];
  readonly footer?: Insertable;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** JSON that nothing can be read out of as markup, whatever texts it holds. */
function embeddedJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/**
 * A page that is one file: it opens from disk, and asks nobody for anything. Its policy lets no script or style run but its
 * own, which are known by their hashes, and no address be called.
 */
export function renderPage(content: PageContent): string {
  const style = [pageStyle, ...(content.styles ?? [])].join('\n');
  const script = ["'use strict';", `(${theme.toString()})(window);`, ...(content.scripts ?? [])].join('\n');
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const skip = content.skip ?? { to: 'main', label: 'Skip to the content' };
  const data = (content.data ?? []).map(
    ({ id, json }) => markup`<script type="application/json" id="${id}">${trusted(embeddedJson(json))}</script>\n`,
  );
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${content.title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#${skip.to}">${skip.label}</a>
<header class="bar"><div class="bar-content">
<p class="bar-name">${content.name}</p>
${content.navigation !== undefined && markup`<nav aria-label="Sections"><ul class="plain">${content.navigation}</ul></nav>`}
<label class="theme" hidden>Colours <select id="page-theme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>
</div></header>
<main id="main" tabindex="-1">
${content.main}
</main>
${content.footer !== undefined && markup`<footer class="page-footer">${content.footer}</footer>`}
${data}<script>${trusted(script)}</script>
</body>
</html>
`.text;
}
