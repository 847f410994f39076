import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect } from 'vitest';

const parser = unified().use(remarkParse).use(remarkGfm);

/** All nodes of a page of Markdown, in order. */
export function nodesOf(text: string): readonly Nodes[] {
  const visit = (node: Nodes): readonly Nodes[] => [node, ...('children' in node ? node.children.flatMap(visit) : [])];
  return visit(parser.parse(text));
}

/** The only HTML that the reporter writes itself. */
const ownHtml =
  /^(?:<details>\n<summary><code>[\w\s.,;&#/-]*<\/code> \(\w+\): <code>[\w\s.,;&#/-]*<\/code><\/summary>|<\/details>)$/u;

/** The headings that the reporter has. */
const headings =
  /^(?:[✅❌🟡]|⚠️|Failures|Waivers|Against the|Changes: |Warnings|What this|Undecided|Faults of|Observed where)/u;

/** What GitHub makes something of in text, once it is HTML. */
const busy = /@|:\/\/|www\.|\w#\d|\$|:\w+:/;

/** Fails where anything but the reporter's own words is more than text on a page. */
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
