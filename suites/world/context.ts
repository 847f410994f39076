import { vocabulary, type VocabularyKey } from '../../spec/index.ts';
import { defaultContext, type GenerationContext } from '../../generators/index.ts';
import type { Session } from '../engine/session.ts';
import { tagOf } from '../profiles/index.ts';

/** Marks everything that a run creates, so that a sandbox's owner can find and remove it. */
export function runTagOf({ parameters: { runId } }: Session): string {
  return tagOf(runId);
}

/** What bodies are made with: the target's fixtures and vocabulary, the documents' values for the rest. */
export function contextOf(session: Session, tag: string, more: Partial<GenerationContext> = {}): GenerationContext {
  const { fixtures, linesOfCoverage, vocabulary: configured } = session.parameters.target;
  const defaults = defaultContext();
  const keys = Object.keys(vocabulary) as VocabularyKey[];
  const coded = keys.map((key) => [key, configured[key] ?? defaults.vocabulary[key]] as const);
  return {
    ...defaults,
    carrierIds: fixtures.carrierIds,
    planIds: fixtures.planIds,
    vocabulary: Object.fromEntries(coded) as GenerationContext['vocabulary'],
    linesOfCoverage: [...new Set([...defaults.linesOfCoverage, ...linesOfCoverage])],
    runTag: `${runTagOf(session)}-${tag}`,
    ...more,
  };
}
