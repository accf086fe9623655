import { z } from 'zod';
import { FailedFileSchema } from '../../../../shared/api/runs.ts';
import type { Database } from '../database.ts';
import type { ChunkPlace } from './document-store-chunk-repository.ts';
import { StoredFilesSchema } from './document-store-repository.ts';

const PreviousSchema = z.object({
  generation: z.int(),
  files: StoredFilesSchema,
  contentState: z.enum(['NEW', 'SYNC', 'STALE']),
  indexState: z.enum(['NONE', 'CURRENT', 'CHANGED']),
  totalChunks: z.int(),
  totalChars: z.int(),
  failedFiles: z.array(FailedFileSchema).readonly(),
});
/** What a loader had before a run; not its settings. */
export type PreviousLoader = z.output<typeof PreviousSchema>;

/** A loader of a document store that a run has loaded or inserted into the vector store. */
export interface LoaderBefore {
  readonly loaderId: string;
  readonly storeId: string;
  /** Where its chunks lie since the run. */
  readonly place: ChunkPlace;
  /** Undefined: the run made it. */
  readonly previous: PreviousLoader | undefined;
}

interface LoaderRow {
  loader_id: string;
  store_id: string;
  loader_seq: number;
  generation: number;
  previous: string | null;
}

function fromRow(row: LoaderRow): LoaderBefore {
  return {
    loaderId: row.loader_id,
    storeId: row.store_id,
    place: { loaderSeq: row.loader_seq, generation: row.generation },
    previous: row.previous === null ? undefined : PreviousSchema.parse(JSON.parse(row.previous)),
  };
}

/** Rows of the `run_loader` table: loaders as they were before a run, whose old chunks and files stay while the run can be undone. */
export function createRunLoaderRepository(db: Database) {
  const insert = db.prepare<[number, string, string, number, number, string | null]>(
    'INSERT INTO run_loader (run_seq, loader_id, store_id, loader_seq, generation, previous) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const ofRun = db.prepare<[number], LoaderRow>('SELECT * FROM run_loader WHERE run_seq = ?');
  const ofStore = db.prepare<[string], LoaderRow>('SELECT * FROM run_loader WHERE store_id = ?');
  const all = db.prepare<[], LoaderRow>('SELECT * FROM run_loader');
  const drop = db.prepare<[number]>('DELETE FROM run_loader WHERE run_seq = ?');
  const dropStore = db.prepare<[string]>('DELETE FROM run_loader WHERE store_id = ?');
  return {
    /** Inside the transaction that makes the new chunks count. */
    insert(runSeq: number, { loaderId, storeId, place, previous }: LoaderBefore): void {
      const json = previous === undefined ? null : JSON.stringify(previous);
      insert.run(runSeq, loaderId, storeId, place.loaderSeq, place.generation, json);
    },
    ofRun: (runSeq: number): LoaderBefore[] => ofRun.all(runSeq).map(fromRow),
    ofStore: (storeId: string): LoaderBefore[] => ofStore.all(storeId).map(fromRow),
    list: (): LoaderBefore[] => all.all().map(fromRow),
    drop: (runSeq: number): void => void drop.run(runSeq),
    dropStore: (storeId: string): void => void dropStore.run(storeId),
  };
}

export type RunLoaderRepository = ReturnType<typeof createRunLoaderRepository>;
