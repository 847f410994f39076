import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../results/report.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { register } from '../spec/index.ts';
import { groups, page, sample, type Sample } from '../suites/judging/exchange-samples.test-data.ts';
import { addressedExchange, entryOf, journalOf } from '../suites/saved-traffic/saved-samples.test-data.ts';
import { collecting, fill, readJson } from './command-line.test-data.ts';
import { judgeFiles, type JudgeFlags } from './judge.ts';
import { resultOf } from './judged-reference.test-data.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const required = register.filter(({ level }) => level === 'required').length;
const flags: JudgeFlags = { level: 'required', skip: [], mask: [], out: 'out', format: ['terminal', 'json'] };

async function judge(
  files: readonly string[],
  changes: Partial<JudgeFlags> = {},
  stdin: readonly Uint8Array[] = [],
  environment: NodeJS.ProcessEnv = {},
) {
  const { printed, surroundings } = collecting(environment, cwd);
  const exitCode = await judgeFiles(files, { ...flags, ...changes }, surroundings, Readable.from(stdin));
  return { exitCode, ...printed };
}

const reportOf = () => readJson<Report>(cwd, 'out/report.json');

const listFrom = (offset: unknown): Sample => sample('E1', page([], { offset }));
const sound = groups([]);
const unsound = listFrom(-1);

const journal = (...samples: readonly Sample[]): readonly string[] => journalOf(samples.map(addressedExchange));

const har = (list: Sample, path?: string): string => {
  const exchange = addressedExchange(list, 0);
  const url = path === undefined ? {} : { url: `https://api.example.com${path}` };
  return JSON.stringify({ log: { version: '1.2', entries: [entryOf(exchange, url)] } });
};

describe('a file of saved traffic', () => {
  it.each([
    ['a journal', journal(sound, unsound).join('\r\n\n')],
    ['a HAR file', har(unsound)],
    [
      'a HAR file with a byte order mark and indentation',
      `\uFEFF\n${JSON.stringify(JSON.parse(har(unsound)), null, 2)}\n`,
    ],
  ])('is recognized as %s by its content', async (_kind, text) => {
    await fill(cwd, { 'saved.txt': text });
    expect(await judge(['saved.txt'])).toMatchObject({ exitCode: 1 });
    // Chunks may end anywhere, even in the middle of a character.
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    for (const chunks of [bytes, [Buffer.from(text)]])
      expect(await judge(['-'], {}, chunks)).toMatchObject({ exitCode: 1 });
  });

  it.each([
    ['no content', '', 'FILES: saved.txt is empty; name a journal of a run, or a HAR file'],
    ['other text', 'hello\n', /^FILES: saved\.txt is neither the journal of a run nor a HAR file; name [^\n]+$/],
    ['other JSON', '{"log":{}}', /^FILES: saved\.txt is neither/],
    ['only broken lines', '{"run":\n{"run":\n', /^FILES: saved\.txt:1 is not JSON; /],
    [
      'a HAR file that ends early',
      har(sound).slice(0, 100),
      /^FILES: saved\.txt is a HAR file that ends early, [^\n]+; save/,
    ],
    ['gzip data', gzipSync(har(sound)), /^FILES: saved\.txt is compressed: gunzip it first$/],
    ['zip data', 'PK\u0003\u0004 and more', /^FILES: saved\.txt is a zip: unpack it first$/],
    ['an invalid entry', '{"log":{"entries":[1]}}', /^FILES: saved\.txt: log\.entries\[0\] has no request; /],
  ])('with %s is refused with a one-line message', async (_what, text, message) => {
    await fill(cwd, { 'saved.txt': text });
    await expect(judge(['saved.txt'])).rejects.toThrow(message);
  });

  it('may be given by the directory of a run, and is refused with a one-line message if it does not exist', async () => {
    await expect(judge(['absent.har'])).rejects.toThrow(/^FILES: absent\.har does not exist; check the path$/);
    await fill(cwd, { 'folder/other': '' });
    await expect(judge(['folder'])).rejects.toThrow(/^FILES: folder is a directory without a journal\.ndjson; [^\n]+$/);
    await fill(cwd, { 'folder/journal.ndjson': `${journal(unsound).join()}\n` });
    expect(await judge(['folder'])).toMatchObject({ exitCode: 1 });
  });

  it('is judged without a line that was cut off when the run was killed', async () => {
    const [first = '', cut = ''] = journal(sound, unsound);
    await fill(cwd, { 'journal.ndjson': `${first}\n${cut.slice(0, 90)}${first}\n` });
    const { exitCode, stderr } = await judge(['journal.ndjson']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('journal.ndjson: left out 1 line that is cut short or not of a journal (line 2).\n');
  });
});

describe('a judgement', () => {
  it('reports what the files contain, how often each requirement was seen, and a verdict as far as seen', async () => {
    await fill(cwd, { 'one.ndjson': `${journal(sound).join()}\n`, 'two.har': har(sound, '/x') });
    const { exitCode, stdout, stderr } = await judge(['one.ndjson', 'two.har']);
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      '1 exchange of this interface judged (E1 1). Nothing was sent.\n1 entry is no traffic of this interface.\n',
    );
    const verdict = `conformant as far as seen: 4 of ${required} required seen and held\napi.example.com at https:`;
    expect(stdout.slice(0, verdict.length)).toBe(verdict);
    expect(stdout).toMatch(/\n\nExchanges judged\n {2}wire\.json +1 {2}held\n/);
    expect(await reportOf()).toMatchObject({ run: { profile: 'judge', seed: 0, requests: 1 } });
  });

  it('ignores values that match a given mask', async () => {
    await fill(cwd, { 'x.har': har(listFrom('anonymous-1')), 'y.har': har(listFrom('sha256:00')) });
    expect(await judge(['x.har'])).toMatchObject({ exitCode: 1 });
    expect(await judge(['x.har', 'y.har'], { mask: [/^anonymous-/] })).toMatchObject({ exitCode: 1 });
    expect(await judge(['x.har', 'y.har'], { mask: [/^anonymous-/, /^sha256:/] })).toMatchObject({ exitCode: 0 });
  });

  it('has no verdict without matching traffic, and names the addresses in the files', async () => {
    await fill(cwd, { 'x.har': har(sound) });
    const { exitCode, stdout, stderr } = await judge(['x.har'], { baseUrl: 'https://other.example.com', format: [] });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 3,
      stdout: `no verdict: none of ${required} required was seen\n`,
    });
    expect(stderr).toContain(
      'None is of https://other.example.com; the files have https://api.example.com/benefits.\n',
    );
  });

  it('is named after its files if they show no address', async () => {
    const empty = JSON.stringify({ log: { version: '1.2', entries: [] } });
    await fill(cwd, { 'empty.har': empty, 'other.har': empty });
    const { stdout } = await judge(['empty.har', 'other.har'], { format: ['terminal', 'markdown', 'html'] });
    expect(stdout).toMatch(/\nsaved traffic in empty\.har, other\.har\n/);
    const page = (name: string) => readFile(join(cwd, 'out', name), 'utf8');
    expect(await page('summary.md')).toContain('\nsaved traffic in empty.har, other.har: 0 exchanges in ');
    expect(await page('report.html')).toContain('<strong>saved traffic in empty.har, other.har</strong></p>');
  });

  it('gives a failure the command that judges its requirement again', async () => {
    await fill(cwd, { "it's.har": har(unsound) });
    await judge(["it's.har"], { baseUrl: 'https://api.example.com/benefits', reviewStatus: 'a b', mask: [/^x y$/u] });
    expect(resultOf(await reportOf(), 'paging.bounds').counterexample?.replay).toMatch(
      / judge 'it'\\''s\.har' --base-url https:\/\/api\.example\.com\/benefits --mask '\^x y\$' --review-status 'a b' --only paging\.bounds$/,
    );
  });

  it('uses the waivers and the name of the configuration that BFC_CONFIG names', async () => {
    const waive = ['paging.bounds', 'paging.envelope'].map((id) => ({ id, reason: 'known', until: '2999-01-01' }));
    const baseUrl = 'https://api.example.com/benefits';
    await fill(cwd, {
      'x.har': har(unsound),
      'elsewhere.json': { name: 'our service', baseUrl: `${baseUrl}/`, waive },
    });
    const judged = await judge(['x.har'], { baseUrl }, [], { BFC_CONFIG: 'elsewhere.json' });
    expect(judged.exitCode).toBe(0);
    const waivers = [
      { id: 'paging.bounds', state: 'accepting' },
      { id: 'paging.envelope', state: 'undecided' },
    ];
    expect(await reportOf()).toMatchObject({ target: { name: 'our service' }, gate: { passed: true, waivers } });
  });

  it('keeps a journal that is in the report directory', async () => {
    const text = journal(sound).join();
    await fill(cwd, { 'out/journal.ndjson': text });
    await judge(['out/journal.ndjson']);
    expect(await readFile(join(cwd, 'out', 'journal.ndjson'), 'utf8')).toBe(text);
  });
});
