import { z } from 'zod';
import type { Database } from '../database.ts';
import { createChatMessageRepository } from './chat-message-repository.ts';
import { createEditRepository } from './edit-repository.ts';
import { createRemovedSourceRepository } from './removed-source-repository.ts';
import { createRunUndoRepository } from './run-undo-repository.ts';

/** What goes with a flow or document store. */
const TargetsSchema = z.object({
  /** Names of collections that are its own: all that is in them goes. */
  collections: z.array(z.string()),
  /** Record namespaces that are its own: what they name goes, wherever it is. */
  namespaces: z.array(z.string()),
  /** Folders of its uploads, in the temporary folder. */
  folders: z.array(z.string()),
  /** Chunks of a document store's loaders. */
  places: z
    .array(z.object({ loaderSeq: z.int(), generation: z.int() }))
    .readonly()
    .default([]),
  /** What goes from remote stores, when the rest is done. The name is in rows of earlier versions. */
  outside: z
    .array(z.object({ sealed: z.string(), namespaces: z.array(z.string()).readonly() }))
    .readonly()
    .default([]),
  /** The places that know no owner, such as the cache of what was fetched, stay: the documents are still there, only their vectors go. */
  keepsShared: z.boolean().default(false),
  /** All is done but what is in remote stores. */
  isLocalDone: z.boolean().default(false),
  /** How often a remote store has failed. */
  failures: z.int().default(0),
});
export type DeletionTargets = z.input<typeof TargetsSchema>;

export interface Deletion {
  readonly ownerId: string;
  readonly targets: z.output<typeof TargetsSchema>;
}

/** Rows deleted in one transaction: a few ms. */
const ROWS = 500;

/** Deletions that have been promised and are not done yet, and the rows that they take. */
export function createDeletionRepository(db: Database) {
  const messages = createChatMessageRepository(db);
  const edits = createEditRepository(db);
  const removed = createRemovedSourceRepository(db);
  const undo = createRunUndoRepository(db);
  const insert = db.prepare<[string, string, string]>(
    `INSERT INTO deletion (owner_id, targets, created_date) VALUES (?, ?, ?)
     ON CONFLICT (owner_id) DO UPDATE SET targets = excluded.targets`,
  );
  const list = db.prepare<[], { owner_id: string; targets: string }>(
    'SELECT owner_id, targets FROM deletion ORDER BY id',
  );
  const update = db.prepare<[string, string]>('UPDATE deletion SET targets = ? WHERE owner_id = ?');
  const remove = db.prepare<[string]>('DELETE FROM deletion WHERE owner_id = ?');
  const folders = db
    .prepare<[string], string>(
      'SELECT folder FROM run_request JOIN run ON run.id = run_id WHERE owner_id = ? AND folder IS NOT NULL',
    )
    .pluck();
  const namespaces = db.prepare<[], string>('SELECT name FROM record_namespace').pluck();
  const records = db.prepare<[string, number], { id: number; chunk_uuid: Buffer }>(
    `SELECT id, chunk_uuid FROM record WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?) LIMIT ?`,
  );
  const deleteRecords = db.prepare<[string]>('DELETE FROM record WHERE id IN (SELECT value FROM json_each(?))');
  const deleteSources = db.prepare<[string, number]>(
    `DELETE FROM record_source WHERE id IN (SELECT id FROM record_source
       WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?) LIMIT ?)`,
  );
  const deleteNamespace = db.prepare<[string]>('DELETE FROM record_namespace WHERE name = ?');
  const deleteRuns = db.prepare<[string, number]>(
    'DELETE FROM run WHERE seq IN (SELECT seq FROM run WHERE owner_id = ? LIMIT ?)',
  );
  const deleteFiles = db.prepare<[string, number]>(
    `DELETE FROM run_file WHERE (run_seq, file_no) IN (
       SELECT run_seq, file_no FROM run JOIN run_file ON run_seq = seq WHERE owner_id = ? LIMIT ?)`,
  );
  return {
    /** Inside the transaction that deletes the flow or store. */
    insert: (ownerId: string, targets: DeletionTargets, date: string): void =>
      void insert.run(ownerId, JSON.stringify(targets), date),
    list: (): Deletion[] =>
      list.all().map((row) => ({ ownerId: row.owner_id, targets: TargetsSchema.parse(JSON.parse(row.targets)) })),
    /** What is still to go. */
    update: (ownerId: string, targets: DeletionTargets): void => void update.run(JSON.stringify(targets), ownerId),
    remove: (ownerId: string): void => void remove.run(ownerId),
    /** Folders of the uploads of runs that may be resumed. */
    foldersOf: (ownerId: string): string[] => folders.all(ownerId),
    namespaces: (): string[] => namespaces.all(),
    /** Takes some records of a namespace. @returns the ids of their chunks */
    takeRecords(namespace: string): Buffer[] {
      const rows = records.all(namespace, ROWS);
      deleteRecords.run(JSON.stringify(rows.map(({ id }) => id)));
      return rows.map((row) => row.chunk_uuid);
    },
    /** Takes some sources of a namespace, and at the end itself. @returns how many rows */
    dropNamespace: (namespace: string): number =>
      deleteSources.run(namespace, ROWS).changes || deleteNamespace.run(namespace).changes,
    /** Takes some chat messages. @returns how many */
    dropMessages: (ownerId: string): number => messages.removeSome({ ownerId }, ROWS),
    /** Takes some edits, removed sources, and what runs have replaced. @returns 0 when none are left */
    dropChanges: (ownerId: string): number =>
      edits.removeOwner(ownerId, ROWS) || removed.dropOfOwner(ownerId, ROWS) || undo.dropOfOwner(ownerId),
    /** Takes some runs with their history, their files before them. @returns how many rows */
    dropRuns: (ownerId: string): number =>
      deleteFiles.run(ownerId, ROWS).changes || deleteRuns.run(ownerId, ROWS).changes,
  };
}

export type DeletionRepository = ReturnType<typeof createDeletionRepository>;
