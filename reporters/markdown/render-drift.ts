import type { Comparison } from '../../results/report.ts';
import { driftHeadline } from '../drift/drift-headline.ts';
import { renderChanges } from './changes.ts';
import { prose } from './escape.ts';
import { fitted } from './fitted.ts';

/** Bytes that GitHub takes of a summary. */
const mostBytes = 1024 * 1024;

/** A comparison as Markdown: what changed in one line, then each change. */
export function renderDriftMarkdown(comparison: Comparison): string {
  const { headline, startedAt, target } = comparison.new;
  const head = [
    `## ${prose(driftHeadline(comparison))}`,
    '',
    `${prose(target.name, 200)}, run of ${prose(startedAt, 40)}: ${prose(headline)}`,
    '',
  ];
  return fitted(head, [{ title: 'What has changed', items: renderChanges(comparison) }], mostBytes);
}
