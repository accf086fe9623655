import { describe, expect, it } from 'vitest';
import { redirectTo } from '../../../helpers/fakes/local-site.ts';
import { setUpWebClients } from '../../../helpers/servers/web-client-suite.ts';

const { at, openClient, other, signal, site } = setUpWebClients();

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
