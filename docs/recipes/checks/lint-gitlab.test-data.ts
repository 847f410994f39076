import { parseDocument } from 'yaml';
import { isMapping, mappingsOf, textsOf, type Mapping } from './records.test-data.ts';

/** Keywords of GitLab CI by where they stand; those that these pipelines have no use for are left out. */
const keywords = {
  top: ['default', 'include', 'stages', 'variables', 'workflow'],
  job: [
    'after_script',
    'allow_failure',
    'artifacts',
    'before_script',
    'cache',
    'environment',
    'extends',
    'image',
    'interruptible',
    'needs',
    'resource_group',
    'retry',
    'rules',
    'script',
    'services',
    'stage',
    'tags',
    'timeout',
    'variables',
    'when',
  ],
  artifacts: ['exclude', 'expire_in', 'expose_as', 'name', 'paths', 'reports', 'untracked', 'when'],
  reports: ['codequality', 'dotenv', 'junit', 'sast'],
  cache: ['fallback_keys', 'key', 'paths', 'policy', 'unprotect', 'untracked', 'when'],
  rule: ['allow_failure', 'changes', 'exists', 'if', 'needs', 'variables', 'when'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Sections of a job, with the keywords they take. */
const sections: readonly (readonly [path: readonly string[], kind: keyof typeof keywords])[] = [
  [[], 'job'],
  [['artifacts'], 'artifacts'],
  [['artifacts', 'reports'], 'reports'],
  [['cache'], 'cache'],
  [['rules'], 'rule'],
];

const builtInStages = ['.pre', 'build', 'test', 'deploy', '.post'];

function at(job: Mapping, path: readonly string[]): readonly Mapping[] {
  const found = path.reduce<unknown>((value, key) => (isMapping(value) ? value[key] : undefined), job);
  return isMapping(found) ? [found] : mappingsOf(found);
}

function lintJob(name: string, job: Mapping, stages: readonly string[]): readonly string[] {
  const unknown = sections.flatMap(([path, kind]) =>
    at(job, path)
      .flatMap((mapping) => Object.keys(mapping))
      .filter((key) => !keywords[kind].some((known) => known === key))
      .map((key) => `${[name, ...path].join('.')}: no keyword ${key}`),
  );
  const stage = job['stage'] ?? 'test';
  return [
    ...unknown,
    ...(textsOf(job['script']).length === 0 ? [`${name}: no script`] : []),
    ...(stages.some((known) => known === stage) ? [] : [`${name}: no stage ${JSON.stringify(stage)}`]),
  ];
}

function jobsOf(pipeline: Mapping): readonly (readonly [string, Mapping])[] {
  return Object.entries(pipeline).flatMap(([name, job]) =>
    isMapping(job) && !keywords.top.some((known) => known === name) ? [[name, job] as const] : [],
  );
}

/**
 * Lints a GitLab pipeline: its YAML, the keywords of jobs, artifacts, caches and rules, scripts and stages. Whether a
 * value is one that GitLab takes is not looked at.
 *
 * @returns what is wrong, a line each
 */
export function lintGitlab(content: string): readonly string[] {
  const document = parseDocument(content);
  const pipeline: unknown = document.toJS();
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  if (!isMapping(pipeline)) return ['not a mapping'];
  const jobs = jobsOf(pipeline);
  const stages = pipeline['stages'] === undefined ? builtInStages : textsOf(pipeline['stages']);
  return jobs.length === 0 ? ['no job'] : jobs.flatMap(([name, job]) => lintJob(name, job, stages));
}

/** The shell scripts of a GitLab pipeline: of each job, what runs before its script together with it. */
export function scriptsOfGitlab(content: string): readonly string[] {
  const pipeline: unknown = parseDocument(content).toJS();
  return isMapping(pipeline)
    ? jobsOf(pipeline).map(([, job]) => [...textsOf(job['before_script']), ...textsOf(job['script'])].join('\n'))
    : [];
}
