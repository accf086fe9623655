import { randomUUID } from 'node:crypto';

/** A new UUID v4 as its 16 bytes, the form in which the database keeps ids of chunks. */
export function newUuidBytes(): Buffer {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
}

/** The text form of a UUID's 16 bytes. */
export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The 16 bytes of a UUID's text form; undefined for a text that is none. */
export function uuidBytes(text: string): Buffer | undefined {
  return UUID.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : undefined;
}
