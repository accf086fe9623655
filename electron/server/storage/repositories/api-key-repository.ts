import type { Database } from '../database.ts';
import { createRowRepository } from './row-repository.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly keyName: string;
  /** SHA-256, 32 bytes. */
  readonly keyHash: Buffer;
  readonly hint: string;
  readonly lastUsedAt: string | null;
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** Rows of the `api_key` table. */
export function createApiKeyRepository(db: Database) {
  const rows = createRowRepository<ApiKeyRow>(db, 'api_key', {
    id: 'id',
    keyName: 'key_name',
    keyHash: 'key_hash',
    hint: 'hint',
    lastUsedAt: 'last_used_at',
    createdDate: 'created_date',
    updatedDate: 'updated_date',
  });
  const byHash = rows.prepareSelect<[Buffer]>('WHERE key_hash = ?');
  const stamp = db.prepare<[string, string]>('UPDATE api_key SET last_used_at = ? WHERE id = ?');
  const bound = db.prepare<[string], { id: string; name: string }>(
    'SELECT id, name FROM chatflow WHERE apikeyid = ? ORDER BY name, id',
  );
  return {
    ...rows,
    findByHash: (hash: Buffer): ApiKeyRow | undefined => byHash.get(hash),
    stamp: (id: string, at: string): void => void stamp.run(at, id),
    /** The chatflows that a key is bound to, by name. */
    listChatflows: (id: string): { id: string; name: string }[] => bound.all(id),
  };
}

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;
