import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { register } from '../../spec/index.ts';
import { loadConfig } from './load-config.ts';
import { defineConfig, type CredentialsConfig, type TargetConfig } from './target-config.ts';
import schema from './target-config.schema.json' with { type: 'json' };

type Complete = Required<TargetConfig> & {
  readonly credentials: Required<CredentialsConfig>;
  readonly secondCredentials: Required<CredentialsConfig>;
  readonly fixtures: Required<NonNullable<TargetConfig['fixtures']>>;
  readonly limits: Required<NonNullable<TargetConfig['limits']>>;
};

/** Every member that the type has, and no other: the compiler sees to it. */
const complete = {
  $schema: './schema.json',
  name: 'x',
  environment: 'sandbox',
  baseUrl: 'https://example.com',
  authUrl: 'https://example.com',
  credentials: { clientId: 'a', clientSecretEnv: 'A', clientSecret: 's' },
  secondCredentials: { clientId: 'b', clientSecretEnv: 'B', clientSecret: 't' },
  expiredTokenEnv: 'C',
  expiredToken: 'a.b.c',
  fixtures: { groupId: '0190abcd-0000-7000-8000-00000000000f', carrierIds: [], planIds: [] },
  vocabulary: { sex: ['X'] },
  linesOfCoverage: ['vision'],
  reviewStatus: 'acme_review',
  limits: { concurrency: 2, requestsPerSecond: 0.5 },
  expect: { 'renewals.edit-stale': 'refused with 409' },
  waive: [{ id: 'token.issue', reason: 'known', until: '2028-02-29', intermittent: false }],
} satisfies Complete;

const names = (value: object) => Object.keys(value).toSorted();

async function messageOf(config: unknown): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'bfc-schema-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(join(cwd, 'conformance.config.json'), JSON.stringify(config));
  return loadConfig(cwd).then(
    () => 'fine',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

describe('the schema for editors', () => {
  it('has the members of the type, and no others', async () => {
    expect(names(schema.properties)).toEqual(names(complete));
    expect(names(schema.$defs.credentials.properties)).toEqual(names(complete.credentials));
    expect(names(schema.properties.fixtures.properties)).toEqual(names(complete.fixtures));
    expect(names(schema.properties.limits.properties)).toEqual(names(complete.limits));
    expect(names(schema.properties.waive.items.properties)).toEqual(names(complete.waive[0] ?? {}));
    expect(await messageOf(complete)).toBe('fine');
  });

  it('completes the ids of the register: all of them for a waiver, the open points for a pin', () => {
    // Where the register has changed: its ids belong into target-config.schema.json.
    expect(schema.$defs.requirementId.enum).toEqual(register.map(({ id }) => id));
    const pins = Object.entries(schema.properties.expect.properties).map(([id, { description }]) => [id, description]);
    const open = register.filter(({ level }) => level === 'open').map(({ id, statement }) => [id, statement]);
    expect(pins).toEqual(open);
  });

  it('says of every member what it does', () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, pointer: string, isMember: boolean): void => {
      if (typeof value !== 'object' || value === null) return;
      if (isMember && !('description' in value)) undescribed.push(pointer);
      for (const [key, child] of Object.entries(value))
        visit(child, `${pointer}/${key}`, pointer.endsWith('/properties'));
    };
    visit(schema, '', false);
    expect(undescribed).toEqual([]);
  });
});

describe('an id in a configuration', () => {
  it.each([
    [
      'that is none',
      { waive: [{ id: 'token.isue', reason: 'x', until: '2027-02-28' }] },
      /did you mean "token.issue"\?$/,
    ],
    [
      'of a pin that is none',
      { expect: { 'renewals.edit-stal': 'x' } },
      /at \/expect .* did you mean "renewals.edit-stale"\?$/,
    ],
    [
      'of a pin that is no open point',
      { expect: { 'token.issue': 'x' } },
      /"token.issue" at \/expect is no open point/,
    ],
    [
      'of a waiver of an open point, which nothing pins',
      { waive: [{ id: 'renewals.edit-stale', reason: 'x', until: '2027-02-28' }] },
      /"renewals.edit-stale" at \/waive\/0\/id is an open point, which fails only where expect pins it/,
    ],
    [
      'that is no text',
      { waive: [{ id: 7, reason: 'x', until: '2027-02-28' }] },
      /\/waive\/0\/id is 7, and must be of type string$/,
    ],
    [
      'beside another mistake',
      { nme: 'x', waive: [{ id: 'x', reason: 'x', until: '2027-02-28' }] },
      /unknown key "nme"/,
    ],
  ])('%s', async (_what, config, message) => {
    expect(await messageOf(config)).toMatch(message);
  });
});

it('a TypeScript configuration is what was defined', () => {
  expect(defineConfig(complete)).toBe(complete);
  // @ts-expect-error -- an editor tells that there is no such requirement
  defineConfig({ waive: [{ id: 'token.isue', reason: 'x', until: '2027-02-28' }] });
});
