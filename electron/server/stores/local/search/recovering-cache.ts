import type { Database } from '../../../storage/database.ts';
import { type CacheKind, deleteCacheFile, isDamaged, openCacheFile } from './cache-file.ts';

/** A cache whose file may turn out to be damaged at any moment. */
export interface RecoveringCache<T> {
  /** Runs `action`; if the file turns out to be damaged, throws the file away and runs it once more on an empty cache. */
  use<R>(action: (cache: T) => R): R;
  close(): void;
}

export interface CacheFileOptions {
  readonly file: string;
  /** Of the main database: a cache of another one is thrown away. */
  readonly storeId: string;
  /** The end of the log when no cache of this life had been opened yet: the file can't have read further. */
  readonly maxLogSeq: number;
  onDamage(message: string): void;
}

/** A cache that has read further than the log went belongs to a later time: the main database was put back from a backup. */
function lastReadSeq(db: Database): number {
  return db.prepare<[], number | null>('SELECT max(log_seq) FROM position').pluck().get() ?? 0;
}

/** Opens a cache such that damage costs time only. @param make what works on its database */
export function openRecovering<T>(
  kind: CacheKind,
  options: CacheFileOptions,
  make: (db: Database) => T,
): RecoveringCache<T> {
  const { file, storeId, maxLogSeq, onDamage } = options;

  function open(): { db: Database; cache: T } {
    let db = openCacheFile(file, storeId, kind);
    if (lastReadSeq(db) > maxLogSeq) {
      db.close();
      deleteCacheFile(file);
      db = openCacheFile(file, storeId, kind);
    }
    return { db, cache: make(db) };
  }

  let current = open();
  return {
    use(action) {
      try {
        return action(current.cache);
      } catch (error) {
        if (!isDamaged(error)) throw error;
        onDamage(`${kind.title} was damaged and is filled again.`);
        current.db.close();
        deleteCacheFile(file);
        current = open();
        return action(current.cache);
      }
    },
    close: () => current.db.close(),
  };
}
