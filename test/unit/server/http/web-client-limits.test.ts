import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect } from '../../../helpers/builders/collect.ts';
import { setUpWebClients } from '../../../helpers/servers/web-client-suite.ts';

const { at, openClient, signal, site } = setUpWebClients();

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

  it('stops at once when it is aborted', async () => {
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
