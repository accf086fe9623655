import { createHash, randomUUID } from 'node:crypto';
import type { ImportedFlowArchive } from '../../../../shared/api/archives.ts';
import { type ImportedFlow, readFlowFile } from '../../../../shared/flow/flow-file.ts';
import { freeName } from '../../../../shared/flow/free-name.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { HASH_BYTES } from '../../core/chunk.ts';
import type { ChunkRecord } from '../../core/record-manager.ts';
import type { ChunkToStore } from '../../core/vector-store.ts';
import { commitPages } from '../../storage/commit-pages.ts';
import { type ArchiveDeps, localPlaceOf, orRemove } from './archive-deps.ts';
import { ChunkLineSchema, type Manifest, PARTS, RecordLineSchema } from './archive-format.ts';
import { importOriginals } from './archive-originals.ts';
import {
  createByteReader,
  damaged,
  type ImportedFile,
  keepVector,
  parseAs,
  readLines,
  readText,
} from './read-archive.ts';

/** Rows of one transaction: some ms. */
const ROWS = 256;
const FLOAT_BYTES = 4;
/** Imported records were produced by no run of this data folder. */
const BEFORE_ALL_RUNS = 0;
const NEVER = new AbortController().signal;

/** The id of a chunk here: other data folders, and this one, may have the chunk already. */
type NewId = (id: string) => Buffer;

function createIds(): NewId {
  const salt = randomUUID();
  return (id) => createHash('sha256').update(`${salt} ${id}`).digest().subarray(0, HASH_BYTES);
}

/** A name in the settings could be that of a collection which is here already: the new flow gets one of its own. */
function withOwnStorage({ flow }: ImportedFlow): string {
  const nodes = flow.nodes.map((node) => {
    const { collection: _, namespace: __, ...inputs } = node.data.inputs;
    return { ...node, data: { ...node.data, inputs } };
  });
  return JSON.stringify({ ...flow, nodes });
}

interface Target extends ImportedFile {
  readonly deps: ArchiveDeps;
  readonly idOf: NewId;
}

/** Writes chunks with their vectors; a text that is embedded here already keeps its vector. */
async function writeChunks(
  { deps, archive, idOf }: Target,
  collection: string,
  model: NonNullable<Manifest['model']>,
): Promise<number> {
  const { embeddings, vectorDeps } = deps.engine;
  const store = vectorDeps.openCollection(collection);
  store.transactional.open();
  const vectors = createByteReader(await archive.stream(PARTS.vectors));
  const vectorBytes = model.dimensions * FLOAT_BYTES;
  let count = 0;

  async function* pages() {
    for await (const lines of readLines(archive, PARTS.chunks, ROWS)) {
      yield { lines, matrix: await vectors.take(lines.length * vectorBytes) };
    }
  }

  const commits = { ...deps.engine, announce: store.transactional.announceCommit };
  await commitPages(commits, pages(), ({ lines, matrix }) => {
    store.transactional.bindModel(model);
    const chunks = lines.map((line, index): ChunkToStore => {
      const { id, no, content, metadata } = parseAs(ChunkLineSchema, line, 'a chunk');
      const hash = createHash('sha256').update(content).digest().subarray(0, HASH_BYTES);
      const bytes = matrix.subarray(index * vectorBytes, (index + 1) * vectorBytes);
      const embeddingId = keepVector(embeddings, model, hash, bytes);
      return { id: idOf(id), content, metadata: canonicalJson(metadata), chunkNo: no, embeddingId };
    });
    store.transactional.upsert(chunks);
    count += lines.length;
  });
  await vectors.end();
  if ((await store.count(NEVER)) !== count) throw damaged('a chunk is named twice');
  return count;
}

/** @returns the sources that have records */
async function writeRecords({ deps, archive, idOf }: Target, namespace: string): Promise<ReadonlySet<string>> {
  const records = deps.engine.recordDeps.openRecords(namespace, {
    cleanup: 'none',
    sourceIdKey: 'source',
  }).transactional;
  records.open();
  const sources = new Set<string>();
  await commitPages(deps.engine, readLines(archive, PARTS.records, ROWS), (lines) => {
    const rows = lines.map((line): ChunkRecord => {
      const { source, key, metadataHash, no, chunk } = parseAs(RecordLineSchema, line, 'a record');
      sources.add(source);
      return {
        source,
        contentKey: Buffer.from(key, 'hex'),
        metadataHash: Buffer.from(metadataHash, 'hex'),
        chunkNo: no,
        chunkId: idOf(chunk),
      };
    });
    records.seeSources(
      rows.map(({ source }) => source),
      BEFORE_ALL_RUNS,
    );
    records.put(rows, BEFORE_ALL_RUNS);
  });
  return sources;
}

/** Fills a new flow with what the archive holds. */
async function fill(target: Target, chatflowId: string): Promise<{ chunks: number; sources: number }> {
  const { deps, archive } = target;
  const { manifest } = archive;
  const { collection, namespaces } = localPlaceOf(deps, deps.libraries.flow(chatflowId));
  const chunks = manifest.model === null ? 0 : await writeChunks(target, collection, manifest.model);
  if (chunks !== manifest.chunks) throw damaged(`it has ${chunks} of ${manifest.chunks} chunks`);
  const [namespace] = namespaces;
  const sources = namespace === undefined ? new Set<string>() : await writeRecords(target, namespace);
  // After the records: an original without them would be taken for one whose chunks are gone.
  const namespaceOf = (source: string) => (sources.has(source) ? (namespace ?? null) : null);
  await importOriginals(deps, target, { chatflowId, namespaceOf });
  await deps.engine.settle();
  return { chunks, sources: sources.size };
}

/**
 * Makes a new flow of an archive, with its chunks, vectors, records and originals: nothing is embedded again.
 * @param wanted the name of the flow; undefined: that in the archive
 * @throws UserError FILE_CORRUPT; then nothing is left
 */
export async function importFlow(
  deps: ArchiveDeps,
  { archive, folder }: ImportedFile,
  wanted: string | undefined,
): Promise<ImportedFlowArchive> {
  const [flow] = readFlowFile(await readText(archive, PARTS.flow), PARTS.flow);
  if (flow === undefined) throw damaged('it has no flow');
  const name = freeName(wanted ?? archive.manifest.name, { has: deps.chatflows.isNameTaken });
  const { apiConfig } = flow;
  const make = deps.engine.db.transaction(() => {
    const created = deps.chatflows.create({ name, flowData: withOwnStorage(flow), apiConfig, type: 'CHATFLOW' });
    deps.unfinished.begin(created.id);
    return created;
  });
  const made = make.immediate();
  const filled = await orRemove(deps, made.id, () => fill({ deps, archive, folder, idOf: createIds() }, made.id));
  return { kind: 'chatflow', chatflowId: made.id, name, ...filled };
}
