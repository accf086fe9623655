import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localAddressKind, secretAddressKind } from '../../../../shared/net/address-kind.ts';

describe('localAddressKind', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['fd00:ec2::254', 'private'],
    ['fc00::1', 'private'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.251', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['not an address', 'reserved'],
    ['', 'reserved'],
  ])('%s is %s', (address, kind) => {
    expect(localAddressKind(address)).toBe(kind);
  });

  it.each([
    ['169.254.169.254', 'link-local'],
    ['fe80::a9fe:a9fe', 'link-local'],
    ['168.63.129.16', 'cloud-secrets'],
    ['::ffff:168.63.129.16', 'cloud-secrets'],
    ['64:ff9b::a83f:8110', 'cloud-secrets'],
    ['100.100.100.200', 'cloud-secrets'],
    ['192.0.0.192', 'cloud-secrets'],
    ['fd00:ec2::254', 'cloud-secrets'],
    ['FD00:0EC2:0:0:0:0:0:23', 'cloud-secrets'],
    ['fd20:ce::254', 'cloud-secrets'],
    ['168.63.129.17', undefined],
    ['100.100.100.201', undefined],
    ['fd00:ec3::254', undefined],
    ['10.0.0.1', undefined],
    ['127.0.0.1', undefined],
  ])('at %s cloud machines get secrets: %s', (address, kind) => {
    expect(secretAddressKind(address)).toBe(kind);
    if (kind !== undefined) expect(localAddressKind(address)).toBeDefined();
  });

  it.each([
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'link-local'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:c0a8:101::1', 'private'],
    ['::ffff:0:192.168.0.1', 'private'],
    ['::127.0.0.1', 'reserved'],
  ])('%s stands for an IPv4 address: %s', (address, kind) => {
    expect(localAddressKind(address)).toBe(kind);
  });

  it.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(localAddressKind(address)).toBeUndefined();
    },
  );

  it('takes an IPv4 address inside of an IPv6 one as it takes it alone', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(localAddressKind(`::ffff:${address}`)).toBe(localAddressKind(address));
        expect(localAddressKind(`64:ff9b::${address}`)).toBe(localAddressKind(address));
      }),
    );
  });
});
