/** A model that is ready to embed. The same text always gives the same vector. */
export interface EmbeddingModel {
  /** Names model, size and quantisation: vectors of different ids are not comparable. Also the cache's key. */
  readonly id: string;
  /** Length of every vector; undefined until a server that does not say has answered once. */
  readonly dimensions: number | undefined;
  /** How much a vector search counts beside a keyword search, in the reciprocal rank fusion; 1 is equal. */
  readonly hybridWeight: number;
  /** The most passages that are embedded for one commit; undefined where a whole batch is embedded at once. */
  readonly commitSize: number | undefined;
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

/** What embedding nodes need of the server: set up once at start. Grows with what they need. */
export interface EmbeddingPool {
  /** Opens an on-device model in the worker pool, fetching it first if it is not there. */
  openLocalModel(model: string, context: EmbeddingContext): Promise<EmbeddingModel>;
}

/** What there is of a hub model on this machine. */
export interface StoredModel {
  /** Hugging Face's owner/name. */
  readonly id: string;
  readonly receivedBytes: number;
  readonly isWhole: boolean;
}

/** The files of the models of the Hugging Face hub. */
export interface HubModels {
  list(): Promise<StoredModel[]>;
  /** @throws UserError INVALID_PARAM for what is no id */
  check(id: string): void;
  /**
   * Fetches a model, or what is missing of it. One that is fetched for a run at the same time is fetched once.
   * @throws UserError INVALID_PARAM for what is no id, OperationalError MODEL_UNAVAILABLE, DISK_FULL; the signal's reason when it aborts
   */
  fetch(id: string, context: EmbeddingContext): Promise<void>;
  /**
   * Removes a model from this machine.
   * @throws UserError INVALID_PARAM for what is no id, MODEL_IN_USE while it embeds or is fetched
   */
  remove(id: string): Promise<void>;
}
