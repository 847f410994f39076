import { registerHooks } from 'node:module';
import { parse } from 'yaml';
import { isMapping, mappingsOf, textsOf, type Mapping } from './records.test-data.ts';

// The parser imports its grammar, which is JSON, as other tools than Node take it.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

/** The jobs of a workflow and their steps. */
function stepsByJob(workflow: unknown): readonly (readonly Mapping[])[] {
  const jobs = isMapping(workflow) && isMapping(workflow['jobs']) ? workflow['jobs'] : {};
  return Object.values(jobs).map((job) => (isMapping(job) ? mappingsOf(job['steps']) : []));
}

/** References to steps that do not stand before the one that refers to them. */
function lostSteps(steps: readonly Mapping[]): readonly string[] {
  return steps.flatMap((step, index) => {
    const before = new Set(steps.slice(0, index).map(({ id }) => id));
    const names = [...JSON.stringify(step).matchAll(/\bsteps\.([\w-]+)\./g)].map(([, name]) => name);
    return names.filter((name) => !before.has(name)).map((name) => `no step before it has the id ${name}`);
  });
}

/**
 * Lints a workflow of GitHub Actions: by the grammar that GitHub publishes, expressions included, and by the steps that
 * its steps refer to.
 *
 * @returns what is wrong, a line each
 */
export async function lintWorkflow(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const refused = () => context.errors.getErrors().map(({ message }) => message);
  if (value === undefined || refused().length > 0) return refused();
  const template = await convertWorkflowTemplate(context, value);
  const converted = (template.errors ?? []).map(({ Message }) => Message);
  const jobs = stepsByJob(parse(content));
  return [...new Set([...refused(), ...converted]), ...jobs.flatMap(lostSteps)];
}

/** The shell scripts of a workflow, with what CI expressions would put in as `1`. */
export function scriptsOfWorkflow(content: string): readonly string[] {
  return stepsByJob(parse(content))
    .flat()
    .flatMap(({ run }) => textsOf(run).map((script) => script.replaceAll(/\$\{\{.*?\}\}/g, '1')));
}
