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
  open(params: Params, context: EmbeddingContext, deps: EmbeddingPool): Promise<EmbeddingModel>;
}

/** What embedding nodes need of the server: set up once at start. Grows with what they need. */
export interface EmbeddingPool {
  /** Opens an on-device model in the worker pool, fetching it first if it is not there. */
  openLocalModel(model: string, context: EmbeddingContext): Promise<EmbeddingModel>;
}
