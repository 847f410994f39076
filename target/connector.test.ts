import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { canCertify, certify } from './certificates.test-data.ts';
import { createClient } from './client.ts';
import { plainConnections, proxyFor, type ConnectionSettings } from './connector.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { sampleRequest } from './sample-exchange.test-data.ts';
import { listening, startServer } from './sample-server.test-data.ts';

const certified = canCertify ? certify() : undefined;
const { ca = '', server: serverKey, client: clientKey } = certified ?? {};

/** The exchange of one request to the address, with these settings. */
async function sent(
  url: string,
  settings: Partial<ConnectionSettings>,
  parts: Partial<OutgoingRequest> = {},
): Promise<Exchange> {
  const client = createClient({ concurrency: 4 }, () => undefined, {
    connections: { ...plainConnections, ...settings },
    bounds: { tries: 1 },
  });
  onTestFinished(() => client.close());
  return client.send(sampleRequest({ url, ...parts }), { purpose: 'setup', access: 'first' });
}

const wire = { text: 'GET /raw HTTP/1.1\r\nHost: service.test\r\nConnection: close\r\n\r\n', isCutShort: false };

/** A proxy that connects to any requested port of the loopback address, and the requests that it got. */
async function startProxy() {
  const asked: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const proxy = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const { port, pathname } = new URL(request.url ?? '');
    const onward = forward({ host: '127.0.0.1', port, path: pathname, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('connect', (request, socket: Socket) => {
    asked.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    const port = Number(request.url?.split(':')[1]);
    if (port === 1) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    return undefined;
  });
  return { asked, address: `http://127.0.0.1:${await listening(proxy)}` };
}

const anyRequest = [
  ['HTTP', {}],
  ['raw bytes', { wire }],
] as const;

test.each(anyRequest)('the configured headers are in every request: %s', async (_what, parts) => {
  const server = await startServer((response) => response.end('{}'));
  const headers = { 'x-gateway-key': 'hush' };
  const exchange = await sent(`${server.url}/raw`, { headers }, parts);
  expect(exchange.answer?.status).toBe(200);
  expect(server.received[0]?.headers).toMatchObject(headers);
  expect(JSON.stringify(exchange.request)).not.toContain('hush');
});

describe.skipIf(certified === undefined)('a service with a certificate of a private authority', () => {
  const secure = async () => {
    const names: string[] = [];
    const server = createTlsServer(
      { ...serverKey, ca, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { CN = 'nobody' } = (request.socket as TLSSocket).getPeerCertificate().subject ?? {};
        names.push(String(CN));
        response.end('{}');
      },
    );
    return { names, url: `https://127.0.0.1:${await listening(server)}/` };
  };

  test.each(anyRequest)('is trusted with its authority, and gets the client certificate: %s', async (_what, parts) => {
    const { names, url } = await secure();
    expect((await sent(url, { tls: { ca } }, parts)).answer?.status).toBe(200);
    expect((await sent(url, { tls: { ca, ...clientKey } }, parts)).answer?.status).toBe(200);
    expect(names).toEqual(['nobody', 'bfc test client']);
    expect((await sent(url, {}, parts)).failure?.message).toMatch(/certificate|self.signed/);
  });
});

describe.skipIf(certified === undefined)('the version of HTTP', () => {
  test.each([
    ['2 if the service speaks no other', false, '2.0'],
    ['1.1 if the service speaks both', true, '1.1'],
  ])('is %s', async (_what, allowHTTP1, version) => {
    const versions: string[] = [];
    const server = createSecureServer({ ...serverKey, allowHTTP1 }, (request, response) => {
      versions.push(request.httpVersion);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"ok":true}');
    });
    const url = `https://127.0.0.1:${await listening(server)}/`;
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await sent(url, { tls: { ca } }, post)).answer).toMatchObject({ status: 200, json: { ok: true } });
    expect(versions).toEqual([version]);
  });
});

describe('a proxy', () => {
  test('gets absolute URLs for services without TLS, and a tunnel for raw bytes', async () => {
    const server = await startServer((response) => response.end('{}'));
    const { asked, address } = await startProxy();
    const url = `http://service.test:${new URL(server.url).port}/path`;
    const proxy = { http: address.replace('//', '//us%40er:p%3Ass@'), except: [] };
    expect((await sent(url, { proxy })).answer?.status).toBe(200);
    expect((await sent(url, { proxy }, { wire })).answer?.status).toBe(200);
    expect(asked.map(({ line }) => line)).toEqual([`GET ${url}`, `CONNECT ${new URL(url).host}`]);
    const authorization = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
    expect(asked.map(({ headers }) => headers['proxy-authorization'])).toEqual([authorization, authorization]);
    expect(server.received.map(({ headers }) => headers['host'])).toEqual([new URL(url).host, 'service.test']);
  });

  test.skipIf(certified === undefined)('gets a tunnel for services with TLS', async () => {
    const secure = createTlsServer({ ...serverKey }, (_, response) => response.end('{}'));
    const { asked, address } = await startProxy();
    const host = `service.test:${await listening(secure)}`;
    const settings = { proxy: { https: address, except: [] }, tls: { ca } };
    expect((await sent(`https://${host}/`, settings)).answer?.status).toBe(200);
    expect((await sent(`https://${host}/`, settings, { wire })).answer?.status).toBe(200);
    expect(asked.map(({ line }) => line)).toEqual([`CONNECT ${host}`, `CONNECT ${host}`]);
  });

  test('that refuses to connect, or cannot be reached, is named in the failure', async () => {
    const { address } = await startProxy();
    const refused = await sent('https://service.test:1/', { proxy: { https: address, except: [] } });
    expect(refused.failure).toEqual({
      kind: 'unreachable',
      message: `service.test:1: the proxy ${new URL(address).host} answered 403 instead of connecting`,
    });
    const absent = await sent('https://service.test/', { proxy: { https: 'http://u:hush@127.0.0.1:1', except: [] } });
    expect(absent.failure?.message).toMatch(/^service\.test: the proxy 127\.0\.0\.1:1 gives no answer: /);
    expect(absent.failure?.message).not.toContain('hush');
  });

  const [http, https] = ['http://proxy:1', 'http://proxy:2'];
  test.each([
    ['http://a.example.com', '', http],
    ['https://a.example.com', '', https],
    ['https://a.example.com', 'a.example.com', undefined],
    ['https://a.example.com', 'example.com', undefined],
    ['https://a.example.com', '.example.com', undefined],
    ['https://a.example.com', '*.example.com', undefined],
    ['https://example.com', 'example.com', undefined],
    ['https://example.com', '*.example.com', https],
    ['https://badexample.com', 'example.com', https],
    ['https://a.example.com', 'example.com:443', undefined],
    ['https://a.example.com:8443', 'example.com:443', https],
    ['https://a.example.com', '*', undefined],
    ['https://10.0.0.1', '10.0.0.1', undefined],
    ['http://127.0.0.1:80', '', undefined],
    ['http://localhost', '', undefined],
  ])('for %s except %j is %s', (address, except, expected) => {
    expect(proxyFor({ http, https, except: except === '' ? [] : [except] }, address)).toBe(expected);
  });
});
