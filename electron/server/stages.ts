import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createChangeClock } from './common/change-clock.ts';
import { createKeyedLock } from './common/keyed-lock.ts';
import type { Resources } from './foundation.ts';
import type { EngineDeps } from './pipeline/engine-deps.ts';
import { createAddressOpener } from './secrets/sealed-address.ts';
import { createChatPruning } from './services/answers/prune-chats.ts';
import { createUploadService } from './services/answers/upload-service.ts';
import { createBackupService } from './services/backup-service.ts';
import { createBinService } from './services/bin-service.ts';
import type { RemoteListings } from './services/contents/remote-reader.ts';
import { createDeletionService } from './services/deletion/deletion-service.ts';
import { createPruneService } from './services/deletion/prune-service.ts';
import { createRemoteRemoval } from './services/deletion/remote-removal.ts';
import { createRemovalService } from './services/deletion/removal-service.ts';
import { createDocumentStoreService } from './services/document-stores/document-store-service.ts';
import { createMovingFlows } from './services/libraries/flow-upsert.ts';
import { withStoredChunks } from './services/libraries/index-store.ts';
import { createLibraries } from './services/libraries/libraries.ts';
import { createStoreAccess, type StoreAccess } from './services/libraries/store-access.ts';
import { createMoveService } from './services/move/move-service.ts';
import { createOriginalService } from './services/originals/original-service.ts';
import { createActiveRuns } from './services/runs/active-runs.ts';
import { createResumableRuns } from './services/runs/resumable-runs.ts';
import { createRunService } from './services/runs/run-service.ts';
import { createRunChunksService } from './services/undo/run-chunks-service.ts';
import { createUndoService } from './services/undo/undo-service.ts';
import { countRuns } from './storage/database-notices.ts';
import { createBinRepository } from './storage/repositories/bin-repository.ts';
import { createChatSourceRepository } from './storage/repositories/chat-source-repository.ts';
import { createChatUploadRepository } from './storage/repositories/chat-upload-repository.ts';
import { createContentRepository } from './storage/repositories/content-repository.ts';
import { createConversationRepository } from './storage/repositories/conversation-repository.ts';
import { createDeletionRepository } from './storage/repositories/deletion-repository.ts';
import { createEditRepository } from './storage/repositories/edit-repository.ts';
import { createEmbeddingRepository } from './storage/repositories/embedding-repository.ts';
import { createGarbageRepository } from './storage/repositories/garbage-repository.ts';
import { createOriginalRepository } from './storage/repositories/original-repository.ts';
import { createRecordRepository } from './storage/repositories/record-repository.ts';
import { createRemoteWriteRepository } from './storage/repositories/remote-write-repository.ts';
import { createRemovedSourceRepository } from './storage/repositories/removed-source-repository.ts';
import { createRunChangeRepository } from './storage/repositories/run-change-repository.ts';
import { createRunChunkRepository } from './storage/repositories/run-chunk-repository.ts';
import { createRunComparisonRepository } from './storage/repositories/run-comparison-repository.ts';
import { createRunFileRepository } from './storage/repositories/run-file-repository.ts';
import { createRunRepository } from './storage/repositories/run-repository.ts';
import { createRunRequestRepository } from './storage/repositories/run-request-repository.ts';
import { createRunUndoRepository } from './storage/repositories/run-undo-repository.ts';

/** The first stages of `container.ts`: what its other services use. */

const now = () => new Date();
const clock = () => performance.now();

/** What inputs of nodes refer to. */
function openValues({ variables, credentials, secretKey }: Resources): EngineDeps['values'] {
  return {
    variable: variables.valueOf,
    credential: credentials.open,
    openAddresses: createAddressOpener(secretKey),
  };
}

/** What runs plans, what removes behind it what nothing needs any more, and the backups that are made when it has changed something. */
export function openEngine(given: Resources, closers: AsyncDisposableStack) {
  const { db, log, folder, vectors, embeddingPool, chatPool, loadPool, checkpointer } = given;
  const backups = createBackupService({
    databaseFile: folder.database,
    folder: folder.backups,
    log,
    now,
    clock,
    hasRuns: countRuns(db) > 0,
  });
  closers.defer(() => backups.close());
  const embeddings = createEmbeddingRepository(db);
  const garbage = createGarbageRepository(db);
  const { temporary } = folder;
  const requests = createRunRequestRepository(db);
  const resumable = createResumableRuns({ requests, temporary, now });
  const runChanges = createRunChangeRepository(db, now);
  const undo = createRunUndoRepository(db);
  const removed = createRemovedSourceRepository(db);
  const originals = createOriginalService({
    log,
    now,
    root: folder.originals,
    onDisk: checkpointer.onDisk,
    originals: createOriginalRepository(db),
  });
  const prunes = createPruneService({
    db,
    log,
    garbage,
    embeddings,
    vectors,
    now,
    originals,
    undo,
    onCommit: checkpointer.committed,
    expireRuns: resumable.expire,
  });
  closers.defer(() => prunes.close());
  const listings: RemoteListings = new Map();
  const engine: EngineDeps = {
    db,
    log,
    embeddings,
    embeddingPool,
    chatPool,
    loadChunks: loadPool.loadChunks,
    edits: createEditRepository(db),
    vectorDeps: { ...vectors, assertOpenTo: given.chatflows.assertOpenTo },
    recordDeps: createRecordRepository(db),
    remoteWrites: createRemoteWriteRepository(db),
    runChanges,
    undo,
    binGone: (from, recordIds) => removed.binGone(from, recordIds, now().toISOString()),
    recordLock: createKeyedLock(),
    onWritten: (collection) => void listings.delete(collection),
    values: openValues(given),
    onCommit() {
      prunes.changed();
      backups.changed();
      return checkpointer.committed();
    },
    settle: checkpointer.settle,
  };
  return { engine, listings, garbage, prunes, requests, resumable, originals, undo, backups };
}

export type Engine = Resources & ReturnType<typeof openEngine>;

/** Runs of upserts. */
export function openRuns(
  { db, log, folder, disk, resumable, checkpointer, backups }: Engine,
  onRunningUpserts: ((count: number) => void) | undefined,
) {
  const active = createActiveRuns(onRunningUpserts);
  const runRows = createRunRepository(db);
  const runFiles = createRunFileRepository(db);
  const runs = createRunService({
    runs: runRows,
    runFiles,
    active,
    temporary: folder.temporary,
    resumable,
    log,
    now,
    clock,
    onDisk: checkpointer.onDisk,
    onChanged: backups.changed,
    onDiskFull: disk.noticeFull,
    assertRoom: disk.assertRoom,
  });
  return { runRows, runFiles, runs };
}

export type Runs = Engine & ReturnType<typeof openRuns>;

/** Files that come with questions. */
function openUploads({ db, folder, engine, log }: Runs) {
  // One clock for files and conversations: their dates say whether a file came before its conversation was put into the bin.
  const chatClock = createChangeClock(now);
  const chatUploads = createUploadService({
    uploads: createChatUploadRepository(db),
    root: folder.attachments,
    loadChunks: engine.loadChunks,
    now: chatClock,
  });
  const sweepUploads = () =>
    void chatUploads.sweep().catch((err: unknown) => log.warn({ err }, 'Files of deleted chats could not be removed'));
  sweepUploads();
  return { chatClock, chatUploads, sweepUploads };
}

/** What runs have changed, and undoing the last one. */
function openUndo(
  given: Runs,
  kept: Pick<Parameters<typeof createUndoService>[0], 'stores'> & Pick<ReturnType<typeof openLibraries>, 'libraries'>,
  { sweepUploads }: ReturnType<typeof openUploads>,
  closers: AsyncDisposableStack,
) {
  const { db, log, engine, runs, undo, prunes, backups, originals } = given;
  const comparisons = createRunComparisonRepository(db);
  const shared = { engine, ...kept, runs, comparisons, changes: engine.runChanges };
  const undos = createUndoService({
    ...shared,
    undo,
    originals,
    log,
    now,
    contents: createContentRepository(db),
    onChanged: backups.changed,
  });
  closers.defer(() => undos.close());
  const pruneChats = createChatPruning({
    now,
    conversations: createConversationRepository(db),
    sources: createChatSourceRepository(db),
    libraries: kept.libraries,
    keptDays: given.chatflows.keptDays,
    onRemoved() {
      backups.changed();
      sweepUploads();
    },
  });
  prunes.pruneBeside({ releaseRun: undos.release, pruneChats });
  return { comparisons, undos, runChunks: createRunChunksService({ ...shared, chunks: createRunChunkRepository(db) }) };
}

/** What flows and document stores keep, as one. */
function openLibraries({ settings, chatflows, flowVersions, engine }: Runs, stores: StoreAccess) {
  const moving = createMovingFlows(settings);
  // Loaders of flows may read document stores, too.
  const flowEngine = { ...engine, loadChunks: withStoredChunks(engine.loadChunks, stores) };
  const libraries = createLibraries({ chatflows, stores, moving, engine: flowEngine, flowVersions });
  return { libraries, flowEngine, moving };
}

/** Document stores, and the deletion of these and of chatflows with all that is theirs. */
export function openStores(given: Runs, closers: AsyncDisposableStack) {
  const { db, log, folder, vectors, checkpointer, chatflows, secretKey, engine, garbage, prunes, runs, backups } =
    given;
  const filesFolder = join(folder.root, 'stores');
  const stores = createStoreAccess({ engine, log, now: createChangeClock(now), filesFolder, secretKey });
  const { libraries, flowEngine, moving } = openLibraries(given, stores);
  const remote = createRemoteRemoval({ deps: engine, values: engine.values, secretKey });
  const deletions = createDeletionService({
    db,
    log,
    now,
    vectors,
    prunes,
    checkpointer,
    runs,
    remote,
    garbage,
    originals: given.originals,
    recordLock: engine.recordLock,
    deletions: createDeletionRepository(db),
    sweepChunks: stores.chunks.sweepSome,
    onDone: backups.changed,
    folders: { files: filesFolder, temporary: folder.temporary, cache: folder.cache },
  });
  closers.defer(() => deletions.close());
  const onRemoved: ((ownerId: string) => void)[] = [];
  const removals = createRemovalService({
    libraries,
    deletions,
    remote,
    runs,
    values: engine.values,
    onRemoved: (ownerId) => onRemoved.forEach((forget) => void forget(ownerId)),
  });
  const documentStores = createDocumentStoreService({ deps: stores, runs });
  closers.defer(() => documentStores.close());
  const moves = createMoveService({ ...given, stores, moving, libraries, releaseStorage: removals.releaseStorage });
  const bin = createBinService({
    ...{ chatflows, libraries, runs, removals, prunes, log, now },
    bin: createBinRepository(db),
  });
  closers.defer(() => bin.close());
  const uploads = openUploads(given);
  return {
    stores,
    libraries,
    flowEngine,
    documentStores,
    deletions,
    removals,
    onRemoved,
    bin,
    moves,
    ...uploads,
    ...openUndo(given, { stores, libraries }, uploads, closers),
  };
}

export type Stores = Runs & ReturnType<typeof openStores>;
