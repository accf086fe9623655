import hnswlib from 'hnswlib-node';
import { BugError } from '../../../../shared/errors/errors.ts';
import { readUnitVector } from '../search/vector-math.ts';

/** hnswlib's usual values: recall@10 of 1.000 at 100,000 x 384. */
const LINKS = 16;
const EF_CONSTRUCTION = 200;
/**
 * Vectors of real texts need 64 for a recall of 1.0. Vectors without any structure (12,000 x 512 random ones) get 0.33 with 64, 0.73
 * with 256, 0.91 with 512; it costs 1 to 2 ms a question.
 */
const EF_SEARCH = 512;
/** Makes a build repeatable. */
const SEED = 100;
const FIRST_CAPACITY = 1024;
/** hnswlib's labels wrap around silently beyond this. */
const MAX_LABEL = 0xffff_ffff;
/** Per element at least: links of the ground level, their number, and a label (hnswlib's file format). */
const LINK_BYTES = LINKS * 2 * 4 + 4 + 8;

/**
 * An HNSW graph over unit vectors with all guards that the native library lacks: it aborts the process on a bad vector, takes NaN,
 * wraps labels, and duplicates a label that is added twice. Labels are chunk ids and are never used again.
 */
export interface Graph {
  readonly dimensions: number;
  /** Points, with the deleted ones. */
  readonly size: number;
  readonly deletedCount: number;
  /** Adds a stored vector. One that can't be compared (length, NaN), and a label that is known, are left out. */
  add(label: number, blob: Uint8Array): void;
  /** Marks as deleted; an unknown label is no fault, since its vector may have been left out. */
  remove(label: number): void;
  /** The nearest labels, nearest first; `unit` has length 1. */
  search(unit: Float32Array, topK: number): number[];
  /** Writes to `file`, whether it worked or not: the library does not say. */
  write(file: string): void;
  /** What a whole file has at least. */
  readonly minFileBytes: number;
}

type NativeGraph = InstanceType<typeof hnswlib.HierarchicalNSW>;

function wrap(native: NativeGraph, dimensions: number, deletedBefore: number): Graph {
  const labels = new Set(native.getIdsList());
  const row = new Float32Array(dimensions);
  let deletedCount = deletedBefore;

  function makeRoom(): void {
    const capacity = native.getMaxElements();
    if (native.getCurrentCount() < capacity) return;
    native.resizeIndex(Math.max(FIRST_CAPACITY, Math.ceil(capacity * 1.5)));
  }

  return {
    dimensions,
    get size() {
      return labels.size;
    },
    get deletedCount() {
      return deletedCount;
    },
    get minFileBytes() {
      return labels.size * (dimensions * 4 + LINK_BYTES);
    },
    add(label, blob) {
      if (!Number.isInteger(label) || label < 0 || label > MAX_LABEL)
        throw new BugError(`Chunk ${label} has no room as a label`);
      if (labels.has(label) || !readUnitVector(blob, dimensions, row)) return;
      makeRoom();
      // The library takes plain arrays only.
      native.addPoint(Array.from(row), label);
      labels.add(label);
    },
    remove(label) {
      if (!labels.has(label)) return;
      native.markDelete(label);
      deletedCount += 1;
    },
    search(unit, topK) {
      if (unit.length !== dimensions) throw new BugError(`A vector of ${unit.length} for a graph of ${dimensions}`);
      const wanted = Math.min(topK, labels.size - deletedCount);
      return wanted <= 0 ? [] : native.searchKnn(Array.from(unit), wanted).neighbors;
    },
    write(file) {
      native.writeIndexSync(file);
    },
  };
}

/** An empty graph. */
export function createGraph(dimensions: number): Graph {
  const native = new hnswlib.HierarchicalNSW('ip', dimensions);
  native.initIndex(FIRST_CAPACITY, LINKS, EF_CONSTRUCTION, SEED);
  native.setEf(EF_SEARCH);
  return wrap(native, dimensions, 0);
}

/** What a graph's file is known to hold. */
export interface GraphFacts {
  readonly dimensions: number;
  readonly size: number;
  readonly deletedCount: number;
}

/**
 * Reads a file whose hash was checked, always into a new object: one whose reading failed must never be touched again.
 * @throws Error when the file is not what `facts` say
 */
export function readGraph(file: string, facts: GraphFacts): Graph {
  const native = new hnswlib.HierarchicalNSW('ip', facts.dimensions);
  native.readIndexSync(file);
  if (native.getCurrentCount() !== facts.size || native.getNumDimensions() !== facts.dimensions) {
    throw new BugError(`The index file holds ${native.getCurrentCount()} points of ${facts.size}`);
  }
  // A loaded graph starts with ef 10.
  native.setEf(EF_SEARCH);
  return wrap(native, facts.dimensions, facts.deletedCount);
}
