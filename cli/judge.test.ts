import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseReport } from '../results/parse-report.ts';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { collecting } from './in-process.test-data.ts';
import { judgeFiles } from './judge-files.ts';
import type { JudgeFlags } from './judge.ts';

let cwd = '';
beforeEach(() => {
  cwd = folderOfTest();
});

const flags: JudgeFlags = { level: 'required', skip: [], mask: [], out: 'out', format: ['terminal', 'json'] };

async function* streamOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(part);
}

async function judge(
  files: readonly string[],
  changes: Partial<JudgeFlags> = {},
  stdin: readonly Uint8Array[] = [],
  environment: NodeJS.ProcessEnv = {},
) {
  const { printed, surroundings } = collecting(environment, cwd);
  const exitCode = await judgeFiles(files, { ...flags, ...changes }, surroundings, streamOf(stdin));
  return { exitCode, ...printed };
}

const write = (name: string, text: string | Uint8Array) => writeFile(join(cwd, name), text);
const reportOf = async () => parseReport(await readFile(join(cwd, 'out', 'report.json'), 'utf8'));

const page = { offset: 0, page_num: 1, page_size: 20, total_records: 0 };
const sound = JSON.stringify({ meta: page, response: [] });
const unsound = JSON.stringify({ meta: { ...page, offset: -1 }, response: [] });

const url = 'https://api.example.com/api/v1/groups';

const line = (number: number, body: string): string =>
  JSON.stringify({
    run: 'a-run',
    line: number,
    number,
    endpoint: 'E1',
    purpose: 'setup',
    access: 'first',
    underWay: 0,
    isOwnJson: false,
    repeated: false,
    startedAt: number,
    endedAt: number + 1,
    request: { method: 'GET', url, headers: {} },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body },
    durationMs: 1,
  });

const har = (text: string, address = url): string => {
  const headers = [{ name: 'Content-Type', value: 'application/json' }];
  const entry = {
    startedDateTime: '2027-01-01T00:00:00.000Z',
    time: 5,
    request: { method: 'GET', url: address, headers: [] },
    response: { status: 200, headers, content: { text } },
  };
  return JSON.stringify({ log: { version: '1.2', entries: [entry] } });
};

describe('a file', () => {
  it.each([
    ['a journal', `${line(1, sound)}\r\n\n${line(2, unsound)}`],
    ['a HAR file', har(unsound)],
    ['a HAR file as people write JSON', `\uFEFF\n${JSON.stringify(JSON.parse(har(unsound)), null, 2)}\n`],
  ])('is recognized as %s by its content', async (_kind, text) => {
    await write('saved.txt', text);
    expect(await judge(['saved.txt'])).toMatchObject({ exitCode: 1 });
    // Bytes come as they come: in the middle of a character, too.
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    for (const chunks of [bytes, [Buffer.from(text)]])
      expect(await judge(['-'], {}, chunks)).toMatchObject({ exitCode: 1 });
  });

  it.each([
    ['nothing', '', 'saved.txt is empty; name a journal of a run, or a HAR file'],
    ['something else', 'hello\n', /^saved\.txt is neither the journal of a run nor a HAR file; name [^\n]+$/],
    ['another JSON', '{"log":{}}', /^saved\.txt is neither/],
    ['broken lines alone', '{"run":\n{"run":\n', /^saved\.txt:1 is no JSON; /],
    ['a HAR that ends early', har(sound).slice(0, 100), /^saved\.txt is a HAR file that ends early, [^\n]+; save/],
    ['what gzip makes', gzipSync(har(sound)), /^saved\.txt is compressed: gunzip it first$/],
    ['what zip makes', 'PK\u0003\u0004 and more', /^saved\.txt is a zip: unpack it first$/],
    ['an entry that is none', '{"log":{"entries":[1]}}', /^saved\.txt: log\.entries\[0\] has no request; /],
  ])('with %s in it is refused in one line', async (_what, text, message) => {
    await write('saved.txt', text);
    await expect(judge(['saved.txt'])).rejects.toThrow(message);
  });

  it('may be named by the directory of a run, and is refused in one line where there is none', async () => {
    await expect(judge(['absent.har'])).rejects.toThrow(/^absent\.har does not exist; check the path$/);
    await mkdir(join(cwd, 'folder'));
    await expect(judge(['folder'])).rejects.toThrow(/^folder is a directory without a journal\.ndjson; [^\n]+$/);
    await write('folder/journal.ndjson', `${line(1, unsound)}\n`);
    expect(await judge(['folder'])).toMatchObject({ exitCode: 1 });
  });

  it('lacks a line where its run was killed, and is judged without it', async () => {
    await write('journal.ndjson', `${line(1, sound)}\n${line(2, unsound).slice(0, 90)}${line(1, sound)}\n`);
    const { exitCode, stderr } = await judge(['journal.ndjson']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('journal.ndjson: left out 1 line that is cut short or not of a journal (line 2).\n');
  });
});

describe('a judgement', () => {
  it('says what was in the files, how often each requirement was seen, and how far it goes', async () => {
    await write('one.ndjson', `${line(1, sound)}\n`);
    await write('two.har', har(sound, 'https://other.example.com/x'));
    const { exitCode, stdout, stderr } = await judge(['one.ndjson', 'two.har']);
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      '1 exchange of this interface judged (E1 1). Nothing was sent.\n1 entry is no traffic of this interface.\n',
    );
    expect(stdout).toMatch(/^Seen on so many exchanges\n {2}wire\.json +1 {2}held\n/);
    expect(stdout).toContain('\nconformant as far as seen: 4 of 67 required seen and held\napi.example.com at https:');
    expect(await reportOf()).toMatchObject({ report: { run: { profile: 'judge', seed: 0, requests: 1 } } });
  });

  it('ignores what a tool has masked, by each mask that is given', async () => {
    const masked = (value: unknown): string => har(JSON.stringify({ meta: { ...page, offset: value }, response: [] }));
    await write('x.har', masked('anonymous-1'));
    await write('y.har', masked('sha256:00'));
    expect(await judge(['x.har'])).toMatchObject({ exitCode: 1 });
    expect(await judge(['x.har', 'y.har'], { mask: [/^anonymous-/] })).toMatchObject({ exitCode: 1 });
    expect(await judge(['x.har', 'y.har'], { mask: [/^anonymous-/, /^sha256:/] })).toMatchObject({ exitCode: 0 });
  });

  it('of nothing is no verdict, and says which addresses there are', async () => {
    await write('x.har', har(sound));
    const { exitCode, stdout, stderr } = await judge(['x.har'], { baseUrl: 'https://other.example.com', format: [] });
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: 'no verdict: none of 67 required was seen\n' });
    expect(stderr).toContain('None is of https://other.example.com; the files have https://api.example.com.\n');
  });

  it('names the command that judges again by one requirement', async () => {
    await write("it's.har", har(unsound));
    await judge(["it's.har"], { baseUrl: 'https://api.example.com', reviewStatus: 'a b', mask: [/^x y$/u] });
    const { report } = await reportOf();
    const failed = report?.requirements.find(({ id }) => id === 'paging.bounds');
    expect(failed?.counterexample?.replay).toMatch(
      / judge 'it'\\''s\.har' --base-url https:\/\/api\.example\.com --mask '\^x y\$' --review-status 'a b' --only paging\.bounds$/,
    );
  });

  it('goes by the waivers and the name in the configuration that the environment names', async () => {
    await write('x.har', har(unsound));
    const waive = ['paging.bounds', 'paging.envelope'].map((id) => ({ id, reason: 'known', until: '2999-01-01' }));
    const config = { name: 'our service', baseUrl: 'https://api.example.com/', waive };
    await write('elsewhere.json', JSON.stringify(config));
    const judged = await judge(['x.har'], { baseUrl: 'https://api.example.com' }, [], { BFC_CONFIG: 'elsewhere.json' });
    expect(judged.exitCode).toBe(0);
    const { report } = await reportOf();
    expect(report?.target.name).toBe('our service');
    expect(report?.gate).toMatchObject({
      passed: true,
      waivers: [
        { id: 'paging.bounds', state: 'accepting' },
        { id: 'paging.envelope', state: 'undecided' },
      ],
    });
  });

  it('leaves the journal where it is, be it among the reports', async () => {
    await mkdir(join(cwd, 'out'));
    await write('out/journal.ndjson', line(1, sound));
    await judge(['out/journal.ndjson']);
    expect(await readFile(join(cwd, 'out', 'journal.ndjson'), 'utf8')).toBe(line(1, sound));
  });
});
