/** Why an address is not public. */
export type LocalAddressKind =
  | 'loopback'
  | 'link-local'
  | 'private'
  | 'unspecified'
  | 'multicast'
  | 'reserved'
  | 'cloud-secrets';

/** The name of each kind, used after "which is". */
export const ADDRESS_KIND_NAME = {
  loopback: 'this machine itself (loopback)',
  'link-local': 'a link-local address, which cloud machines use for their own secrets',
  private: 'in a private network',
  unspecified: 'the unspecified address, which leads to this machine',
  multicast: 'a multicast address',
  reserved: 'reserved and not in public use',
  'cloud-secrets': 'an address at which cloud machines get their own secrets',
} as const satisfies Record<LocalAddressKind, string>;

/** IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and the RFCs that it lists). */
const RANGES: readonly (readonly [LocalAddressKind, readonly string[]])[] = [
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48']],
  // Shared by the customers of a provider (CGNAT); some clouds use it for their own services.
  ['private', ['100.64.0.0/10']],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'reserved',
    ['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ],
  ['reserved', ['240.0.0.0/4', '100::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16', '::/96']],
];

/** Where machines of clouds get their secrets, outside of the link-local addresses that most clouds use for it. */
const CLOUD_SECRETS: readonly string[] = [
  '168.63.129.16/32', // Azure
  '100.100.100.200/32', // Alibaba
  'fd00:100::100:200/128',
  '100.96.0.96/32', // Volcano Engine
  '100.80.80.80/32', // UCloud
  '192.0.0.192/32', // Oracle
  'fd00:c1::a9fe:a9fe/128',
  'fd00:ec2::/32', // Amazon: metadata, and the credentials of containers
  'fd20:ce::254/128', // Google
  'fd00:42::42/128', // Scaleway
  'fd00:a9fe:a9fe::1/128', // Akamai
];

interface Range {
  readonly kind: LocalAddressKind;
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** The page checks typed addresses too, so this file can't use Node's modules. */
const ranges: readonly Range[] = RANGES.flatMap(([kind, list]) => list.map((range) => readRange(kind, range)));
const cloudSecrets = CLOUD_SECRETS.map((range) => readRange('cloud-secrets', range));

function readRange(kind: LocalAddressKind, range: string): Range {
  const [network = '', prefix] = range.split('/');
  return { kind, bytes: bytesOf(network) ?? [], bits: Number(prefix) };
}

/** Prefixes of IPv6 addresses that embed an IPv4 address, and the 16-bit group at which that begins. */
const EMBEDDING: readonly (readonly [prefix: readonly number[], at: number])[] = [
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x2002], 1],
];

/**
 * The kind of an address that is not public: loopback, link-local, private (also CGNAT and unique local), multicast, unspecified or reserved. An IPv6
 * address that embeds an IPv4 address has the kind of that one.
 * @param address an IPv4 or IPv6 address in the usual notation, without brackets; a zone (`%eth0`) may follow
 * @returns undefined for a public address; 'reserved' for an invalid address
 */
export function localAddressKind(address: string): LocalAddressKind | undefined {
  const bytes = meantBytesOf(address);
  return bytes === undefined ? 'reserved' : kindAmong([...ranges, ...cloudSecrets], bytes);
}

/**
 * The kind of an address that nothing connects to, whatever the settings allow: cloud machines hand out their secrets there.
 * @param address as in {@link localAddressKind}
 */
export function secretAddressKind(address: string): 'link-local' | 'cloud-secrets' | undefined {
  const bytes = meantBytesOf(address);
  if (bytes === undefined) return undefined;
  if (kindAmong(cloudSecrets, bytes) !== undefined) return 'cloud-secrets';
  return kindAmong(ranges, bytes) === 'link-local' ? 'link-local' : undefined;
}

/** Whether no setting lets an address of this kind be connected to. */
export function isNeverAllowed(kind: unknown): boolean {
  return kind === 'link-local' || kind === 'cloud-secrets';
}

/** The bytes of an address, of an IPv6 address that embeds an IPv4 address those of that one; undefined for an invalid address. */
function meantBytesOf(address: string): readonly number[] | undefined {
  const bytes = bytesOf(address.split('%')[0] ?? '');
  if (bytes?.length !== 16) return bytes;
  const embedding = EMBEDDING.find(([prefix]) => prefix.every((group, index) => groupAt(bytes, index) === group));
  return embedding === undefined ? bytes : bytes.slice(2 * embedding[1], 2 * embedding[1] + 4);
}

function kindAmong(among: readonly Range[], bytes: readonly number[]): LocalAddressKind | undefined {
  return among.find((range) => range.bytes.length === bytes.length && isWithin(bytes, range))?.kind;
}

function isWithin(bytes: readonly number[], range: Range): boolean {
  return range.bytes.every((wanted, index) => {
    const bits = Math.min(8, Math.max(0, range.bits - 8 * index));
    return ((bytes[index] ?? 0) ^ wanted) >> (8 - bits) === 0;
  });
}

function groupAt(bytes: readonly number[], index: number): number {
  return ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0);
}

/** Four or sixteen bytes; undefined for an invalid address. */
function bytesOf(address: string): readonly number[] | undefined {
  const parts = address.split('.');
  if (parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) {
    return parts.map(Number);
  }
  // The URL parser accepts every notation of an IPv6 address and writes the shortest one, in hexadecimal only.
  const url = `http://[${address}]`;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(url)) return undefined;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const parse = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = parse(head);
  const right = parse(tail ?? '');
  const groups = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}
