import type { OverrideConfig } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { QuestionUse } from '../../../../shared/flow/compile-graph.ts';
import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import type { PlannedLoader, UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { VariableScope } from '../../pipeline/compile/resolve-variables.ts';
import type { LoaderChanges } from '../../pipeline/load/source-part.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { ChunkTable } from './chunk-table.ts';
import type { Prepare, PreparedUpsert, RepeatedRequest } from './prepared-upsert.ts';

/** What calls name a library by. */
export type LibraryKind = 'chatflow' | 'documentStore';

/** What is done with what is stored: reading goes without records that can't be opened, removing needs them. */
export type StorageUse = 'read' | 'remove';

/** What a plan is for: writing chunks needs store, records and model; a question needs store and model only. */
export type PlanUse = 'write' | 'query';

/** What syncing a library goes by. */
export interface SyncPlan {
  /** Those that fetch by themselves, ready to be opened. */
  readonly loaders: readonly PlannedNode[];
  readonly recordManager: PlannedNode;
  /** Metadata key of a chunk's source, if the records don't name it. */
  readonly sourceIdKey: string | undefined;
  /** Another one whenever settings have changed that decide about what is stored. */
  readonly fingerprint: string;
}

/** A stored file of a loader. */
export interface LibraryFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** ISO. */
  readonly keptDate: string;
  /** With the references still in it. */
  readonly loader: PlannedLoader;
}

export interface LibraryFiles {
  /** @param loaderId of which loader; undefined: of any */
  find(name: string, loaderId: string | undefined): LibraryFile | undefined;
  totals(): { readonly files: number; readonly sizeBytes: number };
}

/** A vector store of a flow. */
export interface VectorStoreNode {
  readonly nodeId: string;
  readonly label: string;
}

/**
 * What a flow and a document store have in common: where its documents come from, how they are split and embedded, and where their chunks go. A flow is a plan that
 * is drawn; a document store is a plan that is saved, and has its chunks in a table of the database.
 */
export interface Library {
  readonly id: string;
  readonly kind: LibraryKind;
  readonly name: string;
  /** What `{{$flow.name}}` stands for in its settings. */
  readonly variables: VariableScope['flow'];
  /** Its chunks, from where they go to the vector store; undefined: they are in the vector store only. */
  readonly table: ChunkTable | undefined;
  /** The stored files of its loaders, which they read again; undefined: uploads are stored as originals. */
  readonly files: LibraryFiles | undefined;
  /** Of a flow, which may have several. */
  readonly vectorStores: readonly VectorStoreNode[];
  /** All its nodes, with the references to variables and credentials still in them. */
  nodes(): readonly PlannedNode[];
  /** Those of its nodes that say where chunks or records are. */
  storageNodes(): readonly PlannedNode[];
  /** Vector stores with their records that are not in the data folder, with the references still in them. */
  remotePlaces(): readonly StoragePlan[];
  /**
   * The vector store that a call means: the first if it names none.
   * @returns undefined in a library whose only one has no id
   * @throws UserError NO_VECTOR_STORE
   */
  vectorStoreOf(wanted: string | undefined): string | undefined;
  /**
   * Where chunks are, ready to be opened. What is disabled counts too: the chunks and their records are there all the same. Loaders and splitters are never looked at.
   * @throws UserError 422 when the settings can't be used
   */
  storagePlan(use: StorageUse, nodeId: string | undefined): StoragePlan;
  /**
   * The plan, ready to be carried out.
   * @throws UserError 422 when the settings can't be used
   */
  plan(use: PlanUse, nodeId?: string): UpsertPlan;
  /**
   * What answers a question, ready to be opened: its vector store, another library that it reads, or a retriever behind these.
   * @param nodeId of the end that is meant, if there are several
   * @param overrides of a call: those that are switched on have an effect
   * @param use passages (the default), or an answer in words, for which a flow may have a chain
   * @throws UserError 422 when the settings can't be used; INVALID_OVERRIDE (400)
   */
  questionPlan(nodeId: string | undefined, overrides?: OverrideConfig, use?: QuestionUse): FlowPlan;
  /** The same with another node in the place of one; nothing is saved. @param node with the references still in it */
  withNode(nodeId: string, node: Pick<PlannedNode, 'definition' | 'inputs'>): Library;
  /** Saves the plan as it is here. What is in a table and goes to another place from then on is upserted there by the next run. */
  save(): void;
  /** The node by which it only reads another library, ready to be opened: that with this id, or the only one. */
  reader(nodeId: string | undefined): PlannedNode | undefined;
  /**
   * Does work when what is under way in the chunk table has ended.
   * @throws UserError STORE_BUSY while it is loaded or upserted
   */
  inTurn<T>(signal: AbortSignal, onWait: () => void, work: () => Promise<T>): Promise<T>;
  /**
   * Lets a caller delete the library's row in a transaction of its own, after whatever is under way for it.
   * @param take gets what removes the row, and where chunks of its table lie that go with it
   * @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND
   */
  takeOut<T>(take: (removeRow: () => void, places: readonly ChunkPlace[]) => T): Promise<T>;
  /** @throws AppError why it can't be synced, and what to do */
  syncPlan(): SyncPlan;
  /** Upserts what has changed at the origin of its documents: one run after the other. */
  sync(changes: LoaderChanges): readonly Prepare<PreparedUpsert>[];
  /**
   * The upsert of a run, once more.
   * @param request gives the request of the run, if the library needs it. @throws UserError RUN_NOT_RESUMABLE
   */
  again(run: Pick<LibraryRun, 'nodes'>, request: () => RepeatedRequest): Prepare<PreparedUpsert>;
}

/** For an id that neither a flow nor a document store has. */
export function noLibrary(): UserError {
  return new UserError(
    'CHATFLOW_NOT_FOUND',
    'There is neither a chatflow nor a document store of this id: look up its id with GET /api/v1/chatflows or GET /api/v1/document-store/store.',
  );
}
