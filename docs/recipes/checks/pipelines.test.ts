import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lintGitlab, scriptsOfGitlab } from './lint-gitlab.test-data.ts';
import { lintJenkinsfile, scriptsOfJenkinsfile } from './lint-jenkinsfile.test-data.ts';
import { lintWorkflow, scriptsOfWorkflow } from './lint-workflow.test-data.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

const workflows = [...filesIn('.github/workflows'), ...filesIn('docs/recipes/github')];
const gitlab = 'docs/recipes/gitlab/.gitlab-ci.yml';
const jenkins = 'docs/recipes/jenkins/Jenkinsfile';

/** What bash says of the syntax of a script. */
function bashRefuses(script: string): string {
  return spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr;
}

describe("GitHub workflows hold to GitHub's own grammar, and give actions inputs that they have", () => {
  test.for(workflows)('%s', async (file) => {
    expect(await lintWorkflow(file, read(file))).toEqual([]);
  });

  const sample = read('docs/recipes/github/nightly.yml');
  test.for([
    ['an unknown keyword', 'timeout-minutes:', 'timeout-minuets:', "Unexpected value 'timeout-minuets'"],
    [
      'an unknown context',
      'secrets.BFC_CLIENT_SECRET',
      'secret.BFC_CLIENT_SECRET',
      "Unrecognized named-value: 'secret'",
    ],
    ['an expression that does not end', 'contains(fromJSON(\'["0", "1"]\'),', 'contains(', ''],
    ['an input that the action lacks', 'restore-keys: nightly-', 'restore-key: nightly-', 'has no input restore-key'],
    ['an unknown step', 'steps.judge.outputs', 'steps.jugde.outputs', 'no step before it has the id jugde'],
    ['an action without a known version', 'actions/checkout@v6', 'actions/checkout@main', 'none of the actions'],
    ['an impossible schedule', "'17 2 * * *'", "'17 25 * * *'", 'cron'],
  ] as const)('%s is found', async ([, right, wrong, said]) => {
    expect(sample).toContain(right);
    const complaints = await lintWorkflow('sample.yml', sample.replaceAll(right, wrong));
    expect(complaints.join('\n')).toContain(said);
    expect(complaints).not.toEqual([]);
  });
});

describe('the GitLab pipeline has keywords, stages and scripts that GitLab knows', () => {
  test('docs/recipes/gitlab/.gitlab-ci.yml', () => {
    expect(lintGitlab(read(gitlab))).toEqual([]);
  });

  test.for([
    ['before_script:', 'before_scripts:', 'conformance: no keyword before_scripts'],
    ['      junit:', '      jnuit:', 'conformance.artifacts.reports: no keyword jnuit'],
    ['stage: test', 'stage: tset', 'conformance: no stage "tset"'],
    ['  script:', '  after_script:', 'conformance: no script'],
  ] as const)('%j written as %j is found', ([right, wrong, said]) => {
    expect(lintGitlab(read(gitlab).replace(right, wrong))).toContain(said);
  });
});

describe('the Jenkinsfile is balanced, with blocks and arguments where a declarative pipeline has them', () => {
  test('docs/recipes/jenkins/Jenkinsfile', () => {
    expect(lintJenkinsfile(read(jenkins))).toEqual([]);
  });

  test.for([
    ["sh 'npm ci'", "sh 'npm ci", 'cannot be read'],
    ['steps {', 'step {', 'no step in stage'],
    ['testResults:', 'testResult:', 'junit has no testResult'],
    ['agent {', 'agents {', 'pipeline without agent'],
    ['disableConcurrentBuilds()', 'disableConcurrentBuilds(', 'closes nothing'],
  ] as const)('%j written as %j is found', ([right, wrong, said]) => {
    expect(lintJenkinsfile(read(jenkins).replace(right, wrong)).join('\n')).toContain(said);
  });
});

describe('bash takes the syntax of every shell script', () => {
  test.for([
    ...workflows.map((file) => [file, scriptsOfWorkflow] as const),
    [gitlab, scriptsOfGitlab] as const,
    [jenkins, scriptsOfJenkinsfile] as const,
    ...filesIn('docs/recipes/cron').map((file) => [file, (script: string) => [script]] as const),
  ])('%s', ([file, scriptsOf]) => {
    const scripts = scriptsOf(read(file));
    expect(scripts).not.toEqual([]);
    expect(scripts.map((script) => bashRefuses(script)).join('')).toBe('');
  });

  test('and not of one that is wrong', () => {
    expect(bashRefuses('if true; then\necho\n')).not.toBe('');
  });
});
