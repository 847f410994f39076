import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../spec/folders.test-data.ts';
import { archiveIn, archiveInMemory, type ExchangeArchive } from './exchange-archive.ts';
import { sampleAnswer, sampleExchange, sampleRequest } from './sample-exchange.test-data.ts';

const secret = 'a-token-of-the-run';

/** More exchanges than an archive holds in memory, of very different lengths. */
const exchanges = Array.from({ length: 200 }, (_, index) =>
  sampleExchange({
    number: index + 1,
    request: sampleRequest({
      headers: { authorization: `Bearer ${secret}` },
      body: index % 3 === 0 ? Uint8Array.of(0xff, index) : `{"name":"Zoë 𠮷 ${index}"}`,
      json: { name: `Zoë 𠮷 ${index}`, left: undefined },
    }),
    ...(index % 5 === 0
      ? { failure: { kind: 'timeout', message: 'slow' } as const }
      : { answer: sampleAnswer({ list: Array.from({ length: index * 7 }, (_item, at) => at), name: 'Zoë' }) }),
  }),
);

test.each([
  ['in memory', archiveInMemory],
  ['in a file', () => archiveIn(folderOfTest())],
  ['in a folder that cannot be written', () => archiveIn(join(folderOfTest(), 'nowhere'))],
])('every exchange is recalled unchanged from an archive %s', (_, open: () => ExchangeArchive) => {
  const archive = open();
  const kept = exchanges.map((exchange) => archive.keep(exchange));
  for (const [index, exchange] of exchanges.entries()) {
    expect(kept[index]?.recall()).toEqual(exchange);
    expect(kept[index]).toMatchObject({ number: index + 1, endpoint: exchange.request.endpoint });
    expect(archive.keep(exchange)).toBe(kept[index]);
  }
  archive.close();
});

test.skipIf(process.platform !== 'linux')('the file of an archive has no name, and its content is not readable', () => {
  const folder = folderOfTest();
  const archive = archiveIn(folder);
  for (const exchange of exchanges) archive.keep(exchange);
  expect(readdirSync(folder)).toEqual([]);
  const ours = readdirSync('/proc/self/fd').find((fd) => linkOf(fd).startsWith(join(folder, '.exchanges-')));
  const content = readFileSync(`/proc/self/fd/${ours}`, 'latin1');
  expect(content.length).toBeGreaterThan(100_000);
  expect(content).not.toMatch(/a-token|Bearer|name|timeout/);
  archive.close();
});

test('a closed archive does not write to a file that reuses its descriptor', () => {
  const folder = folderOfTest();
  const archive = archiveIn(folder);
  archive.close();
  const other = openSync(join(folder, 'other'), 'w');
  for (const exchange of exchanges) archive.keep(exchange);
  closeSync(other);
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
  rmSync(join(folder, 'other'));
});

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}
