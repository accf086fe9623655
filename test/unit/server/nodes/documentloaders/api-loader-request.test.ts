import { describe, expect, it } from 'vitest';
import { openLocalSite, redirectTo } from '../../../../helpers/fakes/local-site.ts';
import { json, setUpApiLoader } from '../../../../helpers/servers/api-loader-suite.ts';

const { read, site } = setUpApiLoader();

describe('the request', () => {
  it('is a POST with a body and headers', async () => {
    site.setPages({ '/api': (response, { method, body }) => response.end(JSON.stringify({ method, body })) });
    await read({ method: 'POST', body: '{"query": "all"}', headers: '{"X-Team": "docs", "X-Version": 2}' });
    expect(site.requests[0]).toMatchObject({ method: 'POST', body: '{"query":"all"}' });
    expect(site.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-team': 'docs',
      'x-version': '2',
    });
  });

  it.each([
    [{ token: 'abc' }, { authorization: 'Bearer abc' }],
    [{ token: 'Basic YTpi' }, { authorization: 'Basic YTpi' }],
    [{ token: 'abc', tokenHeader: 'X-Api-Key' }, { 'x-api-key': 'abc' }],
  ])('carries the token %j as %j', async (inputs, headers) => {
    site.setPages({ '/api': json({ a: 'x' }) });
    await read(inputs);
    expect(site.requests[0]?.headers).toMatchObject(headers);
  });

  it('keeps the token to the site that it is for', async () => {
    const other = await openLocalSite({ '/': json({ a: 'x' }) });
    site.setPages({ '/api': redirectTo(other.origin) });
    await read({ token: 'abc' });
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    site.setPages({ '/api': json([{ a: 'x' }], { link: `<${other.origin}/>; rel="next"` }) });
    await expect(read({ token: 'abc', pointer: '/', paging: 'link' })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
    expect(other.requests).toHaveLength(1);
    await other.close();
  });

  it('records no secret of the address', async () => {
    site.setPages({ '/api': json({ a: 'x' }) });
    const url = `http://ann:secret@127.0.0.1:${new URL(site.origin).port}/api?q=1&api_key=secret&access_token=secret`;
    expect((await read({ url })).documents[0]?.metadata.source).toBe(`${site.origin}/api?q=1`);
    expect(site.paths()).toEqual(['/api?q=1&api_key=secret&access_token=secret']);
  });

  it('refuses this machine unless it is allowed', async () => {
    await expect(read({ allowLocalNetwork: false })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(site.requests).toEqual([]);
  });

  it('refuses invalid headers', async () => {
    await expect(read({ headers: '{"X-List": ["a"]}' })).rejects.toMatchObject({ details: { param: 'headers' } });
    await expect(read({ headers: '{"bad name": "a"}' })).rejects.toMatchObject({ details: { param: 'headers' } });
  });
});
