import type { Database } from '../../../storage/database.ts';
import type { CacheKind } from './cache-file.ts';
import { type CacheFileOptions, openRecovering, type RecoveringCache } from './recovering-cache.ts';
import { RoundedVectors } from './rounded-vectors.ts';

/** The format is raised also when vectors are rounded or packed in another way. The table of a collection is in rounded-vectors.ts. */
export const roundedCache: CacheKind = {
  fileName: 'scan.db',
  title: 'The file of rounded vectors',
  format: 1,
  sql: `CREATE TABLE position (collection_id INTEGER PRIMARY KEY, dimensions INTEGER NOT NULL, metric TEXT NOT NULL,
    log_seq INTEGER NOT NULL) STRICT;`,
};

export interface RoundedFileOptions extends CacheFileOptions {
  /** A collection that takes more in memory is not scanned there, and not kept. */
  readonly matrixBytes: number;
}

/** Opens what is kept of rounded vectors. @param main is only read */
export function openRounded(main: Database, options: RoundedFileOptions): RecoveringCache<RoundedVectors> {
  return openRecovering(roundedCache, options, (db) => new RoundedVectors(main, db, options.matrixBytes));
}
