import { BlockList, isIP } from 'node:net';

/** Why an address is not one of the open internet. */
export type LocalAddressKind = 'loopback' | 'link-local' | 'private' | 'unspecified' | 'multicast' | 'reserved';

/** What to call an address of each kind, behind "which is". */
export const ADDRESS_KIND_NAME = {
  loopback: 'this machine itself (loopback)',
  'link-local': 'a link-local address, which cloud machines use for their own secrets',
  private: 'in a private network',
  unspecified: 'the unspecified address, which leads to this machine',
  multicast: 'a multicast address',
  reserved: 'reserved and not in public use',
} as const satisfies Record<LocalAddressKind, string>;

/** IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and those that it lists). */
const RANGES: readonly (readonly [LocalAddressKind, readonly string[]])[] = [
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48']],
  // Shared by the customers of a provider (CGNAT), and by some clouds for their own services.
  ['private', ['100.64.0.0/10']],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'reserved',
    ['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ],
  ['reserved', ['240.0.0.0/4', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16', '::/96']],
];

const lists: readonly (readonly [LocalAddressKind, BlockList])[] = RANGES.map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return [kind, list];
});

/** Prefixes of IPv6 addresses that stand for an IPv4 address, and the group of 16 bits at which that begins. */
const EMBEDDING: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

/**
 * Says whether an address is not of the open internet: loopback, link-local, private (CGNAT and unique local ones too), multicast,
 * unspecified or reserved. An IPv6 address that stands for an IPv4 address is of that one's kind.
 * @param address an IPv4 or IPv6 address in the usual notation, without brackets; a zone (`%eth0`) may follow
 * @returns undefined for a public address; 'reserved' for what is no address
 */
export function localAddressKind(address: string): LocalAddressKind | undefined {
  const plain = address.split('%')[0] ?? '';
  const family = isIP(plain);
  if (family === 0) return 'reserved';
  if (family === 4) return kindIn(plain, 'ipv4');
  const groups = groupsOf(plain);
  for (const [prefix, at] of EMBEDDING) {
    if (prefix.every((group, index) => groups[index] === group)) return kindIn(ipv4At(groups, at), 'ipv4');
  }
  return kindIn(plain, 'ipv6');
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): LocalAddressKind | undefined {
  return lists.find(([, list]) => list.check(address, family))?.[0];
}

function ipv4At(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of 16 bits. The URL parser writes any notation in its shortest form, in hexadecimal only. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = parse(head);
  const right = parse(tail ?? '');
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
