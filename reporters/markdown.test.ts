import { describe, expect, it } from 'vitest';
import { failed, sampleReport } from '../results/sample-reports.test-data.ts';
import { nodesOf } from './format-checks.test-data.ts';
import { code, codeBlock, prose, renderMarkdown } from './markdown.ts';

it('stays below a size limit, and says how many failures it left out', () => {
  const failures = Array.from({ length: 2000 }, () => failed('token.issue'));
  const report = sampleReport(failures, {
    observations: [{ id: 'wire.timestamp-unit', value: 'seconds', cases: 1 }],
  });
  const text = renderMarkdown(report, 20_000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
  const shown = text.match(/<details>/g)?.length ?? 0;
  expect(shown).toBeGreaterThan(10);
  expect(text).toContain(`${2000 - shown} of 2000 are left out here`);
  expect(text.match(/<\/details>/g)).toHaveLength(shown);
});

describe('foreign text', () => {
  const shownAs = (markdown: string): string =>
    nodesOf(markdown)
      .map((node) => (node.type === 'text' || node.type === 'inlineCode' ? node.value : ''))
      .join('');

  it.each([
    'plain words, a (b) c; 50% of 1.5 - and so on!',
    '*a* _b_ ~~c~~ [d](e) <f> # g | h & i &amp; \\ j',
    '1. a',
    '- a',
    '+ a',
    '> a',
    '# a',
    'a `code` b',
    'a ` b',
    '@a a@b.example.com https://c.example.com www.d.example.com #1 GH-1 :e: $f$ 0123456789abcdef',
    '![x](y) <!-- a --> <b onclick=c>',
    '   ',
  ])('is shown unchanged: %j', (text) => {
    expect(shownAs(`- ${prose(text)}`).trim()).toBe(text.replaceAll(/`(code)`/g, '$1').trim());
  });

  it.each(['a', '`', '``', '`a`', ' a ', '  ', 'a``b`c', '', String.raw`\|`])('is code unchanged: %j', (text) => {
    const [found] = nodesOf(`x ${code(text)} y`).filter(({ type }) => type === 'inlineCode');
    expect(found).toMatchObject({ value: text === '' ? ' ' : text });
  });

  it('does not end its code block', () => {
    const nodes = nodesOf(codeBlock(['```', 'a', '`````']).join('\n'));
    expect(nodes).toHaveLength(2);
    expect(nodes[1]).toMatchObject({ type: 'code', value: '```\na\n`````' });
  });
});
