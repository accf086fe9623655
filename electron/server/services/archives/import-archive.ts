import { createHash, randomUUID } from 'node:crypto';
import type { ImportedFlowArchive } from '../../../../shared/api/archives.ts';
import { type ImportedFlow, readFlowFile } from '../../../../shared/flow/flow-file.ts';
import { freeName } from '../../../../shared/flow/free-name.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { HASH_BYTES } from '../../core/chunk.ts';
import { type DeletedChunk, restoreChunks } from '../../pipeline/index/restore-chunks.ts';
import { commitPages } from '../../storage/commit-pages.ts';
import type { ArchiveRecords } from '../../storage/repositories/archive-repository.ts';
import { type ArchiveDeps, type LocalPlace, localPlaceOf, orRemove } from './archive-deps.ts';
import { ChunkLineSchema, PARTS, RecordLineSchema } from './archive-format.ts';
import { importOriginals } from './archive-originals.ts';
import {
  createByteReader,
  damaged,
  type ImportedFile,
  insertVector,
  parseAs,
  readLines,
  readText,
} from './read-archive.ts';

/** Rows of one transaction: some ms. */
const ROWS = 256;
const FLOAT_BYTES = 4;
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

/** Reads the records, which say of which source a chunk came; a chunk that was stored without records has none. */
async function readRecords({ deps, archive }: Target, records: ArchiveRecords): Promise<void> {
  await commitPages(deps.engine, readLines(archive, PARTS.records, ROWS), (lines) => {
    for (const line of lines) {
      const { source, key, metadataHash, chunk } = parseAs(RecordLineSchema, line, 'a record');
      const hashes = { contentKey: Buffer.from(key, 'hex'), metadataHash: Buffer.from(metadataHash, 'hex') };
      records.add(chunk, { source, ...hashes });
    }
  });
}

/**
 * Writes chunks with their vectors and records; the vector of a text that is embedded here already stays.
 * @returns how many, and the sources that have records
 */
async function writeChunks(
  { deps, archive, idOf }: Target,
  { collection, namespaces: [namespace] }: LocalPlace,
  known: ArchiveRecords,
): Promise<{ chunks: number; sources: ReadonlySet<string> }> {
  const { model } = archive.manifest;
  const sources = new Set<string>();
  if (model === null) return { chunks: 0, sources };
  const { embeddings, vectorDeps, recordDeps } = deps.engine;
  const store = vectorDeps.openCollection(collection);
  const options = { cleanup: 'none', sourceIdKey: 'source' } as const;
  const records = namespace === undefined ? undefined : recordDeps.openRecords(namespace, options);
  store.transactional.open();
  records?.transactional.open();
  const vectors = createByteReader(await archive.stream(PARTS.vectors));
  const vectorBytes = model.dimensions * FLOAT_BYTES;
  const place = { store: store.transactional, contents: deps.contents };
  let count = 0;

  async function* pages() {
    for await (const lines of readLines(archive, PARTS.chunks, ROWS)) {
      yield { lines, matrix: await vectors.take(lines.length * vectorBytes) };
    }
  }

  const commits = { ...deps.engine, announce: store.transactional.announceCommit };
  await commitPages(commits, pages(), ({ lines, matrix }) => {
    store.transactional.bindModel(model);
    const chunks = lines.map((line, index): DeletedChunk => {
      const { id, no, content, metadata } = parseAs(ChunkLineSchema, line, 'a chunk');
      const hash = createHash('sha256').update(content).digest().subarray(0, HASH_BYTES);
      const bytes = matrix.subarray(index * vectorBytes, (index + 1) * vectorBytes);
      const embeddingId = insertVector(embeddings, model, hash, bytes);
      const chunk = { chunkId: idOf(id), content, metadata: canonicalJson(metadata), chunkNo: no, embeddingId };
      return { ...chunk, source: '', ...known.find(id) };
    });
    const isRecorded = ({ contentKey }: DeletedChunk) => contentKey !== undefined;
    const recorded = chunks.filter(isRecorded);
    restoreChunks({ ...place, records }, recorded);
    restoreChunks(
      { ...place, records: undefined },
      chunks.filter((chunk) => !isRecorded(chunk)),
    );
    for (const { source } of recorded) sources.add(source);
    count += lines.length;
  });
  await vectors.end();
  if ((await store.count(NEVER)) !== count) throw damaged('a chunk is named twice');
  return { chunks: count, sources };
}

/** Fills a new flow with what the archive holds. */
async function fill(target: Target, chatflowId: string): Promise<{ chunks: number; sources: number }> {
  const { deps, archive } = target;
  const { manifest } = archive;
  const place = localPlaceOf(deps, deps.libraries.flow(chatflowId));
  const [namespace = null] = place.namespaces;
  const known = deps.archives.openRecords();
  try {
    if (namespace !== null) await readRecords(target, known);
    const { chunks, sources } = await writeChunks(target, place, known);
    if (chunks !== manifest.chunks) throw damaged(`it has ${chunks} of ${manifest.chunks} chunks`);
    // After the records: an original without them would be taken for one whose chunks are gone.
    const namespaceOf = (source: string) => (sources.has(source) ? namespace : null);
    await importOriginals(deps, target, { chatflowId, namespaceOf });
    await deps.engine.settle();
    return { chunks, sources: sources.size };
  } finally {
    known.close();
  }
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
