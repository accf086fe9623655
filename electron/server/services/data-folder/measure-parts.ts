import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  CLEANABLE_PARTS,
  STORAGE_PARTS,
  type StoragePart,
  type StoragePartName,
} from '../../../../shared/api/storage.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { listAside } from '../../storage/aside-databases.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import type { DatabaseSizes } from '../../storage/database-task-messages.ts';

/** Files that are looked at together. */
const TOGETHER = 32;

async function unlessGone<T>(found: Promise<T>, instead: T): Promise<T> {
  return await found.catch((error: unknown) => {
    // What is deleted meanwhile takes no space.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return instead;
    throw error;
  });
}

async function sizeOfFile(path: string): Promise<number> {
  return await unlessGone(
    lstat(path).then(({ size }) => size),
    0,
  );
}

/**
 * Bytes of all files in a folder, or of one file; 0 when it is not there. Links count themselves, not what they lead to. Never holds the thread up, whatever
 * the number of files.
 */
async function measureFolder(path: string, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const entries = await unlessGone<Dirent[] | undefined>(readdir(path, { withFileTypes: true }), undefined);
  if (entries === undefined) return await sizeOfFile(path);
  let bytes = 0;
  const files = entries.filter((entry) => !entry.isDirectory());
  for (let from = 0; from < files.length; from += TOGETHER) {
    signal.throwIfAborted();
    const some = files.slice(from, from + TOGETHER).map(({ name }) => sizeOfFile(join(path, name)));
    for (const size of await Promise.all(some)) bytes += size;
  }
  for (const entry of entries) if (entry.isDirectory()) bytes += await measureFolder(join(path, entry.name), signal);
  return bytes;
}

/** Which part of the picture a table belongs to; all others are `otherRows`. */
const PART_OF_TABLE: Readonly<Record<string, StoragePartName>> = {
  chunk: 'texts',
  chunk_text: 'texts',
  document_store_chunk: 'texts',
  document_store_chunk_next: 'texts',
  embedding: 'vectors',
  embedding_unused: 'vectors',
  embedding_outside: 'vectors',
  record: 'records',
  record_source: 'records',
  vector_log: 'records',
};

/** Which part a file or folder at the top of the data folder belongs to; the database is measured by its tables. */
const PART_OF_ENTRY: Readonly<Record<string, StoragePartName>> = {
  stores: 'originals',
  originals: 'originals',
  tmp: 'uploads',
  cache: 'cache',
  models: 'models',
  backups: 'backups',
  logs: 'logs',
  index: 'graphs',
};

const KEYWORDS = /^keyword\.db/;

export interface PartsOptions {
  readonly folder: DataFolder;
  readonly measureDatabase: (file: string, signal: AbortSignal) => Promise<DatabaseSizes>;
  /** Names of the folders in `tmp/` that a clean-up of uploads would take. */
  readonly endedUploads: () => ReadonlySet<string>;
}

function addTables(sizes: Map<StoragePartName, number>, { tables, freeBytes }: DatabaseSizes): void {
  for (const [table, bytes] of Object.entries(tables)) add(sizes, PART_OF_TABLE[table] ?? 'otherRows', bytes);
  add(sizes, 'freePages', freeBytes);
}

function add(sizes: Map<StoragePartName, number>, name: StoragePartName, bytes: number): void {
  sizes.set(name, (sizes.get(name) ?? 0) + bytes);
}

async function addEntries(
  sizes: Map<StoragePartName, number>,
  { root, database }: DataFolder,
  signal: AbortSignal,
): Promise<void> {
  const own = basename(database);
  const aside = listAside(database).map(({ name }) => name);
  for (const name of await readdir(root)) {
    // Its rows are counted by table.
    if (name === own) continue;
    const isAside = aside.some((start) => name.startsWith(start));
    const part = isAside ? 'setAside' : KEYWORDS.test(name) ? 'keywords' : undefined;
    const isLog = name.startsWith(`${own}-`);
    const known = part ?? PART_OF_ENTRY[name] ?? (isLog ? 'otherRows' : 'other');
    add(sizes, known, await measureFolder(join(root, name), signal));
  }
}

/** Measures what takes space in a data folder. Takes about a second for each gigabyte of the database, in another process. */
export async function measureParts(options: PartsOptions, signal: AbortSignal): Promise<StoragePart[]> {
  const { folder, measureDatabase, endedUploads } = options;
  const sizes = new Map<StoragePartName, number>();
  const [database] = await Promise.all([measureDatabase(folder.database, signal), addEntries(sizes, folder, signal)]);
  addTables(sizes, database);
  let endedBytes = 0;
  for (const name of endedUploads()) endedBytes += await measureFolder(join(folder.temporary, name), signal);
  const vectorBytes = sizes.get('vectors') ?? 0;
  const freeable: Partial<Record<StoragePartName, number>> = {
    vectors: database.vectors === 0 ? 0 : Math.round((vectorBytes * database.unusedVectors) / database.vectors),
    uploads: endedBytes,
  };
  return STORAGE_PARTS.map((name) => {
    const sizeBytes = sizes.get(name) ?? 0;
    const isCleanable = CLEANABLE_PARTS.some((part) => part === name);
    return { name, sizeBytes, freeableBytes: isCleanable ? (freeable[name] ?? sizeBytes) : 0 };
  });
}
