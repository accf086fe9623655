import type { Database } from '../database.ts';

/** A source of a collection, or of the loader of a document store. */
export interface NamedSource {
  readonly name: string;
  readonly chunks: number;
  /** Null: of a loader. */
  readonly collection: string | null;
  /** Null: of a collection. */
  readonly storeId: string | null;
}

/** A word to look for with LIKE, and not as a pattern. */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Sources by a part of their name, wherever they lie. Reads every name: a source is a file, and of these there are thousands. */
export function createFindRepository(db: Database) {
  const find = db.prepare<[string, number], NamedSource>(
    `SELECT s.name, s.chunk_count AS chunks, c.name AS collection, l.store_id AS storeId
     FROM content_source s
     LEFT JOIN collection c ON s.kind = 1 AND c.id = s.place
     LEFT JOIN document_store_loader l ON s.kind = 2 AND l.seq = s.place AND l.generation = s.generation
     WHERE s.name LIKE ? ESCAPE '\\' AND s.chunk_count > 0 ORDER BY s.name LIMIT ?`,
  );
  return { find: (text: string, limit: number): NamedSource[] => find.all(likePattern(text), limit) };
}

export type FindRepository = ReturnType<typeof createFindRepository>;
