import type { Database } from '../../../storage/database.ts';
import type { CacheKind } from './cache-file.ts';
import { KeywordIndex } from './keyword-index.ts';
import { type CacheFileOptions, openRecovering, type RecoveringCache } from './recovering-cache.ts';

/** The format is raised also when texts are cut into terms in another way. The tables of a collection are in keyword-table.ts. */
export const keywordCache: CacheKind = {
  fileName: 'keyword.db',
  title: 'The keyword index',
  format: 10,
  sql: `CREATE TABLE position (collection_id INTEGER PRIMARY KEY, log_seq INTEGER NOT NULL, chunks INTEGER NOT NULL,
    terms INTEGER NOT NULL) STRICT;`,
};

/** Opens the keyword index. @param main is only read */
export function openKeywords(main: Database, options: CacheFileOptions): RecoveringCache<KeywordIndex> {
  return openRecovering(keywordCache, options, (keywords) => new KeywordIndex(main, keywords));
}
