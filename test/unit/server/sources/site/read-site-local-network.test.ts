import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { localAddressKind } from '../../../../../shared/net/address-kind.ts';
import { readSitePages } from '../../../../helpers/builders/read-site-pages.ts';
import { redirectTo } from '../../../../helpers/fakes/local-site.ts';
import { page, pathsOf, setUpReadSite, sources } from '../../../../helpers/servers/read-site-suite.ts';

const { folder, read, site } = setUpReadSite();

describe('addresses of the local network', () => {
  it('refuses them unless the node allows them', async () => {
    site.setPages({ '/page': page('Page') });
    await expect(read('/page', { allowLocalNetwork: false })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(site.requests).toEqual([]);
  });

  it('refuses a name that leads to this machine', async () => {
    site.setPages({ '/page': page('Page') });
    const start = new URL(`http://docs.example:${new URL(site.origin).port}/page`);
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const run = { folder: folder.path, client: { lookup } };
    await expect(readSitePages({ start, allowLocalNetwork: false }, run)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining('docs.example leads to 127.0.0.1'),
    });
    expect(site.requests).toEqual([]);
    expect(sources(await readSitePages({ start }, run))).toEqual([start.href]);
  });

  it('refuses those that pages lead to, and reads on', async () => {
    site.setPages({
      '/': page('Home', '/meta', '/next'),
      '/meta': redirectTo('http://169.254.169.254/latest/meta-data/'),
      '/next': page('Next'),
    });
    // The local site stands for one of the open internet.
    const judgeAddress = (address: string) => (address === '127.0.0.1' ? undefined : localAddressKind(address));
    const run = { client: { judgeAddress } };
    const reading = await read('/', { scope: 'links', allowLocalNetwork: false }, run);
    expect(pathsOf(reading)).toEqual(['/', '/next']);
    expect(reading.progress.message).toContain('169.254.169.254');
  });
});
