import { describe, expect, it } from 'vitest';
import { openLocalSite } from '../../../helpers/fakes/local-site.ts';
import { setUpWebClients } from '../../../helpers/servers/web-client-suite.ts';

const { at, openClient, pauses, signal, site } = setUpWebClients();

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

  it('waits as long as the server asks for, up to a limit', async () => {
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

  it('does not repeat requests that may do harm', async () => {
    failing(1, 503);
    const post = { signal, method: 'POST', body: 'x' } as const;
    expect(await openClient().fetchText(at('/busy'), post)).toMatchObject({ status: 503 });
    failing(1, 503);
    expect(await openClient().fetchText(at('/busy'), { ...post, isRepeatable: true })).toMatchObject({ status: 200 });
    failing(1, 429);
    expect(await openClient().fetchText(at('/busy'), post)).toMatchObject({ status: 200 });
  });

  it('says that no server answers', async () => {
    const gone = await openLocalSite();
    await gone.close();
    await expect(openClient().fetchText(new URL(gone.origin), { signal })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('takes no connections'),
    });
    expect(pauses).toHaveLength(3);
  });
});
