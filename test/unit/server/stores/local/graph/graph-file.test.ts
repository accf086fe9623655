import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createGraph,
  deleteOlderGraphs,
  deleteOtherGraphs,
  type Graph,
  graphFileName,
  loadGraph,
  readGraph,
  saveGraph,
} from '../../../../../../electron/server/stores/local/graph/graph-file.ts';
import type { Manifest } from '../../../../../../electron/server/stores/local/graph/manifest.ts';
import { toUnitVector } from '../../../../../../electron/server/stores/local/search/vector-math.ts';
import { DEFAULT_GRAPH_SETTINGS, type GraphShape } from '../../../../../../shared/nodes/vectorstores/graph-settings.ts';
import {
  blobOf,
  cosine,
  createRandom,
  createTestStore,
  randomVector,
  type TestStore,
} from '../../../../../helpers/builders/vector-corpus.ts';

const random = createRandom(3);
const EF = DEFAULT_GRAPH_SETTINGS.ef;
const unit = (vector: Float32Array) => toUnitVector(vector) ?? vector;

function filled(
  count: number,
  dimensions = 8,
  shape: GraphShape = DEFAULT_GRAPH_SETTINGS,
): { graph: Graph; vectors: Float32Array[] } {
  const graph = createGraph(dimensions, shape);
  const vectors = Array.from({ length: count }, () => randomVector(random, dimensions));
  for (const [index, vector] of vectors.entries()) graph.add(index + 1, blobOf(vector));
  return { graph, vectors };
}

function oracle(
  vectors: readonly Float32Array[],
  query: Float32Array,
  topK: number,
  without = new Set<number>(),
): number[] {
  return vectors
    .map((vector, index) => ({ label: index + 1, score: cosine(vector, query) }))
    .filter(({ label }) => !without.has(label))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ label }) => label);
}

describe('graph', () => {
  test('finds the nearest, beyond its first capacity too', () => {
    const { graph, vectors } = filled(1500);
    for (let i = 0; i < 20; i += 1) {
      const query = randomVector(random);
      expect(graph.search(unit(query), 5, EF)).toEqual(oracle(vectors, query, 5));
    }
  });

  test('deleted points are not found, are counted, and can be deleted twice', () => {
    const { graph, vectors } = filled(50);
    const query = randomVector(random);
    const gone = new Set(oracle(vectors, query, 3));
    for (const label of gone) graph.remove(label);
    expect(graph.search(unit(query), 5, EF)).toEqual(oracle(vectors, query, 5, gone));
    expect([graph.size, graph.deletedCount]).toEqual([50, 3]);
    graph.remove(99);
    expect(graph.deletedCount).toBe(3);
  });

  test.each([
    ['NaN', Float32Array.of(Number.NaN, 0, 0, 0, 0, 0, 0, 0)],
    ['infinity', Float32Array.of(Number.NEGATIVE_INFINITY, 0, 0, 0, 0, 0, 0, 0)],
    ['too few numbers', Float32Array.of(1)],
    ['too many numbers', new Float32Array(9)],
  ])('a vector with %s is left out', (_what, vector) => {
    const graph = createGraph(8, DEFAULT_GRAPH_SETTINGS);
    graph.add(1, blobOf(vector));
    expect(graph.size).toBe(0);
  });

  test('a label is taken once: the second vector is left out', () => {
    const { graph } = filled(3);
    graph.remove(1);
    graph.add(1, blobOf(randomVector(random)));
    expect([graph.size, graph.deletedCount]).toEqual([3, 1]);
    expect(graph.search(unit(randomVector(random)), 5, EF)).not.toContain(1);
  });

  test.each([2 ** 32, -1, 1.5])('the label %d has no room', (label) => {
    expect(() => createGraph(8, DEFAULT_GRAPH_SETTINGS).add(label, blobOf(randomVector(random)))).toThrow(/no room/);
  });

  test('an empty graph, and one with only deleted points, find nothing', () => {
    expect(createGraph(8, DEFAULT_GRAPH_SETTINGS).search(unit(randomVector(random)), 5, EF)).toEqual([]);
    const { graph } = filled(2);
    graph.remove(1);
    graph.remove(2);
    expect(graph.search(unit(randomVector(random)), 5, EF)).toEqual([]);
  });

  test('a question of another dimension is refused', () => {
    expect(() => filled(3).graph.search(new Float32Array(5), 1, EF)).toThrow(/of 5/);
  });
});

describe('graph file', () => {
  let store: TestStore;
  let folder: string;

  beforeEach(() => {
    store = createTestStore();
    folder = join(store.dir, 'index');
    mkdirSync(folder);
  });
  afterEach(() => store.remove());

  function save(graph: Graph, generation = 1): Manifest {
    const file = graphFileName(1, generation);
    const facts = saveGraph(graph, join(folder, file));
    const { dimensions, size: elementCount, deletedCount, metric, links, efConstruction } = graph;
    const made = { dimensions, elementCount, deletedCount, metric, links, efConstruction };
    return { collectionId: 1, generation, file, ...facts, ...made, logSeq: 0 };
  }

  function loaded(manifest: Manifest): Graph {
    const result = loadGraph(folder, manifest, manifest.dimensions);
    if ('doubt' in result) throw new Error(result.doubt);
    return result.graph;
  }

  test('gives the same answers after loading, keeps deletions, and can grow', () => {
    const { graph, vectors } = filled(1100);
    graph.remove(7);
    const back = loaded(save(graph));
    expect([back.size, back.deletedCount]).toEqual([1100, 1]);
    const query = randomVector(random);
    expect(back.search(unit(query), 100, EF)).toEqual(oracle(vectors, query, 100, new Set([7])));
    const more = randomVector(random);
    for (let label = 2000; label < 3000; label += 1) back.add(label, blobOf(more));
    expect(back.size).toBe(2100);
    expect(readdirSync(folder)).toEqual([graphFileName(1, 1)]);
  });

  test('a loaded graph searches as widely as the one that was saved', () => {
    // Vectors without structure are the hardest: a search of the library's own width misses most of the nearest.
    const { graph, vectors } = filled(1000, 64);
    const back = loaded(save(graph));
    for (let i = 0; i < 20; i += 1) {
      const query = randomVector(random, 64);
      expect(back.search(unit(query), 5, EF)).toEqual(oracle(vectors, query, 5));
    }
  });

  test('a graph that was saved empty can be filled after it is loaded', () => {
    const back = loaded(save(createGraph(8, DEFAULT_GRAPH_SETTINGS)));
    const vector = randomVector(random);
    back.add(1, blobOf(vector));
    expect(back.search(unit(vector), 1, EF)).toEqual([1]);
  });

  test('a folder that is not there is an error, not a success', () => {
    expect(() => saveGraph(filled(3).graph, join(folder, 'nowhere', 'x.hnsw'))).toThrow(
      expect.objectContaining({ code: 'DISK_FULL' }),
    );
  });

  test.skipIf(process.platform !== 'linux')('a full disk is an error, and the older file stays', () => {
    const { graph } = filled(500);
    const manifest = save(graph);
    symlinkSync('/dev/full', join(folder, `${manifest.file}.partial`));
    expect(() => save(filled(600).graph)).toThrow(expect.objectContaining({ code: 'DISK_FULL' }));
    expect(loaded(manifest).size).toBe(500);
    expect(readdirSync(folder)).toEqual([manifest.file]);
  });

  test('a write that stops in the middle leaves the older file untouched', () => {
    const manifest = save(filled(50).graph);
    const next: Graph = { ...filled(60).graph, minFileBytes: 0, write: (file) => writeFileSync(file, 'half') };
    expect(() => saveGraph(next, join(folder, manifest.file))).toThrow();
    expect(loaded(manifest).size).toBe(50);
  });

  describe('is doubted, before the library touches it, when', () => {
    let manifest: Manifest;
    beforeEach(() => {
      manifest = save(filled(200).graph);
    });
    const doubt = (changed: Partial<Manifest> = {}, dimensions = 8) =>
      loadGraph(folder, { ...manifest, ...changed }, dimensions);

    test('one byte is flipped', () => {
      const file = join(folder, manifest.file);
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      expect(doubt()).toEqual({ doubt: 'its file was changed' });
    });

    test('it is cut short', () => {
      truncateSync(join(folder, manifest.file), 1000);
      expect(doubt()).toEqual({ doubt: 'its file has another size' });
    });

    test('it is missing', () => {
      expect(doubt({ file: 'other.hnsw' })).toEqual({ doubt: 'its file is missing' });
    });

    test('the model has another dimension', () => {
      expect(doubt({}, 9)).toEqual({ doubt: 'it is of another embedding model' });
    });

    test('it holds another number of points', () => {
      expect(doubt({ elementCount: 199 })).toMatchObject({ doubt: expect.stringContaining('200 points of 199') });
    });
  });

  test('a file of the library with another count is refused', () => {
    const { graph } = filled(5);
    graph.write(join(folder, 'x'));
    expect(() =>
      readGraph(join(folder, 'x'), { ...DEFAULT_GRAPH_SETTINGS, dimensions: 8, size: 6, deletedCount: 0 }),
    ).toThrow(/5 points of 6/);
  });

  test('old files go, newer ones and those of other collections stay', () => {
    for (const name of [
      'collection-1-9.hnsw',
      'collection-1-10.hnsw',
      'collection-1-11.hnsw',
      'collection-11-1.hnsw',
    ]) {
      writeFileSync(join(folder, name), '');
    }
    deleteOlderGraphs(folder, 1, 10);
    expect(readdirSync(folder).sort()).toEqual([
      'collection-1-10.hnsw',
      'collection-1-11.hnsw',
      'collection-11-1.hnsw',
    ]);
    deleteOtherGraphs(folder, 1, 'collection-1-10.hnsw');
    expect(readdirSync(folder).sort()).toEqual(['collection-1-10.hnsw', 'collection-11-1.hnsw']);
    deleteOtherGraphs(folder, 1, undefined);
    expect(existsSync(join(folder, 'collection-11-1.hnsw'))).toBe(true);
  });
});
