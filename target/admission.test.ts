import { expect, test } from 'vitest';
import { clientFor, json, purpose, to } from './sample-client.test-data.ts';
import { startServer } from './sample-server.test-data.ts';

/** Who was asked about each try, and whether the one before was turned away. */
function asking(): {
  readonly asked: (boolean | undefined)[];
  readonly admit: (_: unknown, refused?: boolean) => void;
} {
  const asked: (boolean | undefined)[] = [];
  return { asked, admit: (_, refused) => void asked.push(refused) };
}

test('a request that is not admitted is not sent, and its sender is told why', async () => {
  const server = await startServer((response) => json(response, {}));
  const { client, seen } = clientFor({
    admit() {
      throw new Error('no more of them');
    },
  });
  await expect(client.send(to(server), purpose)).rejects.toThrow('no more of them');
  expect([server.received.length, seen.length, client.tries]).toEqual([0, 0, 0]);
});

test.each([
  [429, true],
  [503, true],
  [502, false],
])('each try after a %i is admitted anew', async (status, refused) => {
  const server = await startServer((response, position) => {
    if (position < 2) response.writeHead(status).end();
    else json(response, {});
  });
  const { asked, admit } = asking();
  const { client } = clientFor({ admit });
  await client.send(to(server), purpose);
  expect(asked).toEqual([undefined, refused, refused]);
  expect(client.tries).toBe(3);
});

test('so is one after an answer that was lost', async () => {
  const server = await startServer((response, position) => {
    if (position === 0) response.destroy();
    else json(response, {});
  });
  const { asked, admit } = asking();
  await clientFor({ admit }).client.send(to(server), purpose);
  expect(asked).toEqual([undefined, false]);
});
