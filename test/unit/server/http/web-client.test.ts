import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect } from '../../../helpers/builders/collect.ts';
import { setUpWebClients } from '../../../helpers/servers/web-client-suite.ts';

const { at, openClient, signal, site } = setUpWebClients();

describe('what it fetches', () => {
  it('returns status, headers, address and text, and sends our user agent', async () => {
    site.setPages({ '/hello': { headers: { etag: '"1"' }, body: 'Grüße' } });
    const answer = await openClient().fetchText(at('/hello?a=1'), { signal });
    expect(answer).toMatchObject({ status: 200, body: 'Grüße' });
    expect(answer.url.href).toBe(at('/hello?a=1').href);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(site.requests[0]?.headers['user-agent']).toContain('Tributary');
  });

  it('gives answers of other statuses too', async () => {
    const answer = await openClient().fetchText(at('/missing'), { signal });
    expect(answer).toMatchObject({ status: 404, body: 'Not here' });
  });

  it('sends a body', async () => {
    site.setPages({ '/echo': (response, request) => response.end(`${request.method} ${request.body}`) });
    const answer = await openClient().fetchText(at('/echo'), { signal, method: 'POST', body: '{"a":1}' });
    expect(answer.body).toBe('POST {"a":1}');
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['gzip, br', brotliCompressSync(gzipSync('packed'))],
    ['identity', Buffer.from('packed')],
  ])('unpacks %s', async (encoding, body) => {
    site.setPages({ '/packed': { headers: { 'content-encoding': encoding }, body } });
    expect((await openClient().fetchText(at('/packed'), { signal })).body).toBe('packed');
  });

  it('takes no body of a HEAD request', async () => {
    site.setPages({ '/head': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('x') } });
    expect(await openClient().fetchText(at('/head'), { signal, method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
    });
  });

  it('sends the name and password of an address as Basic authorization', async () => {
    site.setPages({ '/basic': 'in' });
    const url = at('/basic');
    url.username = 'ann';
    url.password = 'a b';
    await openClient().fetchText(url, { signal });
    expect(site.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:a b').toString('base64')}`);
  });

  it('streams a body that does not fit into memory', async () => {
    const piece = randomBytes(1_000_000);
    site.setPages({
      '/stream': (response) => {
        for (let n = 0; n < 5; n += 1) response.write(piece);
        response.end();
      },
    });
    const answer = await openClient().fetchStream(at('/stream'), { signal });
    expect(Buffer.concat(await collect(answer.body)).equals(Buffer.concat(Array(5).fill(piece)))).toBe(true);
  });
});

it('says that something else than a web server answers', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('no HTTP\r\n')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(openClient().fetchText(new URL(`http://127.0.0.1:${port}/`), { signal })).rejects.toMatchObject({
    code: 'SERVICE_FAILED',
    message: expect.stringContaining('does not speak HTTP'),
  });
  await expect(
    openClient().fetchText(new URL(site.origin.replace('http:', 'https:')), { signal }),
  ).rejects.toMatchObject({
    code: 'SERVICE_FAILED',
    message: expect.stringContaining('does not speak https'),
  });
  await new Promise((resolve) => server.close(resolve));
});

it('shows no name, password or query in its messages', async () => {
  const url = new URL(`http://ann:secret1@127.0.0.1:${new URL(site.origin).port}/missing-zip?token=secret2`);
  site.setPages({ '/missing-zip': { headers: { 'content-encoding': 'gzip' }, body: 'x' } });
  const error: unknown = await openClient()
    .fetchText(url, { signal })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'SERVICE_FAILED' });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/secret/);
});

it('refuses headers that HTTP does not allow', async () => {
  const headers = { 'bad name': 'x' };
  await expect(openClient().fetchText(at('/'), { signal, headers })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});
