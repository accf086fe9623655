import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { PlannedLoader, UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import { transformersEmbeddings } from '../../../../shared/nodes/embeddings/transformers-embeddings.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { JobFile, LoadChunks, LoadJob, LoadListener } from '../../core/load-job.ts';
import { paramsOf } from '../compile/open-nodes.ts';
import type { RunEvents } from '../run-events.ts';

/** Chunks a batch: one transaction of about 10 ms, one request to an embedding server. */
const BATCH_SIZE = 256;

/** A part of what an upsert loads: the chunks of one loader, fresh or as they are stored. */
export interface SourcePart {
  /** The loader that works while the part is read, for its progress; undefined for chunks that lie there already. */
  readonly loader?: PlannedLoader | undefined;
  /** Values of the source id key that the part has read, even if it has no chunk of them. */
  readonly sources?: readonly string[] | undefined;
  /** Node of a flow or loader of a document store that the chunks are of, as the run's files name it. */
  readonly loaderId: string;
  /** What it reads, if that is files; the run fails when none of all parts' files can be read. */
  readonly files?: readonly JobFile[];
  /** @param sourceIdKey the metadata key that says where a chunk comes from */
  open(sourceIdKey: string, signal: AbortSignal, listener?: LoadListener): AsyncIterable<ChunkBatch>;
}

/** A loader with its references filled in, and what it is to read. */
export interface LoaderWork {
  readonly loader: PlannedLoader;
  /** Empty for a loader that fetches by itself. */
  readonly files: readonly JobFile[];
  /** Whether a file that can't be read is left out and reported; else the first one ends the load. */
  readonly skipFailedFiles?: boolean;
  /** What a loader of a folder is to look at; undefined: everything. */
  readonly changes?: FileChanges | undefined;
  /** What the chunks are embedded with, for splitters that count its tokens. */
  readonly embedding?: PlannedNode | undefined;
  /** Chunks a batch, if it is not to be the batch of an upsert. */
  readonly batchSize?: number;
}

/** A loader at work, as worker threads take it. */
export function jobOf(
  { loader, files, changes, skipFailedFiles = false, embedding, batchSize = BATCH_SIZE }: LoaderWork,
  sourceIdKey: string,
): LoadJob {
  const toJob = (node: PlannedNode) => ({
    nodeId: node.id,
    name: workingName(node.definition),
    params: paramsOf(node),
  });
  return {
    loader: toJob(loader),
    splitter: loader.splitter === undefined ? undefined : toJob(loader.splitter),
    files,
    changes,
    skipFailedFiles,
    sourceIdKey,
    localModel: embedding === undefined ? undefined : localModelOf(embedding),
    batchSize,
  };
}

/** The model of an on-device embedding node. (What is wrong with its settings is said where the model is opened.) */
function localModelOf({ definition, inputs }: PlannedNode): string | undefined {
  if (definition.name !== transformersEmbeddings.name) return undefined;
  return transformersEmbeddings.params.safeParse(inputs).data?.model;
}

/** The one way to load: runs of flows and document stores, dry runs, previews and the first look at a file all read a loader through it. */
export function loaderPart(work: LoaderWork, loadChunks: LoadChunks): SourcePart {
  return {
    loader: work.loader,
    loaderId: work.loader.id,
    files: work.files,
    open: (sourceIdKey, signal, listener) => loadChunks(jobOf(work, sourceIdKey), signal, listener),
  };
}

/** Whether a loader reads files; any other fetches by itself. */
function takesFiles({ definition }: PlannedLoader): boolean {
  return definition.upload !== undefined;
}

/** The files of loaders by their node ids, with what is known to be wrong with the files. */
export type FilesByLoader = ReadonlyMap<string, readonly JobFile[]>;

/** What a flow is to load. */
interface FlowLoad {
  readonly plan: UpsertPlan;
  readonly files: FilesByLoader;
  readonly skipFailedFiles: boolean;
  /** Undefined: everything is loaded. */
  readonly changes?: LoaderChanges | undefined;
}

/** What has changed in the folders of a flow. */
export interface LoaderChanges {
  /** Whether only loaders that are named here are to load. */
  readonly isOnly: boolean;
  readonly byLoader: ReadonlyMap<string, FileChanges>;
}

/** Why a loader has nothing to do; undefined if it has. */
function idleReason(loader: PlannedLoader, fileCount: number, changes: LoaderChanges | undefined): string | undefined {
  if (changes?.isOnly === true && !changes.byLoader.has(loader.id)) return 'Nothing has changed for it';
  return fileCount === 0 && takesFiles(loader) ? 'No file for it in this run' : undefined;
}

/** Whether a run loads all that there is: whatever it does not load is out of date then. */
export function loadsEverything({ plan, files, changes }: FlowLoad): boolean {
  return plan.loaders.every(
    (loader) =>
      idleReason(loader, files.get(loader.id)?.length ?? 0, changes) === undefined &&
      changes?.byLoader.get(loader.id)?.changed === undefined,
  );
}

/** The loaders of a flow as the source of an upsert: those that have something to read, in the order of the drawing. */
export function flowSource(
  { plan, files, skipFailedFiles, changes }: FlowLoad,
  loadChunks: LoadChunks,
  events: RunEvents | undefined,
): readonly SourcePart[] {
  return plan.loaders.flatMap((loader) => {
    const own = files.get(loader.id) ?? [];
    const message = idleReason(loader, own.length, changes);
    if (message !== undefined) {
      events?.updateNode(loader.id, { status: 'skipped', message });
      return [];
    }
    const work = { loader, files: own, skipFailedFiles, embedding: plan.embedding };
    return [loaderPart({ ...work, changes: changes?.byLoader.get(loader.id) }, loadChunks)];
  });
}
