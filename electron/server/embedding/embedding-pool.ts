import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import type { EmbeddingContext, EmbeddingModel, EmbeddingPool, HubModels } from '../core/embedding-model.ts';
import type { Log } from '../core/log.ts';
import { type Sleep, sleepFor } from '../http/retries.ts';
import type { EncoderSource, TextPurpose } from './encoder/encoder.ts';
import { ensureHubModel, forgetHubFiles, forgetHubModel, listHubModels } from './hub/hub-model-files.ts';
import type { HubModelOptions } from './hub/hub-revision.ts';
import { hubModelFolder, parseModelName } from './hub/model-name.ts';
import { hybridWeightOf, readModelTraits, traitsSuffix } from './hub/model-traits.ts';
import { createEncoderProcess, type EncoderProcess } from './local/encoder-process.ts';
import { createSingleFlight } from './local/single-flight.ts';
import { USE_LITE_DIMENSIONS, USE_LITE_MODEL_ID } from './local/use-lite/model-facts.ts';

export interface EmbeddingPoolOptions {
  /** The server's data folder; models go into `models/`. */
  readonly dataDir: string;
  /** Workers per model; without it one a core: they run behind everything else (measured on 2 cores: two give 1.7 times as much as one). */
  readonly workers?: number;
  /** Where hub models come from. */
  readonly hubUrl?: string;
  /** After so long without work a model's workers end and its memory is free. */
  readonly idleMs?: number;
  readonly log?: Log;
  /** Waits between two tries of a download, for tests. */
  readonly sleep?: Sleep;
}

const DEFAULT_HUB_URL = 'https://huggingface.co';
const DEFAULT_IDLE_MS = 5 * 60_000;

/**
 * Weights in the rank fusion (see EmbeddingModel). The built-in one finds 18 % of hand-written questions' passages where
 * keywords find 43 to 47 % (recall at 5, 6,161 paragraphs, 60 questions), so it only breaks ties.
 */
const BUILT_IN_WEIGHT = 0.15;

/**
 * This machine takes seconds to embed a batch. In smaller commits a power cut loses less, and questions meanwhile read fewer chunks that the keyword index does not have yet
 * (measured on 2 cores, 16 rounds: the longest of them takes 40 to 100 ms, mostly 60, instead of 85 to 155).
 */
const COMMIT_SIZE = 64;

interface PooledModel {
  readonly id: string;
  readonly dimensions: number | undefined;
  readonly hybridWeight: number;
  readonly pool: EncoderProcess;
  /** Replaces files that do not load; undefined where there is nothing to fetch them from. */
  readonly repair: ((context: EmbeddingContext) => Promise<void>) | undefined;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof OperationalError && error.code === 'MODEL_UNAVAILABLE';
}

function toEmbeddingModel(model: PooledModel, onProgress: EmbeddingContext['onProgress']): EmbeddingModel {
  const { id, hybridWeight, pool, repair } = model;
  let { dimensions } = model;
  // A run opens its model once: all that it embeds takes turns with what others do.
  const caller = {};
  const embed = async (texts: readonly string[], purpose: TextPurpose, signal: AbortSignal) => {
    try {
      return await pool.embed(texts, purpose, signal, caller);
    } catch (error) {
      if (repair === undefined || !isUnavailable(error)) throw error;
      // The files have the right size and do not load: they were damaged on the disk. Once more, from fresh ones.
      await repair({ signal, onProgress });
      return await pool.embed(texts, purpose, signal, caller);
    }
  };
  const remember = (vectors: readonly Float32Array[]): readonly Float32Array[] => {
    dimensions ??= vectors[0]?.length;
    return vectors;
  };
  return {
    id,
    hybridWeight,
    commitSize: COMMIT_SIZE,
    get dimensions() {
      return dimensions;
    },
    embedDocuments: async (texts, signal) => remember(await embed(texts, 'document', signal)),
    async embedQuery(text, signal) {
      const [vector] = remember(await embed([text], 'query', signal));
      if (vector === undefined) throw new OperationalError('WORKER_CRASHED', 'The model gave no vector: try again.');
      return vector;
    },
  };
}

/** What the ids of a hub model's vectors begin with. */
function hubIdStart(modelId: string): string {
  return `hub:${modelId}/`;
}

function requireHubId(model: string): string {
  const name = parseModelName(model);
  if (name.kind === 'hub') return name.id;
  throw new UserError('INVALID_PARAM', `"${model}" is not a model of the hub: write its id, owner/name.`, {
    details: { param: 'model' },
  });
}

/** One process per model, made when it is first asked for. */
function createPools(options: EmbeddingPoolOptions) {
  const { idleMs = DEFAULT_IDLE_MS, workers = availableParallelism(), log } = options;
  const pools = new Map<string, EncoderProcess>();
  return {
    get(id: string, source: EncoderSource): EncoderProcess {
      const pool = pools.get(id) ?? createEncoderProcess({ source, workers, idleMs, log });
      pools.set(id, pool);
      return pool;
    },
    /** Ends the workers of the models whose ids begin so. @returns false when they have work */
    async drop(idStart: string): Promise<boolean> {
      const found = Array.from(pools).filter(([id]) => id.startsWith(idStart));
      if (found.some(([, pool]) => pool.isBusy)) return false;
      for (const [id] of found) pools.delete(id);
      await Promise.all(found.map(([, pool]) => pool.close()));
      return true;
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(pools.values(), (pool) => pool.close()));
    },
  };
}

interface FolderModel {
  /** The folder's own name, for people. */
  readonly name: string;
  readonly dtype: 'q8' | 'fp32';
  /** Changes when the model or its tokenizer does. */
  readonly fingerprint: string;
}

/** What transformers.js looks for, the small one first. */
const MODEL_FILES = [
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
  { file: 'onnx/model.onnx', dtype: 'fp32' },
] as const;

const FINGERPRINT_DIGITS = 16;

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Looks at a model in a folder of the user's: config.json, tokenizer.json, tokenizer_config.json and onnx/.
 * @throws UserError INVALID_PARAM when something is missing.
 */
async function inspectFolderModel(folder: string): Promise<FolderModel> {
  const name = basename(folder);
  const missing = (what: string): UserError =>
    new UserError(
      'INVALID_PARAM',
      `The model folder "${name}" has no ${what}: choose a folder as Hugging Face lays it out, with config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx or onnx/model.onnx.`,
      { details: { param: 'model' } },
    );
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
    if (!(await exists(join(folder, file)))) throw missing(file);
  }
  for (const { file, dtype } of MODEL_FILES) {
    const path = join(folder, file);
    if (!(await exists(path))) continue;
    const hash = createHash('sha256');
    // The model of a folder has no version: only its content says whether vectors are comparable.
    await pipeline(createReadStream(path), hash, { end: false });
    await pipeline(createReadStream(join(folder, 'tokenizer.json')), hash);
    return { name, dtype, fingerprint: hash.digest('hex').slice(0, FINGERPRINT_DIGITS) };
  }
  throw missing('onnx/model_quantized.onnx');
}

/**
 * Opens on-device models: the built-in one, hub models and models in folders. Costs nothing before the first use; workers
 * start with the first text.
 */
export function createEmbeddingPool(options: EmbeddingPoolOptions): EmbeddingPool & {
  readonly hub: HubModels;
  close(): Promise<void>;
} {
  const { dataDir, hubUrl = DEFAULT_HUB_URL, sleep = sleepFor } = options;
  const modelsFolder = join(dataDir, 'models');
  const pools = createPools(options);
  const shared = createSingleFlight();

  const openBuiltIn = (): PooledModel => {
    const pool = pools.get(USE_LITE_MODEL_ID, { kind: 'use-lite' });
    const facts = { id: USE_LITE_MODEL_ID, dimensions: USE_LITE_DIMENSIONS, hybridWeight: BUILT_IN_WEIGHT };
    return { ...facts, pool, repair: undefined };
  };
  const openFolder = async (folder: string): Promise<PooledModel> => {
    const { name, dtype, fingerprint } = await inspectFolderModel(folder);
    const traits = await readModelTraits(folder, name);
    const id = `folder:${name}/${dtype}@${fingerprint}${traitsSuffix(name, traits)}`;
    const pool = pools.get(id, { kind: 'transformers', name, folder, dtype, traits });
    return { id, dimensions: undefined, hybridWeight: hybridWeightOf(name), pool, repair: undefined };
  };
  const filesOf = (modelId: string): HubModelOptions => ({
    folder: hubModelFolder(modelsFolder, modelId),
    modelId,
    hubUrl,
    sleep,
  });
  const fetchModel = (modelId: string, context: EmbeddingContext): Promise<void> =>
    shared.run(modelId, context, (sharedContext) => ensureHubModel(filesOf(modelId), sharedContext));
  const openFromHub = async (modelId: string, context: EmbeddingContext): Promise<PooledModel> => {
    const files = filesOf(modelId);
    const { folder } = files;
    const repair = (repairContext: EmbeddingContext): Promise<void> =>
      shared.run(modelId, repairContext, async (sharedContext) => {
        await forgetHubFiles(folder);
        await ensureHubModel(files, sharedContext);
      });
    await fetchModel(modelId, context);
    const traits = await readModelTraits(folder, modelId);
    const id = `${hubIdStart(modelId)}q8${traitsSuffix(modelId, traits)}`;
    const pool = pools.get(id, { kind: 'transformers', name: modelId, folder, dtype: 'q8', traits });
    return { id, dimensions: undefined, hybridWeight: hybridWeightOf(modelId), pool, repair };
  };

  return {
    hub: {
      list: () => listHubModels(modelsFolder),
      check: (model) => void requireHubId(model),
      fetch: async (model, context) => await fetchModel(requireHubId(model), context),
      async remove(model) {
        const modelId = requireHubId(model);
        if (shared.isRunning(modelId) || !(await pools.drop(hubIdStart(modelId)))) {
          throw new UserError('MODEL_IN_USE', `The model ${modelId} is in use now: try again when its run has ended.`);
        }
        await forgetHubModel(hubModelFolder(modelsFolder, modelId));
      },
    },
    async openLocalModel(model, context) {
      const name = parseModelName(model);
      if (name.kind === 'built-in') return toEmbeddingModel(openBuiltIn(), context.onProgress);
      const opened = name.kind === 'hub' ? openFromHub(name.id, context) : openFolder(name.path);
      return toEmbeddingModel(await opened, context.onProgress);
    },
    async close() {
      await shared.close(new OperationalError('SHUTTING_DOWN', 'The server is stopping: run it again afterwards.'));
      await pools.close();
    },
  };
}
