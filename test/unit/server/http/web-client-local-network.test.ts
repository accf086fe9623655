import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { localAddressKind } from '../../../../shared/net/address-kind.ts';
import { redirectTo } from '../../../helpers/fakes/local-site.ts';
import { setUpWebClients } from '../../../helpers/servers/web-client-suite.ts';

const { at, openClient, signal, site } = setUpWebClients();

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

  it.each([false, true])(
    'refuses link-local addresses, the local network allowed or not (%s)',
    async (allowLocalNetwork) => {
      const client = openClient({ allowLocalNetwork });
      const url = new URL(`http://169.254.169.254:${port()}/`);
      await expect(client.fetchText(url, { signal })).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        status: 422,
        details: { addressKind: 'link-local' },
        message: expect.stringContaining('never connects to one of these'),
      });
    },
  );

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

  it('refuses a name that resolves to another address the second time', async () => {
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
