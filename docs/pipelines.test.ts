import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject, objectOf } from '../spec/index.ts';

type JsonObject = ReturnType<typeof objectOf>;

// The parser imports its JSON grammar in a form that Node refuses, but other tools accept.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
hooks.deregister();

const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');

function stepsByJob(workflow: unknown): readonly (readonly JsonObject[])[] {
  return Object.values(objectOf(objectOf(workflow)['jobs'])).map((job) => objectsOf(objectOf(job)['steps']));
}

function lostSteps(steps: readonly JsonObject[]): readonly string[] {
  return steps.flatMap((step, index) => {
    const before = new Set(steps.slice(0, index).map(({ id }) => id));
    const names = [...JSON.stringify(step).matchAll(/\bsteps\.([\w-]+)\./g)].map(([, name]) => name);
    return names.filter((name) => !before.has(name)).map((name) => `no step before it has the id ${name}`);
  });
}

/**
 * Lints a GitHub Actions workflow: against the grammar that GitHub publishes, including expressions, and for references
 * to steps that do not precede the step.
 *
 * @returns what is wrong, one problem per line
 */
async function lintWorkflow(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const refused = () => context.errors.getErrors().map(({ message }) => message);
  if (value === undefined || refused().length > 0) return refused();
  const template = await convertWorkflowTemplate(context, value);
  const converted = (template.errors ?? []).map(({ Message }) => Message);
  const jobs = stepsByJob(parse(content));
  return [...new Set([...refused(), ...converted]), ...jobs.flatMap(lostSteps)];
}

/** The shell scripts of a workflow, with each CI expression replaced by `1`. */
function scriptsOfWorkflow(content: string): readonly string[] {
  return stepsByJob(parse(content))
    .flat()
    .flatMap(({ run }) => textsOf(run).map((script) => script.replaceAll(/\$\{\{.*?\}\}/g, '1')));
}

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

const workflows = [...filesIn('.github/workflows'), ...filesIn('docs/recipes/github')];
const gitlab = filesIn('docs/recipes/gitlab');
const kubernetes = filesIn('docs/recipes/kubernetes').filter((file) => file.endsWith('.yaml'));
const jenkins = 'docs/recipes/jenkins/Jenkinsfile';

/** The shell scripts of a GitLab pipeline: for each job, its `before_script` and `script` together. */
const scriptsOfGitlab = (content: string): readonly string[] =>
  objectsOf(Object.values(parse(content)))
    .filter(({ script }) => script !== undefined)
    .map((job) => [...textsOf(job['before_script']), ...textsOf(job['script'])].join('\n'));

/** The spec of a Kubernetes job, or of the job of a CronJob. */
function jobOf(content: string): JsonObject {
  const { kind, spec } = objectOf(parse(content));
  return kind === 'CronJob' ? objectOf(objectOf(objectOf(spec)['jobTemplate'])['spec']) : objectOf(spec);
}

const scriptsOfJob = (content: string): readonly string[] =>
  objectsOf(objectOf(objectOf(jobOf(content)['template'])['spec'])['containers']).flatMap(({ args }) => textsOf(args));

const scriptsOfJenkinsfile = (source: string): readonly string[] =>
  [...source.matchAll(/\bsh\s+(?:'''([\s\S]*?)'''|'([^'\n]*)')/g)].map(([, long, short]) => long ?? short ?? '');

function bashRefuses(script: string): string {
  return spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr;
}

describe("GitHub workflows hold to GitHub's own grammar", () => {
  test.for(workflows)('%s', async (file) => {
    expect(await lintWorkflow(file, read(file))).toEqual([]);
  });

  const sample = read('docs/recipes/github/nightly.yml');
  test.for([
    ['an unknown keyword', 'timeout-minutes:', 'timeout-minuets:', "Unexpected value 'timeout-minuets'"],
    ['an unknown step', 'steps.judge.outputs', 'steps.jugde.outputs', 'no step before it has the id jugde'],
  ] as const)('%s is found', async ([, right, wrong, said]) => {
    expect(sample).toContain(right);
    const complaints = await lintWorkflow('sample.yml', sample.replaceAll(right, wrong));
    expect(complaints.join('\n')).toContain(said);
    expect(complaints).not.toEqual([]);
  });
});

describe('bash takes the syntax of every shell script', () => {
  test.for([
    ...workflows.map((file) => [file, scriptsOfWorkflow] as const),
    ...gitlab.map((file) => [file, scriptsOfGitlab] as const),
    ...kubernetes.map((file) => [file, scriptsOfJob] as const),
    [jenkins, scriptsOfJenkinsfile] as const,
    ...filesIn('docs/recipes/cron').map((file) => [file, (script: string) => [script]] as const),
  ])('%s', ([file, scriptsOf]) => {
    const scripts = scriptsOf(read(file));
    expect(scripts).not.toEqual([]);
    expect(scripts.map((script) => bashRefuses(script)).join('')).toBe('');
  });
});

test('Kubernetes starts as many pods as there are shards', () => {
  const content = read('docs/recipes/kubernetes/shards.yaml');
  expect(scriptsOfJob(content).join('')).toContain(`+ 1))/${String(jobOf(content)['completions'])}"`);
});
