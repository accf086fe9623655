import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import type { AppError } from '../../../shared/errors/errors.ts';
import type { NodeDefinition, NodeKind, ParamsOf } from '../../../shared/nodes/define-node.ts';
import type { GraphSettings } from '../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Metadata } from '../metadata.ts';
import type { VectorStore } from '../vector/vector-store.ts';
import type { OutsideRecordManager, OutsideVectorStore } from './outside-kinds.ts';
import type { CleanupMode, RecordManager } from './record-kinds.ts';

export type { ChunkRecord, CleanupMode, KnownRecord, RecordManager, StaleRecord } from './record-kinds.ts';

/** What a loader could not read and went on without. */
export interface LoadFailure {
  /** Path of a file, address of a page. */
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** Values of the source id key that what is stored of it has. */
  readonly sources: readonly string[];
  /** Whether it may have led to more sources, which nobody can name now: a page with links, a folder. */
  readonly isOpenEnded: boolean;
  /** False for what people need not be told one by one. */
  readonly isTold: boolean;
}

/** Text as one piece, or as pieces that follow each other (so that a large file is never held whole). */
export type TextInput = string | AsyncIterable<string>;

export interface LoadedDocument {
  readonly text: TextInput;
  readonly metadata: Metadata;
}

/** A file of the call, or one that the flow keeps. */
export interface SourceFile {
  /** The client's name for it, with its folders below the one that was chosen. Only shown and recorded, never used as a path. */
  readonly name: string;
  /** The name that it was sent under, when another file of the call has that. */
  readonly sentAs?: string;
  /** Where it lies, under a name of ours. */
  readonly path: string;
  readonly sizeBytes: number;
}

export interface LoadContext {
  readonly signal: AbortSignal;
  /** To be called with how much of the file has been dealt with, in bytes: for progress. */
  onRead(bytesRead: number): void;
}

/**
 * Reads one file. Runs in a worker thread. Checks the content (extension first, then what is in it).
 * @throws UserError UNSUPPORTED_FILE_TYPE, FILE_CORRUPT, FILE_EMPTY, FILE_ENCRYPTED, FILE_HAS_NO_TEXT, ARCHIVE_TOO_LARGE,
 *   naming the file and the reason.
 */
export interface FileDocumentLoader<Params> {
  load(params: Params, file: SourceFile, context: LoadContext): AsyncIterable<LoadedDocument>;
  /** Of the additional metadata, what every document gets as it is; without this function, all. */
  commonMetadata?(additional: Metadata): Metadata;
  readonly checkConnection?: CheckConnection<Params>;
}

export interface OriginContext {
  readonly signal: AbortSignal;
  /**
   * To be called with how many documents (pages, files, rows) have been dealt with, of how many if that is known: for progress.
   * @param message what people should know of the run so far: that something was left out, say
   */
  onProgress(done: number, total?: number, message?: string): void;
  /** To be called for what could not be read when the loader goes on without it: what is stored of it stays. */
  onFailed?(failure: OriginFailure): void;
  /** To be called before a file is opened: if reading it ends the worker, the error names it. */
  onFile?(file: SourceFile): void;
  /** An empty folder for files that are fetched; it is removed when the job ends. */
  makeFolder(): Promise<string>;
  /** A folder that stays, for what is worth keeping from one run to the next. Its content may vanish at any time. */
  readonly cacheFolder: string;
}

export interface OriginFailure extends Pick<LoadFailure, 'name' | 'isOpenEnded' | 'isTold'> {
  readonly error: AppError;
  /** What its documents have, or may have. */
  readonly metadata: readonly Metadata[];
}

/**
 * Fetches documents from where its params say: the web, a folder, a database. Runs in a worker thread. The metadata of every document
 * names its origin: `source` at least, which is unique for each document that can change by itself.
 * @throws UserError for what the params or the content are to blame for; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export interface OriginDocumentLoader<Params> {
  loadOrigin(params: Params, context: OriginContext): AsyncIterable<LoadedDocument>;
  readonly checkConnection?: CheckConnection<Params>;
}

/** A loader of files has `upload` in its definition; any other fetches by itself. */
export type DocumentLoader<Params> = FileDocumentLoader<Params> | OriginDocumentLoader<Params>;

/**
 * Tries to reach what a node talks to, without changing anything there. Runs on the server's thread.
 * @returns a sentence for people: what answered
 * @throws UserError, OperationalError saying what failed and what to do
 */
export type CheckConnection<Params> = (params: Params, signal: AbortSignal) => Promise<string>;

export interface TextChunk {
  readonly text: string;
  /** First and last line in the document, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  /** Where it lies in the document's text, in UTF-16 units from 0; `end` is the first unit behind it. */
  readonly start: number;
  readonly end: number;
  /** What the splitter knows of the chunk (the headings above it, say); goes over the document's own metadata. */
  readonly metadata?: Metadata;
}

/** Runs in a worker thread. Chunks are never empty or blank. */
export interface TextSplitter {
  split(text: TextInput): AsyncIterable<TextChunk>;
}

/** What a splitter may know of where its chunks go. */
export interface SplitterContext {
  /** The on-device model that they are embedded with, as its node names it; undefined: another one, or not known yet. */
  readonly localModel: string | undefined;
  /** Where on-device models lie. */
  readonly modelsFolder: string;
}

export interface TextSplitterFactory<Params> {
  create(params: Params, context: SplitterContext): TextSplitter | Promise<TextSplitter>;
}

/** A model that is ready to embed. The same text always gives the same vector. */
export interface EmbeddingModel {
  /** Names model, size and quantisation: vectors of different ids are not comparable. Also the cache's key. */
  readonly id: string;
  /** Length of every vector; undefined until a server that does not say has answered once. */
  readonly dimensions: number | undefined;
  /** How much a vector search counts beside a keyword search, in the reciprocal rank fusion; 1 is equal. */
  readonly hybridWeight: number;
  /**
   * One vector a text, in order, as float32 (finite numbers, not necessarily of length 1).
   * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT, MODEL_UNAVAILABLE, WORKER_CRASHED
   */
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>;
}

export interface EmbeddingContext {
  readonly signal: AbortSignal;
  /** Progress of fetching a model, 0 to 1, with a sentence for people. */
  onProgress(progress: { readonly message: string; readonly fraction: number | undefined }): void;
}

export interface EmbeddingFactory<Params> {
  open(params: Params, context: EmbeddingContext, host: EmbeddingHost): Promise<EmbeddingModel>;
}

/** What embedding nodes need of the server: set up once at start. Grows with what they need. */
export interface EmbeddingHost {
  /** Opens an on-device model in the worker pool, fetching or converting it first if it is not there. */
  openLocalModel(model: string, context: EmbeddingContext): Promise<EmbeddingModel>;
}

/** What vector store nodes need of the server. */
export interface VectorStoreHost {
  /** @param settings of those who write to it; whoever only asks needs none */
  openCollection(name: string, settings?: GraphSettings): VectorStore;
  /** In the server's memory, until it ends. */
  openMemoryStore(name: string): OutsideVectorStore;
}

/** Defaults that depend on the flow: an unnamed collection or namespace is the flow's own. */
export interface StoreContext {
  readonly chatflowId: string;
}

/** Opening connects to nothing: the first call does. */
export interface VectorStoreFactory<Params> {
  open(params: Params, context: StoreContext, host: VectorStoreHost): VectorStore | OutsideVectorStore;
}

/** What record manager nodes need of the server. */
export interface RecordManagerHost {
  openRecords(
    namespace: string,
    options: { readonly cleanup: CleanupMode; readonly sourceIdKey: string },
  ): RecordManager;
}

/** Opening connects to nothing: the first call does. */
export interface RecordManagerFactory<Params> {
  open(
    params: Params,
    context: StoreContext & { readonly collection: string },
    host: RecordManagerHost,
  ): RecordManager | OutsideRecordManager;
}

/** What store reader nodes need of the server. */
export interface StoreReaderHost {
  /** @throws UserError STORE_NOT_FOUND, MISSING_INPUT, EMBEDDING_MISMATCH */
  queryDocumentStore(storeId: string, body: StoreQuestion, signal: AbortSignal): Promise<VectorQueryResult>;
}

/** A question to a store that is filled elsewhere. */
export type StoreQuestion = Omit<VectorQueryBody, 'stopNodeId'>;

export interface StoreReader {
  query(body: StoreQuestion, signal: AbortSignal): Promise<VectorQueryResult>;
}

export interface StoreReaderFactory<Params> {
  open(params: Params, host: StoreReaderHost): StoreReader;
}

interface ImplementationByKind<Params> {
  documentloader: FileDocumentLoader<Params>;
  textsplitter: TextSplitterFactory<Params>;
  embedding: EmbeddingFactory<Params>;
  vectorstore: VectorStoreFactory<Params>;
  storereader: StoreReaderFactory<Params>;
  recordmanager: RecordManagerFactory<Params>;
}

/** What a node of this definition does. */
export type ImplementationOf<D extends NodeDefinition> = ImplementationByKind<ParamsOf<D>>[D['kind'] & NodeKind];

/** Types an implementation from its definition; the definition itself is not kept. */
export function implement<D extends NodeDefinition>(
  _definition: D,
  implementation: ImplementationOf<D>,
): ImplementationOf<D> {
  return implementation;
}

/** {@link implement} for a loader that fetches by itself: its definition has no `upload`. */
export function implementOrigin<D extends NodeDefinition<'documentloader'>>(
  _definition: D,
  implementation: OriginDocumentLoader<ParamsOf<D>>,
): OriginDocumentLoader<ParamsOf<D>> {
  return implementation;
}
