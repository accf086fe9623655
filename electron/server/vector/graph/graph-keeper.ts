import { join } from 'node:path';
import type { Database } from '../../storage/database.ts';
import { LOG_ADDED } from '../collection-writes.ts';
import { createLogReader } from '../log-reader.ts';
import { createGraph, type Graph } from './graph.ts';
import { deleteOlderGraphs, deleteOtherGraphs, graphFileName, loadGraph, saveGraph } from './graph-file.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface GraphLimits {
  /** Changes a step: 16 additions take about 15 ms, which is what a question may have to wait for (facts: 64 made it 92 ms). */
  readonly stepEntries: number;
  /** A graph that has followed to the end is saved after so many changes; fewer are replayed at the next start in a second. */
  readonly saveAfterChanges: number;
  /** Within a long build it is saved after so many, so that a crash does not cost all of it. */
  readonly saveWithinChanges: number;
  /** Beyond this share of deleted points a graph is built anew: questions slow down 1.9 times at a half (facts). */
  readonly rebuildAtShare: number;
  /** A handful of deleted points is no reason to rebuild. */
  readonly rebuildFromDeleted: number;
}

export const GRAPH_LIMITS: GraphLimits = {
  stepEntries: 16,
  saveAfterChanges: 1000,
  saveWithinChanges: 50_000,
  rebuildAtShare: 0.25,
  rebuildFromDeleted: 1000,
};

export interface KeeperOptions {
  readonly collectionId: number;
  /** A connection that only reads. */
  readonly db: Database;
  readonly folder: string;
  readonly limits: GraphLimits;
  onSaved(manifest: Manifest): void;
  onWarning(message: string): void;
}

export interface GraphKeeper {
  /** Does a small piece of what there is to do; false when the graph is up to date. */
  step(): boolean;
  /** The nearest chunks as of a position of the log; undefined until the graph is open. */
  search(unit: Float32Array, topK: number): { after: number; candidates: number[] } | undefined;
  /** The log's position up to which the graph answers; undefined until it is open. */
  readonly position: number | undefined;
  /** The server has written this generation's manifest: older files can go. */
  confirmSaved(generation: number): void;
}

interface Followed {
  readonly graph: Graph;
  readonly modelId: number;
  position: number;
  unsaved: number;
}

interface ModelRow {
  readonly modelId: number;
  readonly dimensions: number;
}

/** Keeps one collection's graph in step with the log: loads it, replays, rebuilds when it is doubtful or worn out, saves. */
export function createGraphKeeper(options: KeeperOptions): GraphKeeper {
  const { collectionId, db, folder, limits } = options;
  const log = createLogReader(db);
  const selectModel = db.prepare<[number], ModelRow>(
    `SELECT m.id AS modelId, m.dimensions FROM collection c JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
  );
  let live: Followed | undefined;
  /** Takes over from `live`, which answers meanwhile, when it has caught up. */
  let successor: Followed | undefined;
  let generation = 0;

  function fromNothing({ modelId, dimensions }: ModelRow): Followed {
    return { graph: createGraph(dimensions), modelId, position: 0, unsaved: 0 };
  }

  function open(model: ModelRow): Followed {
    const manifest = readManifest(db, collectionId);
    generation = manifest?.generation ?? 0;
    deleteOtherGraphs(folder, collectionId, manifest?.file);
    if (manifest === undefined) return fromNothing(model);
    const isAhead = manifest.logSeq > log.lastSeq(collectionId);
    const result = isAhead ? { doubt: 'it is ahead of the log' } : loadGraph(folder, manifest, model.dimensions);
    if ('graph' in result)
      return { graph: result.graph, modelId: model.modelId, position: manifest.logSeq, unsaved: 0 };
    options.onWarning(`The index of collection ${collectionId} is built anew: ${result.doubt}.`);
    return fromNothing(model);
  }

  /** @returns whether the end of the log was reached */
  function follow(followed: Followed): boolean {
    const entries = log.readAfter(collectionId, followed.position, limits.stepEntries);
    for (const { seq, op, chunk_id, vector } of entries) {
      if (op !== LOG_ADDED) followed.graph.remove(chunk_id);
      else if (vector !== null) followed.graph.add(chunk_id, vector);
      followed.position = seq;
    }
    followed.unsaved += entries.length;
    return entries.length < limits.stepEntries;
  }

  function isWorn({ size, deletedCount }: Graph): boolean {
    return deletedCount >= limits.rebuildFromDeleted && deletedCount > size * limits.rebuildAtShare;
  }

  function save(followed: Followed): void {
    const { graph, position } = followed;
    // Also when it fails: a full disk is not tried again at every step.
    followed.unsaved = 0;
    const file = graphFileName(collectionId, generation + 1);
    try {
      const facts = saveGraph(graph, join(folder, file));
      generation += 1;
      options.onSaved({
        collectionId,
        generation,
        file,
        ...facts,
        dimensions: graph.dimensions,
        elementCount: graph.size,
        deletedCount: graph.deletedCount,
        logSeq: position,
      });
    } catch (error) {
      options.onWarning(
        `The index of collection ${collectionId} could not be saved: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  function saveIfWorth(followed: Followed, isAtEnd: boolean): void {
    if (followed.unsaved >= (isAtEnd ? limits.saveAfterChanges : limits.saveWithinChanges)) save(followed);
  }

  return {
    step() {
      const model = selectModel.get(collectionId);
      if (model === undefined) return false;
      if (live !== undefined && live.modelId !== model.modelId) {
        live = fromNothing(model);
        successor = undefined;
      }
      live ??= open(model);
      const isAtEnd = follow(successor ?? live);
      if (successor === undefined) saveIfWorth(live, isAtEnd);
      else if (isAtEnd) {
        live = successor;
        successor = undefined;
        save(live);
      }
      if (successor === undefined && isWorn(live.graph)) successor = fromNothing(model);
      return !isAtEnd || successor !== undefined;
    },
    search(unit, topK) {
      if (live === undefined || live.graph.dimensions !== unit.length) return undefined;
      return { after: live.position, candidates: live.graph.search(unit, topK) };
    },
    get position() {
      return live?.position;
    },
    confirmSaved: (confirmed) => deleteOlderGraphs(folder, collectionId, confirmed),
  };
}
