import type { Database } from '../database.ts';

/** What somebody has made of a passage: each later load that meets it again takes that in its place. */
export interface PassageEdit {
  readonly id: number;
  /** The chatflow or document store. */
  readonly ownerId: string;
  /** The chatflow or the loader that loads the passage. */
  readonly partId: string;
  /** Value of the source id key. */
  readonly source: string;
  /** The source for people. */
  readonly name: string;
  /** 16 bytes of SHA-256 (source, NUL, text), of the passage and of what takes its place. */
  readonly passageKey: Buffer;
  readonly editedKey: Buffer;
  readonly chunkNo: number;
  readonly original: string;
  /** Canonical JSON. */
  readonly originalMetadata: string;
  /** null: the passage is deleted. */
  readonly content: string | null;
  /** JSON of a MetadataChange; null: as it is loaded. */
  readonly metadata: string | null;
  /** Whether the last load of its source did not meet the passage. */
  readonly isUnmet: boolean;
  readonly editedDate: string;
}

type Row = Omit<PassageEdit, 'isUnmet'> & { readonly isUnmet: number };

const COLUMNS = `id, owner_id AS ownerId, part_id AS partId, source, name, passage_key AS passageKey, edited_key AS editedKey,
  chunk_no AS chunkNo, original, original_metadata AS originalMetadata, content, metadata, is_unmet AS isUnmet,
  edited_date AS editedDate`;

function toEdit(row: Row): PassageEdit {
  return { ...row, isUnmet: row.isUnmet === 1 };
}

function toEdits(rows: readonly Row[]): PassageEdit[] {
  return rows.map(toEdit);
}

function prepareStatements(db: Database) {
  const select = `SELECT ${COLUMNS} FROM passage_edit`;
  return {
    save: db
      .prepare<[Row], number>(
        `INSERT INTO passage_edit (owner_id, part_id, source, name, passage_key, edited_key, chunk_no, original, original_metadata,
         content, metadata, is_unmet, edited_date)
       VALUES (@ownerId, @partId, @source, @name, @passageKey, @editedKey, @chunkNo, @original, @originalMetadata,
         @content, @metadata, @isUnmet, @editedDate)
       ON CONFLICT (part_id, passage_key) DO UPDATE SET edited_key = excluded.edited_key, content = excluded.content,
         metadata = excluded.metadata, is_unmet = 0, edited_date = excluded.edited_date RETURNING id`,
      )
      .pluck(),
    ofPart: db.prepare<[string], Row>(`${select} WHERE part_id = ?`),
    ofPassage: db.prepare<[string, Buffer], Row>(`${select} WHERE part_id = ? AND passage_key = ?`),
    ofText: db.prepare<[string, Buffer], Row>(
      `${select} WHERE part_id = ? AND edited_key = ? AND content IS NOT NULL ORDER BY id DESC LIMIT 1`,
    ),
    ofOwner: db.prepare<[string, number, number, number], Row>(
      `${select} WHERE owner_id = ? AND is_unmet = ? AND id > ? ORDER BY id LIMIT ?`,
    ),
    count: db
      .prepare<[string, number], number>('SELECT count(*) FROM passage_edit WHERE owner_id = ? AND is_unmet = ?')
      .pluck(),
    since: db
      .prepare<{ readonly id: string; readonly date: string }, 0 | 1>(
        `SELECT EXISTS (SELECT 1 FROM passage_edit WHERE owner_id = @id AND edited_date >= @date)
           OR EXISTS (SELECT 1 FROM passage_edit WHERE part_id = @id AND edited_date >= @date)`,
      )
      .pluck(),
    find: db.prepare<[number, string], Row>(`${select} WHERE id = ? AND owner_id = ?`),
    mark: db.prepare<[number, number]>('UPDATE passage_edit SET is_unmet = ? WHERE id = ?'),
    remove: db.prepare<[number]>('DELETE FROM passage_edit WHERE id = ?'),
    removePart: db.prepare<[string]>('DELETE FROM passage_edit WHERE part_id = ?'),
    removeOwner: db.prepare<[string, number]>(
      'DELETE FROM passage_edit WHERE id IN (SELECT id FROM passage_edit WHERE owner_id = ? LIMIT ?)',
    ),
  };
}

/** Edits of passages. */
export function createEditRepository(db: Database) {
  const sql = prepareStatements(db);
  return {
    /** Saves an edit of a passage, over the one that it may have. @returns its id */
    save: (edit: Omit<PassageEdit, 'id' | 'isUnmet'>): number => sql.save.get({ ...edit, id: 0, isUnmet: 0 }) ?? 0,
    ofPart: (partId: string): PassageEdit[] => toEdits(sql.ofPart.all(partId)),
    /** The edit of a passage, or whose text it is. */
    ofChunk(partId: string, key: Buffer): PassageEdit | undefined {
      const row = sql.ofText.get(partId, key) ?? sql.ofPassage.get(partId, key);
      return row === undefined ? undefined : toEdit(row);
    },
    find(ownerId: string, id: number): PassageEdit | undefined {
      const row = sql.find.get(id, ownerId);
      return row === undefined ? undefined : toEdit(row);
    },
    /** Edits behind an id, in the order in which they were made. */
    list: (ownerId: string, { isUnmet, after, limit }: { isUnmet: boolean; after: number; limit: number }) =>
      toEdits(sql.ofOwner.all(ownerId, isUnmet ? 1 : 0, after, limit)),
    count: (ownerId: string, isUnmet: boolean): number => sql.count.get(ownerId, isUnmet ? 1 : 0) ?? 0,
    /** Whether there are edits of an owner, or of a part, that were made at this time or later. */
    hasSince: (id: string, date: string): boolean => sql.since.get({ id, date }) === 1,
    /** Says whether the last load has met these passages. */
    mark: db.transaction((ids: readonly number[], isUnmet: boolean): void => {
      for (const id of ids) sql.mark.run(isUnmet ? 1 : 0, id);
    }),
    remove: (id: number): void => void sql.remove.run(id),
    removePart: (partId: string): void => void sql.removePart.run(partId),
    /** @returns how many it deleted; 0 when none is left */
    removeOwner: (ownerId: string, limit: number): number => sql.removeOwner.run(ownerId, limit).changes,
  };
}

export type EditRepository = ReturnType<typeof createEditRepository>;
