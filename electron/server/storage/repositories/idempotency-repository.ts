import type { Database } from '../database.ts';

export interface IdempotencyRow {
  readonly ownerId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly runId: string;
  readonly status: number;
  /** JSON text; null until there is an answer. */
  readonly answer: string | null;
  readonly createdDate: string;
}

/** Rows of the `idempotency_key` table. */
export function createIdempotencyRepository(db: Database) {
  const insert = db.prepare<[IdempotencyRow]>(
    `INSERT OR REPLACE INTO idempotency_key (owner_id, key, fingerprint, run_id, status, answer, created_date)
     VALUES (@ownerId, @key, @fingerprint, @runId, @status, @answer, @createdDate)`,
  );
  const answer = db.prepare<[string, string, string, string]>(
    'UPDATE idempotency_key SET answer = ? WHERE owner_id = ? AND key = ? AND run_id = ?',
  );
  const find = db.prepare<[string, string], IdempotencyRow>(
    `SELECT owner_id AS ownerId, key, fingerprint, run_id AS runId, status, answer, created_date AS createdDate
     FROM idempotency_key WHERE owner_id = ? AND key = ?`,
  );
  const prune = db.prepare<[string]>('DELETE FROM idempotency_key WHERE created_date < ?');
  return {
    /** Writes a row in the place of an older one, and removes all rows from before `oldest`. */
    insert: db.transaction((row: IdempotencyRow, oldest: string): void => {
      prune.run(oldest);
      insert.run(row);
    }),
    setAnswer: ({ ownerId, key, runId }: Pick<IdempotencyRow, 'ownerId' | 'key' | 'runId'>, text: string): void =>
      void answer.run(text, ownerId, key, runId),
    find: (ownerId: string, key: string): IdempotencyRow | undefined => find.get(ownerId, key),
  };
}

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;
