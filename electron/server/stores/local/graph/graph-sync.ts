import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { GraphSettings, GraphShape } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Database } from '../../../storage/database.ts';
import { LOG_DELETED } from '../log/collection-writes.ts';
import { createLogReader, type LogReader } from '../log/log-reader.ts';
import { comparisonOf } from '../search/comparison.ts';
import type { GraphAnswer } from './graph-answer.ts';
import {
  createGraph,
  deleteOlderGraphs,
  deleteOtherGraphs,
  freeUnusedGraphs,
  type Graph,
  graphFileName,
  type LoadResult,
  loadGraph,
  saveGraph,
} from './graph-file.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface GraphLimits {
  /** Changes a step: 16 additions take about 15 ms, which is what a question may have to wait for (facts: 64 made it 92 ms). */
  readonly stepEntries: number;
  /** A graph that has followed to the end is saved after so many changes; fewer are replayed at the next start in a second. */
  readonly saveAfterChanges: number;
  /** Within a long build it is saved after so many, as long as saving takes a twentieth of the time: a crash costs no more than that. */
  readonly saveWithinChanges: number;
  /** When the server stops, it is saved if it has more unsaved changes. */
  readonly saveAtEndAfter: number;
  /** Beyond this share of deleted points a graph is built anew: questions slow down 1.9 times at a half (facts). */
  readonly rebuildAtShare: number;
  /** A handful of deleted points is no reason to rebuild. */
  readonly rebuildFromDeleted: number;
}

export const GRAPH_LIMITS: GraphLimits = {
  stepEntries: 16,
  saveAfterChanges: 1000,
  // About two seconds of work at the next start.
  saveWithinChanges: 2000,
  saveAtEndAfter: 2000,
  rebuildAtShare: 0.25,
  rebuildFromDeleted: 1000,
};

/** A file is written whole: were it written at equal steps, the cost of a build would grow with the square of its size. */
const SAVING_SHARE = 0.05;

export interface GraphSyncOptions {
  readonly collectionId: number;
  /** A connection that only reads. */
  readonly db: Database;
  readonly folder: string;
  readonly limits: GraphLimits;
  /** Milliseconds that only grow. */
  readonly clock?: () => number;
  onSaved(manifest: Manifest): void;
  onWarning(message: string): void;
}

interface Followed {
  readonly graph: Graph;
  readonly modelId: number;
  position: number;
  unsaved: number;
}

/** What a collection's graph has to be like. */
interface WantedGraph extends GraphShape {
  readonly modelId: number;
  readonly dimensions: number;
}

function isWorn({ size, deletedCount }: Graph, limits: GraphLimits): boolean {
  return deletedCount >= limits.rebuildFromDeleted && deletedCount > size * limits.rebuildAtShare;
}

function fromNothing(wanted: WantedGraph): Followed {
  return { graph: createGraph(wanted.dimensions, wanted), modelId: wanted.modelId, position: 0, unsaved: 0 };
}

function isOfShape({ graph }: Followed, { links, efConstruction }: GraphShape): boolean {
  return graph.links === links && graph.efConstruction === efConstruction;
}

/** Syncs one collection's graph with the log: loads it, replays, rebuilds when it is doubtful or worn out, saves. */
export class GraphSync {
  readonly #options: GraphSyncOptions;
  readonly #log: LogReader;
  readonly #selectWanted: BetterSqlite3.Statement<[number], WantedGraph>;
  #live: Followed | undefined;
  /** Takes over from the live one, which answers meanwhile, when it has caught up. */
  #successor: Followed | undefined;
  #generation = 0;
  readonly #clock: () => number;
  /** When the last save had ended, and how long it took. */
  #lastSave: { readonly endMs: number; readonly tookMs: number };

  constructor(options: GraphSyncOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#lastSave = { endMs: this.#clock(), tookMs: 0 };
    this.#log = createLogReader(options.db);
    this.#selectWanted = options.db.prepare<[number], WantedGraph>(
      `SELECT m.id AS modelId, m.dimensions, c.metric, c.links, c.ef_construction AS efConstruction
       FROM collection c JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
    );
  }

  /** The log's position up to which the graph answers; undefined until it is open. */
  get position(): number | undefined {
    return this.#live?.position;
  }

  /** Does a small piece of what there is to do; false when the graph is up to date. */
  step(): boolean {
    const wanted = this.#selectWanted.get(this.#options.collectionId);
    if (wanted === undefined) return false;
    this.#live = this.#comparable(wanted) ?? this.#open(wanted);
    if (this.#successor !== undefined && !isOfShape(this.#successor, wanted)) this.#successor = undefined;
    const live = this.#live;
    const isOutdated = !isOfShape(live, wanted) || isWorn(live.graph, this.#options.limits);
    if (isOutdated) this.#successor ??= fromNothing(wanted);
    const isAtEnd = this.#follow(this.#successor ?? live);
    if (this.#successor === undefined) this.#saveIfWorth(live, isAtEnd);
    else if (isAtEnd) {
      this.#live = this.#successor;
      this.#successor = undefined;
      freeUnusedGraphs();
      this.#save(this.#live);
    }
    return !isAtEnd || isWorn(this.#live.graph, this.#options.limits);
  }

  /** The nearest chunks as of a position of the log; undefined until the graph is open, for another dimension, and for another metric. */
  search(
    vector: Float32Array,
    topK: number,
    { metric, ef }: Pick<GraphSettings, 'metric' | 'ef'>,
  ): GraphAnswer | undefined {
    const live = this.#live;
    if (live === undefined || live.graph.dimensions !== vector.length || live.graph.metric !== metric) return undefined;
    const ready = comparisonOf(metric).ready(vector);
    if (ready === undefined) return undefined;
    return { after: live.position, candidates: live.graph.search(ready, topK, ef) };
  }

  /**
   * Before the process ends: saves the graph that is being built, if it would take long to do again.
   * @returns how many changes the next process has to take in again
   */
  end(): number {
    const followed = this.#successor ?? this.#live;
    if (followed === undefined) return 0;
    const { unsaved } = followed;
    return unsaved > this.#options.limits.saveAtEndAfter && this.#save(followed) ? 0 : unsaved;
  }

  /** The server has written this generation's manifest: older files can go. */
  confirmSaved(generation: number): void {
    deleteOlderGraphs(this.#options.folder, this.#options.collectionId, generation);
  }

  /** The live graph, or a new one when its vectors can't be compared with the collection's any more. */
  #comparable(wanted: WantedGraph): Followed | undefined {
    const live = this.#live;
    if (live === undefined || (live.modelId === wanted.modelId && live.graph.metric === wanted.metric)) return live;
    this.#successor = undefined;
    return fromNothing(wanted);
  }

  #open(wanted: WantedGraph): Followed {
    const { collectionId, db, folder, onWarning } = this.#options;
    const manifest = readManifest(db, collectionId);
    this.#generation = manifest?.generation ?? 0;
    deleteOtherGraphs(folder, collectionId, manifest?.file);
    if (manifest === undefined) return fromNothing(wanted);
    const result = this.#load(manifest, wanted);
    if ('graph' in result) {
      return { graph: result.graph, modelId: wanted.modelId, position: manifest.logSeq, unsaved: 0 };
    }
    onWarning(`The index of collection ${collectionId} is built anew: ${result.doubt}.`);
    return fromNothing(wanted);
  }

  #load(manifest: Manifest, { dimensions, metric }: WantedGraph): LoadResult {
    if (manifest.logSeq > this.#log.lastSeq(this.#options.collectionId)) return { doubt: 'it is ahead of the log' };
    if (manifest.metric !== metric) return { doubt: 'it compares vectors in another way' };
    return loadGraph(this.#options.folder, manifest, dimensions);
  }

  /** @returns whether the end of the log was reached */
  #follow(followed: Followed): boolean {
    const { collectionId, limits } = this.#options;
    const entries = this.#log.readAfter(collectionId, followed.position, limits.stepEntries);
    for (const { seq, op, chunk_id, vector } of entries) {
      if (op === LOG_DELETED) followed.graph.remove(chunk_id);
      else if (vector !== null) followed.graph.add(chunk_id, vector);
      followed.position = seq;
    }
    followed.unsaved += entries.length;
    return entries.length < limits.stepEntries;
  }

  #saveIfWorth(followed: Followed, isAtEnd: boolean): void {
    const { saveAfterChanges, saveWithinChanges } = this.#options.limits;
    if (followed.unsaved < (isAtEnd ? saveAfterChanges : saveWithinChanges)) return;
    const { endMs, tookMs } = this.#lastSave;
    if (isAtEnd || (this.#clock() - endMs) * SAVING_SHARE >= tookMs) this.#save(followed);
  }

  /** @returns whether it was saved */
  #save(followed: Followed): boolean {
    const startMs = this.#clock();
    const { collectionId, folder, onSaved, onWarning } = this.#options;
    const { graph, position } = followed;
    // Also when it fails: a full disk is not tried again at every step.
    followed.unsaved = 0;
    const generation = this.#generation + 1;
    const file = graphFileName(collectionId, generation);
    try {
      const facts = saveGraph(graph, join(folder, file));
      this.#generation = generation;
      const { dimensions, size: elementCount, deletedCount, metric, links, efConstruction } = graph;
      const made = { dimensions, elementCount, deletedCount, metric, links, efConstruction };
      onSaved({ collectionId, generation, file, ...facts, ...made, logSeq: position });
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onWarning(`The index of collection ${collectionId} could not be saved: ${reason}`);
      return false;
    } finally {
      const endMs = this.#clock();
      this.#lastSave = { endMs, tookMs: endMs - startMs };
    }
  }
}
