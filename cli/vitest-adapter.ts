/**
 * The suites as vitest tests, for `npx vitest run --project conformance`: the same jobs run once in this worker, and a
 * test for each requirement shows its outcome.
 */
import * as allure from 'allure-js-commons';
import { beforeAll, describe, inject, test } from 'vitest';
import { epic, severities, descriptionOf } from '../reporters/allure.ts';
import { evidenceFacts, messageOf } from '../reporters/evidence.ts';
import { partOf } from '../reporters/outcomes.ts';
import type { Report, RequirementResult } from '../results/report.ts';
import { parts, register, type RequirementId } from '../spec/index.ts';
import type { RunPlan } from '../suites/engine/plan.ts';
import { runSuites } from '../suites/run-suites.ts';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunPlan;
  }
}

/** Milliseconds after which a run counts as hung; its time budget ends it much earlier. */
const runTimeout = 60 * 60 * 1000;

const asked = new Set<RequirementId>();
let report: Report | undefined;

// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the pattern
beforeAll(async ({}, file) => {
  const tests = file.tasks.flatMap((suite) => (suite.type === 'suite' ? suite.tasks : []));
  for (const { name, mode } of tests) {
    const [id] = name.split(':');
    const requirement = register.find((one) => one.id === id);
    if (mode === 'run' && requirement !== undefined) asked.add(requirement.id);
  }
  const plan = inject('conformance');
  report = await runSuites({
    ...plan,
    ...(asked.size === register.length ? {} : { only: [...asked] }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}, runTimeout);

for (const { name, title } of parts) {
  // oxlint-disable-next-line vitest/valid-title -- titles come from the documents
  describe(title, () => {
    for (const { id, statement } of register.filter(({ part }) => part === name)) {
      // oxlint-disable-next-line vitest/expect-expect -- what the run found is thrown
      test(`${id}: ${statement}`, async ({ skip }) => {
        const result = report?.requirements.find((one) => one.id === id);
        if (report === undefined || result === undefined) throw new Error('the run gave no result');
        await label(result, report.run);
        const fault = report.suiteFaults.find((one) => one.id === id || one.id === 'suite');
        if (fault !== undefined) throw new Error(`a fault of the suite, no verdict: ${fault.message}`);
        if (result.outcome === 'fail') throw failureOf(result);
        if (result.outcome !== 'pass') skip(`${result.outcome}: ${result.detail ?? result.reason ?? ''}`);
      });
    }
  });
}

/** Adds what Allure shows with a requirement, if its reporter is active: without it, every label causes a complaint. */
async function label(result: RequirementResult, { seed, today }: Report['run']): Promise<void> {
  if (!('allureTestRuntime' in globalThis)) return;
  const { id, level, counterexample, cases, outcome, reason, detail } = result;
  const undecided = outcome === 'pass' || outcome === 'fail' ? undefined : `${outcome}: ${detail ?? reason ?? ''}`;
  await allure.epic(epic);
  await allure.feature(partOf(id).title);
  await allure.story(id);
  await allure.severity(severities[level]);
  await allure.description(descriptionOf(result, undecided));
  await allure.parameter('level', level);
  // These differ from run to run, and must not make it another test in Allure's history.
  await allure.parameter('cases', String(cases), { excluded: true });
  await allure.parameter('seed', String(seed), { excluded: true });
  if (today !== undefined) await allure.parameter('today', today, { excluded: true });
  for (const [index, exchange] of (counterexample?.exchanges ?? []).entries()) {
    await allure.attachment(`exchange ${index + 1}`, JSON.stringify(exchange, undefined, 2), 'application/json');
  }
}

function failureOf(result: RequirementResult): Error {
  const { id, title, counterexample } = result;
  const facts = counterexample === undefined ? [] : evidenceFacts(counterexample);
  const error = new Error(
    [`${id}: ${title}`, messageOf(result), ...facts.map(([name, line]) => `${name} ${line}`)].join('\n'),
  );
  // Reports take this name for a failure, and any other for an exception of the suite (broken).
  error.name = 'AssertionError';
  delete error.stack;
  return error;
}
