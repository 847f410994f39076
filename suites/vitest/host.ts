import * as allure from 'allure-js-commons';
import { test } from 'vitest';
import { descriptionOf, epic, featureOf, severities } from '../../reporters/allure.ts';
import { evidenceFacts, messageOf } from '../../reporters/evidence.ts';
import { jsonText } from '../../results/printable.ts';
import type { RequirementResult } from '../../results/report.ts';
import { requirementOf } from '../../spec/index.ts';
import { decide } from '../engine/decide.ts';
import { setHost } from '../engine/requirement.ts';
import { resultOf } from '../engine/result.ts';
import { workerSession } from './worker-session.ts';
import './task-meta.ts';

/** Milliseconds after which a single check counts as hung; the time budget of the run ends it much earlier. */
const checkTimeout = 60 * 60 * 1000;

// Every requirement becomes one vitest test: passed, failed, or skipped with its reason.
setHost((definition) => {
  const { id } = definition;
  const { statement } = requirementOf(id);
  // oxlint-disable-next-line vitest/expect-expect -- the check asserts in the ledger, and the result is thrown
  test(`${id}: ${statement}`, { timeout: checkTimeout, concurrent: true }, async ({ task, skip }) => {
    const session = workerSession();
    if (session.selected(id)) {
      session.phase.name = id;
      await decide(session, definition);
    }
    const result = resultOf(session, id);
    task.meta.conformance = { result };
    if (allureListens()) await label(result, session.parameters.seed);
    const fault = session.ledger.faults.find((one) => one.id === id);
    if (fault !== undefined) throw new Error(`a fault of the suite, no verdict: ${fault.message}`);
    if (result.outcome === 'fail') throw failure(result);
    if (result.outcome !== 'pass') skip(`${result.outcome}: ${result.detail ?? result.reason ?? ''}`);
  });
});

/** Whether allure-vitest's reporter is part of the run: without it every label would end in a complaint. */
function allureListens(): boolean {
  return 'allureTestRuntime' in globalThis;
}

/** What Allure is told of a check while the suites run; once a run of the command has ended, the report replaces it. */
async function label(result: RequirementResult, seed: number): Promise<void> {
  const { id, level, counterexample, cases, outcome, reason, detail } = result;
  const undecided = outcome === 'pass' || outcome === 'fail' ? undefined : `${outcome}: ${detail ?? reason ?? ''}`;
  await allure.epic(epic);
  await allure.feature(featureOf(id));
  await allure.story(id);
  await allure.severity(severities[level]);
  await allure.description(descriptionOf(result, undecided));
  await allure.parameter('level', level);
  // These differ from run to run, and must not make another test of it in Allure's history.
  await allure.parameter('cases', String(cases), { excluded: true });
  await allure.parameter('seed', String(seed), { excluded: true });
  for (const [index, exchange] of (counterexample?.exchanges ?? []).entries()) {
    await allure.attachment(`exchange ${index + 1}`, jsonText(exchange), 'application/json');
  }
}

/** The failure as vitest shows it: what, where, and how to see it again. */
function failure(result: RequirementResult): Error {
  const { id, title, counterexample } = result;
  const facts = counterexample === undefined ? [] : evidenceFacts(counterexample);
  const lines = [`${id}: ${title}`, messageOf(result), ...facts.map(([name, line]) => `${name} ${line}`)];
  const error = new Error(lines.join('\n'));
  // By this name reports tell a verdict (failed) from an exception of the suite (broken).
  error.name = 'AssertionError';
  delete error.stack;
  return error;
}
