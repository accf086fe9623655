import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import hnswlib from 'hnswlib-node';
import { BugError, OperationalError } from '../../../../../shared/errors/errors.ts';
import type { GraphShape, Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { comparisonOf } from '../search/comparison.ts';
import { leastGraphBytes } from './graph-bytes.ts';
import type { Manifest } from './manifest.ts';

const READ_BYTES = 1024 * 1024;

interface FileFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Size and hash of what is on disk, which is also brought there for good when `isNew`. */
function examine(file: string, isNew: boolean): FileFacts {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const handle = openSync(file, isNew ? 'r+' : 'r');
  try {
    let sizeBytes = 0;
    for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer)) {
      hash.update(buffer.subarray(0, read));
      sizeBytes += read;
    }
    if (isNew) fsyncSync(handle);
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(handle);
  }
}

/** Makes a rename last through a power cut. Windows has no such call, and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The memory of a native graph is freed with its object, and V8 does not know how much that would give back. */
export function freeUnusedGraphs(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** hnswlib's header, on machines of 64 bits: where it says how many points there are, and how long each is in the first part. */
const HEADER_BYTES = 96;
const COUNT_AT = 16;
const POINT_BYTES_AT = 24;

/**
 * Whether a file has the parts that hnswlib looks for when it loads one: header, points, and of each point the length of its further links, with nothing
 * after them. Loading it to see would take as much memory as the graph has.
 */
function hasGraphParts(file: string, points: number): boolean {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(handle, header) !== HEADER_BYTES || header.readBigUInt64LE(COUNT_AT) !== BigInt(points)) return false;
    const links = HEADER_BYTES + points * Number(header.readBigUInt64LE(POINT_BYTES_AT));
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let start = links;
    let length = readSync(handle, buffer, 0, READ_BYTES, start);
    let at = links;
    for (let point = 0; point < points; point += 1) {
      if (at + 4 > start + length) {
        start = at;
        length = readSync(handle, buffer, 0, READ_BYTES, start);
        if (length < 4) return false;
      }
      at += 4 + buffer.readUInt32LE(at - start);
    }
    return at === fstatSync(handle).size;
  } finally {
    closeSync(handle);
  }
}

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
interface GraphFacts {
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

/**
 * Writes a graph such that a crash at any moment leaves the older files untouched: to another name, read back and looked through,
 * hashed, synced, then renamed.
 * @throws OperationalError DISK_FULL when what was written is not what was to be written
 */
export function saveGraph(graph: Graph, file: string): FileFacts {
  const partial = `${file}.partial`;
  try {
    graph.write(partial);
    const isWhole =
      isFile(partial) && statSync(partial).size >= graph.minFileBytes && hasGraphParts(partial, graph.size);
    if (!isWhole) {
      throw new OperationalError(
        'DISK_FULL',
        'The search index could not be written whole: free some space on the disk.',
      );
    }
    const facts = examine(partial, true);
    renameSync(partial, file);
    syncFolder(dirname(file));
    return facts;
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Why a file can't be used, or the graph that it holds. */
export type LoadResult = { readonly graph: Graph } | { readonly doubt: string };

/** Loads the file that a manifest names, if it is exactly the one that was saved and its vectors are as long as the model's. */
export function loadGraph(folder: string, manifest: Manifest, dimensions: number): LoadResult {
  const file = join(folder, manifest.file);
  if (manifest.dimensions !== dimensions) return { doubt: 'it is of another embedding model' };
  if (!isFile(file)) return { doubt: 'its file is missing' };
  // The size first: hashing a file that is cut short would be for nothing.
  if (statSync(file).size !== manifest.sizeBytes) return { doubt: 'its file has another size' };
  if (examine(file, false).sha256 !== manifest.sha256) return { doubt: 'its file was changed' };
  try {
    return { graph: readGraph(file, { ...manifest, size: manifest.elementCount }) };
  } catch (error) {
    return { doubt: error instanceof Error ? error.message : String(error) };
  }
}

/** The name of a generation's file. */
export function graphFileName(collectionId: number, generation: number): string {
  return `collection-${collectionId}-${generation}.hnsw`;
}

/** Deletes a collection's files but `keep`: what a crash left, and generations that no manifest names. */
export function deleteOtherGraphs(folder: string, collectionId: number, keep: string | undefined): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name !== keep && name.startsWith(`collection-${collectionId}-`)) rmSync(join(folder, name), { force: true });
  }
}

/** Deletes the generations before `generation`; a later one may be saved already, before its manifest is written. */
export function deleteOlderGraphs(folder: string, collectionId: number, generation: number): void {
  const prefix = `collection-${collectionId}-`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10) < generation) {
      rmSync(join(folder, name), { force: true });
    }
  }
}
