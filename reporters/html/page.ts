import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chartStyle } from '../charts.ts';
import { markup, trusted, type Insertable, type Markup } from './markup.ts';
import { pageStyle } from './page-style.ts';

export interface PageContent {
  readonly title: string;
  readonly name: Insertable;
  readonly navigation?: Insertable;
  readonly main: Markup;
  readonly skip?: { readonly to: string; readonly label: string };
  readonly style?: string;
  readonly footer?: Insertable;
}

const script = readFileSync(new URL('page-script.js', import.meta.url), 'utf8');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A page that is one file: it opens from disk, and requests nothing. Its policy allows no script or style but its own, which
 * are known by their hashes, and no connection.
 */
export function renderPage({ title, name, navigation, main, skip, style: ownStyle = '', footer }: PageContent): string {
  const style = [pageStyle, chartStyle, ownStyle].join('\n');
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
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
<style>${trusted(style)}</style>
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
<script type="module">${trusted(script)}</script>
</body>
</html>
`.text;
}
