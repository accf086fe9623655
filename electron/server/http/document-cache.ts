import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { codeOf } from '../../../shared/errors/system-errors.ts';

/** Texts pack to about a third: this is the text of some 10,000 books. */
const LIMIT_BYTES = 1024 ** 3;
/** How far the cache shrinks when it is full, so that not every addition has to make room. */
const SHRINK_TO = 0.9;
/** Entries used so lately may be at work in another job: they stay. */
const IN_USE_MS = 3_600_000;
/** What is being written has this in its name. Its writer is gone if it is older than a day. */
const UNFINISHED = 'unfinished-';
const UNFINISHED_MS = 24 * 3_600_000;
/** Before each part: its length and its checksum. */
const HEAD_BYTES = 8;
/** Ends an entry. No zeros: a power cut may leave a file of them. */
const END = Buffer.from('the end.');
/** No part that is written is longer. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

export interface DocumentCacheOptions {
  /** Of all entries together. */
  readonly limitBytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface EntryWriter {
  /** Adds the next part, which is not empty. */
  add(data: Uint8Array): void;
  /** Makes the entry known; the same key's former entry goes. */
  commit(): void;
  /** Forgets what was added. Does nothing after `commit`. */
  drop(): void;
}

/**
 * Extracted documents by what they were extracted from: a file for each entry. It may lose entries at any time and is never in the way: what can not be
 * read or written, as when the disk is full, is not there. Several threads may use the same folder.
 */
export interface DocumentCache {
  has(key: Buffer): boolean;
  /** The parts of an entry, one by one, as they were written; undefined if there is none, or it is damaged. */
  read(key: Buffer): Iterable<Uint8Array> | undefined;
  /** Begins an entry. Undefined: nothing can be written. */
  write(key: Buffer): EntryWriter | undefined;
}

/** What an entry is found by. Whatever decides about its content has to be in it. */
export function cacheKey(parts: readonly (string | number | boolean | undefined)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Opens the cache of a folder, which is made with the first entry. */
export function openDocumentCache(folder: string, options: DocumentCacheOptions = {}): DocumentCache {
  const { limitBytes = LIMIT_BYTES, now = Date.now } = options;
  const root = join(folder, 'documents');
  attempt(() => dropDatabase(folder));
  const room = createRoom(root, { limitBytes, now });
  const pathOf = (key: Buffer): string => {
    const name = key.toString('hex');
    return join(root, name.slice(0, 2), name);
  };
  return {
    has: (key) => existsSync(pathOf(key)),
    read(key) {
      const path = pathOf(key);
      if (!isWhole(path)) return undefined;
      attempt(() => {
        if (statSync(path).mtimeMs < now() - IN_USE_MS / 2) markUsed(path, now());
      });
      return readParts(path);
    },
    write(key) {
      const unfinished = join(root, `${UNFINISHED}${randomUUID()}`);
      const file = attempt(() => {
        mkdirSync(root, { recursive: true, mode: 0o700 });
        return openSync(unfinished, 'wx', 0o600);
      });
      if (file === undefined) return undefined;
      return writeParts({ file, unfinished, path: pathOf(key), room, now });
    },
  };
}

/** Does something with files; what fails there is no failure of the load, which goes on without a cache. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return undefined;
  }
}

function markUsed(path: string, nowMs: number): void {
  utimesSync(path, nowMs / 1000, nowMs / 1000);
}

/** Earlier builds had the cache in a database in the same folder. */
function dropDatabase(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `documents.db${suffix}`), { force: true });
}

/** The parts up to the first that is damaged. @returns whether none was, and the entry has its end */
function* readParts(path: string): Generator<Buffer, boolean> {
  const file = attempt(() => openSync(path, 'r'));
  if (file === undefined) return false;
  try {
    for (let at = 0; ; ) {
      const head = readAt(file, at, HEAD_BYTES);
      if (head === undefined) return false;
      if (head.equals(END)) return true;
      const bytes = head.readUInt32LE(0);
      const data = readAt(file, at + HEAD_BYTES, bytes);
      if (data === undefined || head.readUInt32LE(4) !== crc32(data)) return false;
      yield data;
      at += HEAD_BYTES + bytes;
    }
  } finally {
    closeSync(file);
  }
}

/** @returns undefined if the file ends before, or can't be read */
function readAt(file: number, at: number, bytes: number): Buffer | undefined {
  if (bytes === 0 || bytes > MAX_PART_BYTES) return undefined;
  const data = Buffer.allocUnsafe(bytes);
  return attempt(() => readSync(file, data, 0, bytes, at)) === bytes ? data : undefined;
}

/** Looked at before anything of an entry is handed out: nobody could take that back. */
function isWhole(path: string): boolean {
  const parts = readParts(path);
  for (;;) {
    const step = parts.next();
    if (step.done === true) return step.value;
  }
}

interface Writing {
  readonly file: number;
  /** Where it lies until it is whole. */
  readonly unfinished: string;
  readonly path: string;
  readonly room: Room;
  readonly now: () => number;
}

function writeParts({ file, unfinished, path, room, now }: Writing): EntryWriter {
  let isEnded = false;
  function end(): void {
    if (!isEnded) closeSync(file);
    isEnded = true;
  }
  function forget(): void {
    end();
    attempt(() => rmSync(unfinished, { force: true }));
  }
  function write(data: Uint8Array): void {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(data.length, 0);
    head.writeUInt32LE(crc32(data), 4);
    writeFileSync(file, head);
    writeFileSync(file, data);
  }
  return {
    add(data) {
      if (isEnded) return;
      const isStored = attempt(() => {
        const isRoom = room.take(HEAD_BYTES + data.length);
        if (isRoom) write(data);
        return isRoom;
      });
      if (isStored !== true) forget();
    },
    commit() {
      if (isEnded) return;
      const isStored = attempt(() => {
        writeFileSync(file, END);
        // Windows moves no open file.
        end();
        markUsed(unfinished, now());
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        renameSync(unfinished, path);
        return true;
      });
      if (isStored !== true) forget();
    },
    drop() {
      if (!isEnded) forget();
    },
  };
}

/** What may still be written. */
interface Room {
  /** Makes room by what was used longest ago. False if there is none. */
  take(bytes: number): boolean;
}

function createRoom(root: string, { limitBytes, now }: Required<DocumentCacheOptions>): Room {
  /** Of all entries, as this thread knows it: counted anew when that reaches the limit. */
  let taken: number | undefined;

  function shrink(wanted: number): boolean {
    const entries = listEntries(root);
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    for (const { path, usedMs, spareMs, bytes: size } of entries.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (bytes + wanted <= limitBytes * SHRINK_TO) break;
      if (usedMs >= now() - spareMs) continue;
      rmSync(path, { force: true });
      bytes -= size;
    }
    taken = bytes;
    return bytes + wanted <= limitBytes;
  }

  return {
    take(bytes) {
      taken ??= listEntries(root).reduce((sum, entry) => sum + entry.bytes, 0);
      if (taken + bytes > limitBytes && !shrink(bytes)) return false;
      taken += bytes;
      return true;
    },
  };
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
  /** It stays for so long after it was used. */
  readonly spareMs: number;
}

function listEntries(root: string): readonly Entry[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((found) => {
    if (!found.isFile()) return [];
    const path = join(found.parentPath, found.name);
    // Another thread may have removed it.
    const stats = statSync(path, { throwIfNoEntry: false });
    const spareMs = found.name.startsWith(UNFINISHED) ? UNFINISHED_MS : IN_USE_MS;
    return stats === undefined ? [] : [{ path, bytes: stats.size, usedMs: stats.mtimeMs, spareMs }];
  });
}
