import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { isJournalLine, journalLine, openJournal } from './journal.ts';
import { createRedactor } from './redaction.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from './sample-exchange.test-data.ts';

test('every exchange is one redacted line with its purpose, in a file that only its owner may read', async () => {
  const file = join(folderOfTest(), 'journal.ndjson');
  const redactor = createRedactor();
  redactor.learn('a-client-secret', '<client secret>');
  const journal = openJournal(file, redactor, 'a-run');
  journal.sent();
  journal.sent();
  journal.write(
    sampleExchange({
      number: 1,
      request: sampleRequest({ method: 'POST', endpoint: 'E3', body: '{"a":"a-client-secret\\n"}' }),
      answer: sampleAnswer({ b: 1 }, { status: 201 }),
    }),
  );
  journal.write(
    sampleExchange({ number: 2, access: 'case', accessCase: 'forged', failure: { kind: 'timeout', message: 'slow' } }),
  );
  await journal.close();
  expect((await stat(file)).mode & 0o077).toBe(0);

  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const values = lines.map((line) => JSON.parse(line) as unknown);
  expect(values.map(isJournalLine)).toEqual([true, true]);
  expect(values).toMatchObject([
    {
      run: 'a-run',
      line: 1,
      endpoint: 'E3',
      purpose: 'setup',
      access: 'first',
      isOwnJson: false,
      repeated: false,
      startedAt: 10,
      endedAt: 12.3456,
      underWay: 1,
      request: { method: 'POST', body: '{"a":"<client secret>\\n"}' },
      response: { status: 201, body: '{"b":1}' },
    },
    { line: 2, underWay: 0, number: 2, access: 'case', accessCase: 'forged', failure: 'slow' },
  ]);
});

test.each([
  [{ url: 'no address' }, {}],
  [{ headers: { accept: 1 } }, {}],
  [{}, { endpoint: 'E0' }],
  [{}, { access: undefined }],
  [{}, { response: { status: 200 } }],
])('a line with %j and %j is not a journal line', (request, members) => {
  const place = { run: 'a-run', line: 1, underWay: 0 };
  const line = journalLine(sampleExchange(), createRedactor(), place);
  expect(isJournalLine(line)).toBe(true);
  expect(isJournalLine({ ...line, request: { ...line.request, ...request }, ...members })).toBe(false);
});

test('a journal that cannot be written is reported when it is closed', async () => {
  const journal = openJournal(join(folderOfTest(), 'nowhere', 'journal.ndjson'), createRedactor(), 'a-run');
  journal.write(sampleExchange());
  await expect(journal.close()).rejects.toThrow(/journal\.ndjson does not hold all exchanges of the run: ENOENT/);
});
