import type { CompoundStorage } from '../compound/compound-file.ts';

const FIXED = '__properties_version1.0';
const ENTRY_BYTES = 16;
/** Types of values: of fixed ones as numbers, of streams as their names end, [MS-OXCDATA] 2.11.1. */
const TYPES = {
  number: 0x0003,
  flag: 0x000b,
  storage: '000d',
  string8: '001e',
  unicode: '001f',
  time: 0x0040,
  binary: '0102',
} as const;
/** Milliseconds from 1601, where times begin, to 1970. */
const TO_1970_MS = 11_644_473_600_000;

/** The properties of a message, a recipient or an attachment, by their ids ([MS-OXMSG] 2.1 to 2.4). */
export interface OutlookProperties {
  /** Empty if there is none. */
  text(id: number): string;
  bytes(id: number): Buffer | undefined;
  number(id: number): number | undefined;
  /** ISO 8601; empty if there is none. */
  time(id: number): string;
  /** Size of a binary value in bytes; undefined if there is none. */
  sizeOf(id: number): number | undefined;
  /** A message within an attachment. */
  storage(id: number): CompoundStorage | undefined;
}

/** Decodes texts that are not in Unicode. */
export type DecodeText = (bytes: Buffer) => string;

function nameOf(id: number, type: string): string {
  return `__substg1.0_${id.toString(16).padStart(4, '0')}${type}`;
}

/** @param headBytes bytes before the first fixed value: 32 in a message, 24 in a message within another, 8 elsewhere */
export function openProperties(storage: CompoundStorage, headBytes: number, decode: DecodeText): OutlookProperties {
  const fixed = readFixed(storage, headBytes);
  const value = (id: number, type: number) => fixed.get(id * 0x10000 + type);
  const read = (name: string) => (storage.streams.has(name) ? storage.read(name) : undefined);
  const binary = (id: number) => nameOf(id, TYPES.binary);
  return {
    text(id) {
      const unicode = read(nameOf(id, TYPES.unicode))?.toString('utf16le');
      const string8 = unicode === undefined ? read(nameOf(id, TYPES.string8)) : undefined;
      const text = unicode ?? (string8 === undefined ? '' : decode(string8));
      return text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim();
    },
    bytes: (id) => read(binary(id)),
    number: (id) => value(id, TYPES.number)?.readInt32LE() ?? value(id, TYPES.flag)?.readUInt8(),
    time(id) {
      const ticks = value(id, TYPES.time)?.readBigUInt64LE();
      return ticks === undefined ? '' : writeTime(ticks);
    },
    sizeOf: (id) => storage.streams.get(binary(id)),
    storage: (id) => storage.storages.get(nameOf(id, TYPES.storage)),
  };
}

/** A time of Windows in ISO 8601; empty if there is no such day. */
export function writeTime(ticks: bigint): string {
  const date = new Date(Number(ticks / 10_000n) - TO_1970_MS);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function readFixed(storage: CompoundStorage, headBytes: number): ReadonlyMap<number, Buffer> {
  const values = new Map<number, Buffer>();
  if (!storage.streams.has(FIXED)) return values;
  const bytes = storage.read(FIXED);
  for (let at = headBytes; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    values.set(bytes.readUInt32LE(at), bytes.subarray(at + 8, at + ENTRY_BYTES));
  }
  return values;
}

/** Whether a compound file is an item of Outlook. */
export function isOutlookItem(root: CompoundStorage): boolean {
  return root.streams.has(FIXED);
}
