import { closeSync, openSync, readSync, statSync } from 'node:fs';

// SQLite's file format, "The Write-Ahead Log": a header of 32 bytes, then frames of a header of 24 bytes and a page each.
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

function* readFrames(handle: number): Generator<{ readonly page: number; readonly databasePages: number }> {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  if (readSync(handle, header, 0, header.length, 0) < header.length) return;
  if ((header.readUInt32BE(0) & ~1) !== MAGIC) return;
  const pageBytes = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    if (readSync(handle, frame, 0, frame.length, at) < frame.length) return;
    // Of a time before the log began anew.
    if (!frame.subarray(8, 16).equals(salts)) return;
    yield { page: frame.readUInt32BE(0), databasePages: frame.readUInt32BE(4) };
  }
}

/**
 * Whether the log beside a database speaks of pages that neither of them has: then the database may be an older one than the log belongs to, or cut off.
 * A hint, since a page that was freed before it was written is missing rightly.
 */
export function doesLogSayMore(databaseFile: string, pageBytes: number): boolean {
  const log = `${databaseFile}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const filePages = Math.floor(statSync(databaseFile).size / pageBytes);
  const logged = new Set<number>();
  let pages = 0;
  const handle = openSync(log, 'r');
  try {
    for (const { page, databasePages } of readFrames(handle)) {
      logged.add(page);
      if (databasePages > 0) pages = databasePages;
    }
  } finally {
    closeSync(handle);
  }
  for (let page = filePages + 1; page <= pages; page += 1) if (!logged.has(page)) return true;
  return false;
}
