/** Of the header, [MS-CFB] 2.2. */
const SIGNATURE = 'd0cf11e0a1b11ae1';
const HEADER_BYTES = 512;
const TABLES_IN_HEADER = 109;
const ENTRY_BYTES = 128;
/** Sector numbers from here on mark the end of a chain, and free sectors. */
const FIRST_MARK = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STORAGE = 1;
const ROOT = 5;
/** Storages in storages: a mail in a mail needs two more. */
const MOST_LEVELS = 64;

/** What is wrong with a compound file, as a clause. */
export class CompoundDamage extends Error {}

/** A folder in a compound file. Names are in lower case. */
export interface CompoundStorage {
  readonly storages: ReadonlyMap<string, CompoundStorage>;
  /** Sizes in bytes. */
  readonly streams: ReadonlyMap<string, number>;
  /** The content of a stream. @throws CompoundDamage also if there is no such stream */
  read(name: string): Buffer;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** Sectors of one size, and which one follows which. */
interface Sectors {
  readonly bytes: Buffer;
  readonly sizeBytes: number;
  /** Where the first sector begins. */
  readonly from: number;
  readonly next: readonly number[];
}

/** Whether these bytes begin as a compound file does: the container of Outlook's mails and of Office before 2007. */
export function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length / 2).toString('hex') === SIGNATURE;
}

/**
 * Opens a compound file ([MS-CFB]). Whatever it says of itself, no more is read of it than it has twice.
 * @throws CompoundDamage here and wherever it is read
 */
export function openCompound(bytes: Buffer): CompoundStorage {
  if (bytes.length < HEADER_BYTES) throw new CompoundDamage('it breaks off before its end');
  const sectors = readSectors(bytes);
  const entries = readEntries(sectors, bytes.readUInt32LE(48));
  const [root] = entries;
  if (root?.type !== ROOT) throw new CompoundDamage('its directory has no root');
  const small: Sectors = {
    bytes: join(sectors, root.start, root.size),
    sizeBytes: 64,
    from: 0,
    next: readNumbers(join(sectors, bytes.readUInt32LE(60))),
  };
  const smallLimit = bytes.readUInt32LE(56);
  let left = 2 * bytes.length;
  const read = ({ start, size }: Entry): Buffer => {
    left -= size;
    if (left < 0) throw new CompoundDamage('its streams lie on each other');
    return size === 0 ? Buffer.alloc(0) : join(size < smallLimit ? small : sectors, start, size);
  };
  return openStorage(root, { entries, read, listed: new Set([root]) }, 0);
}

function readNumbers(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The sectors of a file, and its table of which follows which (FAT), which is in sectors that the header and a chain of lists name. */
function readSectors(bytes: Buffer): Sectors {
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new CompoundDamage('its sectors are of no known size');
  const sizeBytes = 1 << shift;
  const bare: Sectors = { bytes, sizeBytes, from: sizeBytes, next: [] };
  const tables = readNumbers(bytes.subarray(76, 76 + 4 * TABLES_IN_HEADER));
  const most = Math.ceil(bytes.length / sizeBytes);
  for (let list = bytes.readUInt32LE(68), steps = 0; list < FIRST_MARK; steps += 1) {
    if (steps > most) throw new CompoundDamage('its sectors go in a circle');
    const numbers = readNumbers(sectorOf(bare, list));
    list = numbers.pop() ?? FIRST_MARK;
    for (const number of numbers) tables.push(number);
  }
  const used = new Set(tables.filter((number) => number < FIRST_MARK));
  return { ...bare, next: [...used].flatMap((number) => readNumbers(sectorOf(bare, number))) };
}

/** The last sector of a file may be cut off. */
function sectorOf({ bytes, sizeBytes, from }: Sectors, number: number): Buffer {
  const start = from + number * sizeBytes;
  if (start >= bytes.length) throw new CompoundDamage('it breaks off before its end');
  return bytes.subarray(start, start + sizeBytes);
}

/** The bytes of a chain of sectors; all of it if no size is given. */
function join(sectors: Sectors, start: number, size?: number): Buffer {
  const wanted = Math.ceil((size ?? sectors.bytes.length) / sectors.sizeBytes);
  const found: Buffer[] = [];
  for (let number = start; number < FIRST_MARK && (size === undefined || found.length < wanted); ) {
    if (found.length > wanted) throw new CompoundDamage('its sectors go in a circle');
    found.push(sectorOf(sectors, number));
    number = sectors.next[number] ?? FIRST_MARK;
  }
  const joined = Buffer.concat(found);
  if (size !== undefined && joined.length < size) throw new CompoundDamage('it breaks off before its end');
  return joined.subarray(0, size);
}

function readEntries(sectors: Sectors, start: number): Entry[] {
  const bytes = join(sectors, start);
  return Array.from({ length: Math.floor(bytes.length / ENTRY_BYTES) }, (_, index) => {
    const entry = bytes.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const nameBytes = Math.min(64, Math.max(2, entry.readUInt16LE(64)));
    return {
      name: entry.toString('utf16le', 0, nameBytes - 2).toLowerCase(),
      type: entry.readUInt8(66),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

interface Directory {
  readonly entries: readonly Entry[];
  readonly read: (entry: Entry) => Buffer;
  /** Entries that are in a storage: each is in one, so that storages are no circle. */
  readonly listed: Set<Entry>;
}

/** The entries of a storage, which are a tree. */
function entriesIn({ child }: Entry, { entries, listed }: Directory): Entry[] {
  const found: Entry[] = [];
  for (const waiting = [child]; waiting.length > 0; ) {
    const index = waiting.pop() ?? NO_ENTRY;
    if (index === NO_ENTRY) continue;
    const entry = entries[index];
    if (entry === undefined || listed.has(entry)) throw new CompoundDamage('its directory goes in a circle');
    listed.add(entry);
    found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}

function openStorage(storage: Entry, directory: Directory, level: number): CompoundStorage {
  if (level > MOST_LEVELS) throw new CompoundDamage(`its parts lie more than ${MOST_LEVELS} deep in each other`);
  const found = entriesIn(storage, directory);
  const streams = new Map(found.filter(({ type }) => type !== STORAGE).map((entry) => [entry.name, entry]));
  const storages = found.filter(({ type }) => type === STORAGE).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    storages: new Map(storages.map((entry) => [entry.name, openStorage(entry, directory, level + 1)])),
    streams: new Map([...streams].map(([name, { size }]) => [name, size])),
    read(name) {
      const entry = streams.get(name);
      if (entry === undefined) throw new CompoundDamage(`it lacks its part ${name}`);
      return directory.read(entry);
    },
  };
}
