import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import metaSchema from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect } from 'vitest';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

// The package has no types, and its schemas contain `optional` and `min`, which no draft defines.
const folder = dirname(createRequire(import.meta.url).resolve('har-schema'));
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): AnySchema => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(metaSchema);
addFormats.default(ajv);
ajv.addSchema(schemas);
const conforms = ajv.getSchema('har.json#') ?? expect.fail('har-schema has no schema of archives');

/** Fails unless a text is valid against the published schema of HAR 1.2. */
export function checkHar(text: string): void {
  if (conforms(JSON.parse(text)) !== true) expect.fail(ajv.errorsText(conforms.errors));
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** All nodes of a Markdown page, in order. */
export function nodesOf(text: string): readonly Nodes[] {
  const visit = (node: Nodes): readonly Nodes[] => [node, ...('children' in node ? node.children.flatMap(visit) : [])];
  return visit(parser.parse(text));
}

/** The only HTML that the reporter writes itself. */
const ownHtml =
  /^(?:<details>\n<summary><code>[\w\s.,;&#/-]*<\/code> \(\w+\): <code>[\w\s.,;&#/-]*<\/code><\/summary>|<\/details>)$/u;

/** The beginnings of the reporter's own headings. */
const headings =
  /^(?:[✅❌🟡]|⚠️|Failures|A token|Known failures|Accepted failures|Waivers|Pinned open|Against the|Changes: |Warnings|What this|The target|Undecided|Not part|Faults of|Observed where)/u;

/** What GitHub interprets in text once it is HTML. */
const busy = /@|:\/\/|www\.|\w#\d|\$|:\w+:/;

/** Fails if anything but the reporter's own words is more than plain text on a page. */
export function checkMarkdown(text: string): void {
  for (const node of nodesOf(text)) {
    expect(node.type).not.toMatch(/^(?:link|image|definition|footnote|break|blockquote|thematic|delete|emphasis)/);
    if (node.type === 'html') expect(node.value).toMatch(ownHtml);
    if (node.type === 'text') expect(node.value).not.toMatch(busy);
    if (node.type === 'heading') {
      const [first] = node.children;
      expect(first?.type === 'text' ? first.value : '').toMatch(headings);
    }
  }
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202E\u2066\u200B]/u);
  expect(text).not.toMatch(/^\s*::[A-Za-z]|##\w*\[/m);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
}
