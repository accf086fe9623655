import hnswlib from 'hnswlib-node';
import { BugError } from '../../../../../shared/errors/errors.ts';
import type { GraphShape, Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { comparisonOf } from '../search/comparison.ts';
import { leastGraphBytes } from './graph-bytes.ts';

/** Makes a build repeatable. */
const SEED = 100;
const FIRST_CAPACITY = 1024;
/** hnswlib's labels wrap around silently beyond this. */
const MAX_LABEL = 0xffff_ffff;

/**
 * An HNSW graph with all guards that the native library lacks: it aborts the process on a bad vector, takes NaN,
 * wraps labels, and duplicates a label that is added twice. Labels are chunk ids and are never used again.
 */
export interface Graph extends GraphShape {
  readonly dimensions: number;
  /** Points, with the deleted ones. */
  readonly size: number;
  readonly deletedCount: number;
  /** Adds a stored vector. One that can't be compared (length, NaN), and a label that is known, are left out. */
  add(label: number, blob: Uint8Array): void;
  /** Marks as deleted; an unknown label is no fault, since its vector may have been left out. */
  remove(label: number): void;
  /**
   * The nearest labels, nearest first.
   * @param vector made ready as the metric wants it
   * @param ef candidates that are looked at
   */
  search(vector: Float32Array, topK: number, ef: number): number[];
  /** Writes to `file`, whether it worked or not: the library does not say. */
  write(file: string): void;
  /** What a whole file has at least. */
  readonly minFileBytes: number;
}

type NativeGraph = InstanceType<typeof hnswlib.HierarchicalNSW>;

/** Vectors of length 1 are compared by their inner product, which is the cosine. */
function openNative(metric: Metric, dimensions: number): NativeGraph {
  return new hnswlib.HierarchicalNSW(metric === 'l2' ? 'l2' : 'ip', dimensions);
}

function makeRoom(native: NativeGraph): void {
  const capacity = native.getMaxElements();
  if (native.getCurrentCount() < capacity) return;
  native.resizeIndex(Math.max(FIRST_CAPACITY, Math.ceil(capacity * 1.5)));
}

function wrap(native: NativeGraph, shape: GraphShape, { dimensions, deletedCount: deletedBefore }: GraphFacts): Graph {
  const labels = new Set(native.getIdsList());
  const row = new Float32Array(dimensions);
  const { read } = comparisonOf(shape.metric);
  let deletedCount = deletedBefore;

  return {
    metric: shape.metric,
    links: shape.links,
    efConstruction: shape.efConstruction,
    dimensions,
    get size() {
      return labels.size;
    },
    get deletedCount() {
      return deletedCount;
    },
    get minFileBytes() {
      return leastGraphBytes(labels.size, dimensions, shape.links);
    },
    add(label, blob) {
      if (!Number.isInteger(label) || label < 0 || label > MAX_LABEL)
        throw new BugError(`Chunk ${label} has no room as a label`);
      if (labels.has(label) || !read(blob, dimensions, row)) return;
      makeRoom(native);
      // The library takes plain arrays only.
      native.addPoint(Array.from(row), label);
      labels.add(label);
    },
    remove(label) {
      if (!labels.has(label)) return;
      native.markDelete(label);
      deletedCount += 1;
    },
    search(vector, topK, ef) {
      if (vector.length !== dimensions) throw new BugError(`A vector of ${vector.length} for a graph of ${dimensions}`);
      const wanted = Math.min(topK, labels.size - deletedCount);
      if (wanted <= 0) return [];
      // Each time: a loaded graph starts with 10, and the collection's may have changed.
      native.setEf(ef);
      return native.searchKnn(Array.from(vector), wanted).neighbors;
    },
    write(file) {
      native.writeIndexSync(file);
    },
  };
}

/** What a graph's file is known to hold. */
export interface GraphFacts {
  readonly dimensions: number;
  readonly size: number;
  readonly deletedCount: number;
}

/** An empty graph. */
export function createGraph(dimensions: number, shape: GraphShape): Graph {
  const native = openNative(shape.metric, dimensions);
  native.initIndex(FIRST_CAPACITY, shape.links, shape.efConstruction, SEED);
  return wrap(native, shape, { dimensions, size: 0, deletedCount: 0 });
}

/**
 * Reads a file whose hash was checked, always into a new object: one whose reading failed must never be touched again.
 * @throws Error when the file is not what `facts` say
 */
export function readGraph(file: string, facts: GraphFacts & GraphShape): Graph {
  const native = openNative(facts.metric, facts.dimensions);
  native.readIndexSync(file);
  if (native.getCurrentCount() !== facts.size || native.getNumDimensions() !== facts.dimensions) {
    throw new BugError(`The index file holds ${native.getCurrentCount()} points of ${facts.size}`);
  }
  return wrap(native, facts, facts);
}
