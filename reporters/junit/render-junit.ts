import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { isRequirementId, parts, requirementOf } from '../../spec/index.ts';
import type { Report } from '../../results/report.ts';
import { seedOf } from '../../results/run-scope.ts';
import { requirementCase, runCases } from './test-case.ts';
import type { CaseState, TestCase } from './test-case.ts';
import { xmlLine } from './xml-text.ts';

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

function suitesOf(report: Report): readonly Suite[] {
  const byPart = Map.groupBy(report.requirements, ({ id }) =>
    isRequirementId(id) ? requirementOf(id).part : undefined,
  );
  return [
    { name: 'The run', cases: runCases(report) },
    ...parts.map(({ name, title }) => ({
      name: title,
      cases: (byPart.get(name) ?? []).map((result) => requirementCase(result, name, report)),
    })),
    {
      name: 'Of other documents',
      cases: (byPart.get(undefined) ?? []).map((result) => requirementCase(result, 'other', report)),
    },
  ].filter(({ cases }) => cases.length > 0);
}

/** Counts as the elements `testsuites` and `testsuite` give them. */
function countsOf(cases: readonly TestCase[]): Readonly<Record<string, number>> {
  const count = (state: CaseState): number => cases.filter((one) => one.state === state).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

function addProperties(element: XMLBuilder, properties: Readonly<Record<string, string>>): void {
  const entries = Object.entries(properties);
  if (entries.length === 0) return;
  const list = element.ele('properties');
  for (const [name, value] of entries) list.ele('property', { name, value });
}

function addCase(suite: XMLBuilder, { classname, name, time, properties, state, type, message, text }: TestCase): void {
  const element = suite.ele('testcase', { classname, name, ...(time === undefined ? {} : { time: time.toFixed(3) }) });
  addProperties(element, properties);
  if (state !== 'passed') {
    const outcome = element.ele(state, { ...(type === undefined ? {} : { type }), message: message ?? '' });
    if (state !== 'skipped' && text !== undefined) outcome.txt(text);
  }
  if ((state === 'passed' || state === 'skipped') && text !== undefined) element.ele('system-out').txt(text);
}

/**
 * The report as JUnit XML, as CIs read it: a suite for each part of the documents with a case for each requirement, and
 * one for the run as a whole.
 *
 * A `failure` is what fails the run and nothing else, so that a CI is red exactly when the exit code says so: failures
 * that the run is not held to (expected ones, below `--level expected`), that a waiver accepts or that the baseline knows
 * are `skipped`, with the reason as message and the evidence as output. What was not decided is `skipped` too: that there
 * is no verdict for it is one `error`, of the run. Problems of the gate are failures, faults of the suite errors.
 */
export function renderJunit(report: Report): string {
  const suites = suitesOf(report);
  const { run, target, suite, spec } = report;
  const seed = seedOf(report);
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: `conformance of ${xmlLine(target.name, 200)}`,
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    time: (run.durationMs / 1000).toFixed(3),
  });
  for (const { name, cases } of suites) {
    const element = root.ele('testsuite', {
      name,
      ...countsOf(cases),
      // Without an offset, as the schema that CIs go by has it.
      timestamp: xmlLine(run.startedAt.replace(/(\.\d+)?Z$/, ''), 40),
      time: cases.reduce((sum, { time = 0 }) => sum + time, 0).toFixed(3),
    });
    addProperties(element, {
      target: xmlLine(target.baseUrl),
      ...(seed === undefined ? {} : { seed: String(seed) }),
      profile: xmlLine(run.profile),
      suite: xmlLine(suite.version),
      document: xmlLine(spec.revision),
    });
    for (const one of cases) addCase(element, one);
  }
  return `${root.end({ prettyPrint: true })}\n`;
}
