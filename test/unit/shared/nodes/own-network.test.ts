import { expect, test } from 'vitest';
import { localAddressKind } from '../../../../shared/net/address-kind.ts';
import { staysOutside } from '../../../../shared/nodes/documentloaders/web-params.ts';

const stays = (host: string, scheme = 'http') =>
  staysOutside('url')({ url: `${scheme}://${host}/page`, allowLocalNetwork: false });

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
  ...['100.64.0.1', '100.127.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:a9fe:a9fe]', '[64:ff9b::10.0.0.1]', '[2002:7f00:1::]'],
])('%s is in the own network, as it is for connections', (host) => {
  expect(localAddressKind(host.replace(/^\[|\]$/g, ''))).toBeDefined();
  expect(stays(host)).toBe(false);
  expect(staysOutside('url')({ url: `http://${host}/`, allowLocalNetwork: true })).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '11.0.0.1', '[2606:4700::1111]'])(
  '%s is outside, as it is for connections',
  (host) => {
    expect(localAddressKind(host.replace(/^\[|\]$/g, ''))).toBeUndefined();
    expect(stays(host)).toBe(true);
  },
);

test.each(['localhost', 'LOCALHOST', 'app.localhost', 'localhost.', '2130706433', '0x7f.1', '127.1'])(
  '%s is this machine',
  (host) => {
    expect(stays(host)).toBe(false);
  },
);

test.each([
  '10.example.com',
  '127.example.com',
  '192.168.example.com',
  'localhost.example.com',
  'mylocalhost',
  'fc00.example',
])('the name %s may be anywhere', (host) => {
  expect(stays(host)).toBe(true);
});
