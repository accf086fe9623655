import { randomBytes } from 'node:crypto';
import { createServer, type LookupFunction } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { localAddressKind } from '../../../../electron/server/net/address-kind.ts';
import { createWebClient, type WebClient, type WebClientOptions } from '../../../../electron/server/net/web-client.ts';
import { collect } from '../../../helpers/collect.ts';
import { type LocalSite, openLocalSite, redirectTo } from '../../../helpers/local-site.ts';

let site: LocalSite;
let other: LocalSite;
const clients: WebClient[] = [];
const pauses: number[] = [];
const signal = new AbortController().signal;

beforeAll(async () => {
  site = await openLocalSite();
  other = await openLocalSite({ '/': 'other' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  pauses.splice(0);
  site.forget();
  other.forget();
});
afterAll(async () => {
  await site.close();
  await other.close();
});

function openClient(options: Partial<WebClientOptions> = {}): WebClient {
  const sleep = async (ms: number): Promise<void> => void pauses.push(ms);
  const client = createWebClient({ allowLocalNetwork: true, sleep, ...options });
  clients.push(client);
  return client;
}

const at = (path: string): URL => new URL(path, site.origin);

describe('what it fetches', () => {
  it('gives status, headers, address and text, and says who asks', async () => {
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

  it('streams a body that nobody could hold', async () => {
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

describe('redirects', () => {
  it('follows them, and says where the answer came from', async () => {
    site.setPages({ '/a': redirectTo('b'), '/b': redirectTo('/c?x=1', 308), '/c': 'end' });
    const answer = await openClient().fetchText(at('/a'), { signal });
    expect(answer.body).toBe('end');
    expect(answer.url.href).toBe(at('/c?x=1').href);
  });

  it('names a circle', async () => {
    site.setPages({ '/loop1': redirectTo('/loop2'), '/loop2': redirectTo('/loop1') });
    const { host } = new URL(site.origin);
    await expect(openClient().fetchText(at('/loop1'), { signal })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining(
        `in a circle, http://${host}/loop1 to http://${host}/loop2 to http://${host}/loop1`,
      ),
    });
  });

  it('follows 10 and no more', async () => {
    site.setPages(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`/hop${n}`, redirectTo(`/hop${n + 1}`)])));
    site.setPages({ '/hop12': 'end' });
    expect((await openClient().fetchText(at('/hop2'), { signal })).body).toBe('end');
    await expect(openClient().fetchText(at('/hop1'), { signal })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('more than 10 times'),
    });
  });

  it('sends no header that may be secret to another site', async () => {
    site.setPages({ '/away': redirectTo(`${other.origin}/`), '/stay': redirectTo('/kept'), '/kept': 'kept' });
    const headers = { Authorization: 'Bearer s', 'X-Api-Key': 's', Cookie: 'a=s', Accept: 'text/html' };
    await openClient().fetchText(at('/away'), { signal, headers });
    expect(other.requests[0]?.headers).toMatchObject({ accept: 'text/html' });
    expect(JSON.stringify(other.requests[0]?.headers)).not.toMatch(/"Bearer s"|"s"|a=s/);
    await openClient().fetchText(at('/stay'), { signal, headers });
    expect(site.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer s', 'x-api-key': 's', cookie: 'a=s' });
  });

  it('turns POST into GET where browsers do, and keeps it for 307', async () => {
    site.setPages({
      '/post303': redirectTo('/target', 303),
      '/post307': redirectTo('/target', 307),
      '/target': (response, request) => response.end(`${request.method} ${request.body}`),
    });
    const post = { signal, method: 'POST', body: 'data' } as const;
    expect((await openClient().fetchText(at('/post303'), post)).body).toBe('GET ');
    expect((await openClient().fetchText(at('/post307'), post)).body).toBe('POST data');
  });

  it('sends no body to another site', async () => {
    site.setPages({ '/leak': redirectTo(`${other.origin}/`, 307) });
    const fetched = openClient().fetchText(at('/leak'), { signal, method: 'POST', body: 'secret' });
    await expect(fetched).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(other.requests).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/', 'http://[bad'])('does not follow one to %s', async (target) => {
    site.setPages({ '/odd': redirectTo(target) });
    await expect(openClient().fetchText(at('/odd'), { signal })).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });
});

describe('addresses that are not of the open internet', () => {
  const port = (): string => new URL(site.origin).port;

  it.each([
    ['127.0.0.1', 'loopback'],
    ['2130706433', 'loopback'],
    ['0x7f.1', 'loopback'],
    ['0177.0.0.1', 'loopback'],
    ['[::1]', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['169.254.169.254', 'link-local'],
    ['[fd00:ec2::254]', 'private'],
    ['localhost', 'loopback'],
  ])('refuses %s', async (host, addressKind) => {
    const client = openClient({ allowLocalNetwork: false });
    await expect(client.fetchText(new URL(`http://${host}:${port()}/`), { signal })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      status: 422,
      details: { addressKind },
      message: expect.stringContaining('"Allow local network"'),
    });
    expect(site.requests).toEqual([]);
  });

  /** Answers names as a server of names would; what it gives may change from call to call. */
  function lookupOf(...answers: readonly (readonly string[])[]): LookupFunction {
    let calls = 0;
    return (_hostname, options, callback) => {
      const addresses = (answers[calls] ?? answers.at(-1) ?? []).map((address) => ({ address, family: 4 }));
      calls += 1;
      if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', 4);
    };
  }

  it('refuses a name that leads to this machine', async () => {
    const client = openClient({ allowLocalNetwork: false, lookup: lookupOf(['127.0.0.1']) });
    await expect(client.fetchText(new URL(`http://rebind.example:${port()}/`), { signal })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining('rebind.example leads to 127.0.0.1'),
    });
    expect(site.requests).toEqual([]);
  });

  /** Takes the local site for one of the open internet. */
  const judgeAddress = (address: string) => (address === '127.0.0.1' ? undefined : localAddressKind(address));

  it('refuses the target of a redirect', async () => {
    site.setPages({ '/meta': redirectTo('http://169.254.169.254/latest/meta-data/') });
    const client = openClient({ allowLocalNetwork: false, judgeAddress });
    await expect(client.fetchText(at('/meta'), { signal })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining('169.254.169.254'),
    });
    expect(site.paths()).toEqual(['/meta']);
  });

  it('refuses a name that leads elsewhere the second time', async () => {
    site.setPages({ '/first': (response) => response.writeHead(200, { connection: 'close' }).end('first') });
    const lookup = lookupOf(['127.0.0.1'], ['192.168.0.1']);
    const client = openClient({ allowLocalNetwork: false, judgeAddress, lookup });
    const url = new URL(`http://rebind.example:${port()}/first`);
    expect((await client.fetchText(url, { signal })).body).toBe('first');
    await expect(client.fetchText(url, { signal })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining('192.168.0.1'),
    });
  });

  it('connects to the public ones of several addresses only', async () => {
    site.setPages({ '/mixed': 'mixed' });
    const lookup = lookupOf(['169.254.169.254', '127.0.0.1']);
    const client = openClient({ allowLocalNetwork: false, judgeAddress, lookup });
    expect((await client.fetchText(new URL(`http://mixed.example:${port()}/mixed`), { signal })).body).toBe('mixed');
  });

  it('connects to them when they are allowed', async () => {
    site.setPages({ '/local': 'local' });
    const client = openClient({ lookup: lookupOf(['127.0.0.1']) });
    expect((await client.fetchText(new URL(`http://intranet.example:${port()}/local`), { signal })).body).toBe('local');
  });
});

describe('limits', () => {
  it('stops an answer that is too large', async () => {
    site.setPages({ '/large': { body: 'x'.repeat(100_001) } });
    await expect(openClient({ maxBytes: 100_000 }).fetchText(at('/large'), { signal })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      status: 413,
    });
  });

  it('stops one that is small only until it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    expect(bomb.length).toBeLessThan(150_000);
    site.setPages({ '/bomb': { headers: { 'content-encoding': 'gzip' }, body: bomb } });
    await expect(openClient().fetchText(at('/bomb'), { signal })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('50 MB'),
    });
  });

  it.each([
    ['before it answers', () => undefined],
    ['within its body', (response: { write(text: string): void }) => response.write('start')],
  ])('gives up on a page that stalls %s', async (_when, page) => {
    site.setPages({ '/slow': page });
    await expect(openClient({ timeoutMs: 80 }).fetchText(at('/slow'), { signal })).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
      status: 504,
    });
    const stream = openClient({ timeoutMs: 80 });
    await expect(
      (async () => collect((await stream.fetchStream(at('/slow'), { signal })).body))(),
    ).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
  });

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    site.setPages({
      '/stall': (response) => {
        response.write('start');
        stop.abort(new Error('stopped'));
      },
    });
    await expect(openClient().fetchText(at('/stall'), { signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('names an answer that cannot be unpacked', async () => {
    site.setPages({ '/broken': { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' } });
    await expect(openClient().fetchText(at('/broken'), { signal })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('cannot be unpacked'),
    });
    site.setPages({ '/unknown': { headers: { 'content-encoding': 'pack200' }, body: 'x' } });
    await expect(openClient().fetchText(at('/unknown'), { signal })).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });
});

describe('trying again', () => {
  /** Fails so many times before it answers. */
  function failing(times: number, status: number, headers: Record<string, string> = {}): void {
    let left = times;
    site.setPages({
      '/busy': (response) => {
        left -= 1;
        response.writeHead(left >= 0 ? status : 200, headers).end('done');
      },
    });
  }

  it.each([429, 502, 503, 504])('tries again after %i, with pauses that grow', async (status) => {
    failing(3, status);
    expect(await openClient().fetchText(at('/busy'), { signal })).toMatchObject({ status: 200, body: 'done' });
    expect(site.requests).toHaveLength(4);
    expect(pauses).toHaveLength(3);
    expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0);
  });

  it('gives the last answer when it does not get better', async () => {
    failing(9, 503);
    expect(await openClient().fetchText(at('/busy'), { signal })).toMatchObject({ status: 503 });
    expect(site.requests).toHaveLength(4);
  });

  it('waits as long as the server asks for, but not for ever', async () => {
    failing(1, 429, { 'retry-after': '7' });
    await openClient().fetchText(at('/busy'), { signal });
    expect(pauses).toEqual([7000]);
    failing(1, 429, { 'retry-after': '3600' });
    expect(await openClient().fetchText(at('/busy'), { signal })).toMatchObject({ status: 429 });
  });

  it('tries again after a connection that broke', async () => {
    let calls = 0;
    site.setPages({
      '/cut': (response) => {
        calls += 1;
        if (calls === 1) response.destroy();
        else if (calls === 2)
          response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
        else response.end('whole');
      },
    });
    expect((await openClient().fetchText(at('/cut'), { signal })).body).toBe('whole');
    expect(calls).toBe(3);
  });

  it('does not send twice what may do harm', async () => {
    failing(1, 503);
    const post = { signal, method: 'POST', body: 'x' } as const;
    expect(await openClient().fetchText(at('/busy'), post)).toMatchObject({ status: 503 });
    failing(1, 503);
    expect(await openClient().fetchText(at('/busy'), { ...post, isRepeatable: true })).toMatchObject({ status: 200 });
    failing(1, 429);
    expect(await openClient().fetchText(at('/busy'), post)).toMatchObject({ status: 200 });
  });

  it('says that nobody is there', async () => {
    const gone = await openLocalSite();
    await gone.close();
    await expect(openClient().fetchText(new URL(gone.origin), { signal })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('takes no connections'),
    });
    expect(pauses).toHaveLength(3);
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
