import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { linkWith } from '../../shared/api/session.ts';
import { OperationalError } from '../../shared/errors/errors.ts';
import { codeOf } from '../../shared/errors/system-errors.ts';
import { createApp, listeningPort } from './app.ts';
import { createKeyedLock } from './common/keyed-lock.ts';
import type { Config } from './config.ts';
import { createEmbeddingPool } from './embedding/embedding-pool.ts';
import { createLogger } from './logger.ts';
import { createLoadPool } from './pipeline/load/load-pool.ts';
import { createLinkFiles } from './secrets/link-files.ts';
import { ensureLocalToken } from './secrets/local-token.ts';
import { createAddressOpener } from './secrets/sealed-address.ts';
import { type Opening, type RunningServer, runServer } from './server-life.ts';
import { createAppSession } from './services/app-session.ts';
import { createBackupService } from './services/backup-service.ts';
import { createChatflowService } from './services/chatflow-service.ts';
import { createDeletionService } from './services/deletion/deletion-service.ts';
import { createPruneService } from './services/deletion/prune-service.ts';
import { createRemoteRemoval } from './services/deletion/remote-removal.ts';
import { createDiskGuard } from './services/disk-guard.ts';
import { createDocumentStoreService } from './services/document-stores/document-store-service.ts';
import { sealFlowSecrets } from './services/flow-secrets.ts';
import { createIdempotencyService } from './services/idempotency-service.ts';
import { listCredentialHosts } from './services/list-credential-hosts.ts';
import { createNodeToolsService } from './services/node-tools-service.ts';
import { createQueryService } from './services/query/query-service.ts';
import { createRemovalService } from './services/removal-service.ts';
import { createResourceServices } from './services/resource-services.ts';
import { createRestoreService } from './services/restore-service.ts';
import { createResumableRuns } from './services/runs/resumable-runs.ts';
import { createRunService } from './services/runs/run-service.ts';
import { createUpsertHistoryService } from './services/upsert-history-service.ts';
import { createUpsertService } from './services/upsert-service.ts';
import { createCheckpointer } from './storage/checkpointer.ts';
import { closeDataFolder } from './storage/close-data-folder.ts';
import { emptyTemporary } from './storage/data-folder.ts';
import { openDatabase } from './storage/database.ts';
import { describeDamage, describeOpened } from './storage/database-notices.ts';
import { createChatflowRepository } from './storage/repositories/chatflow-repository.ts';
import { createDeletionRepository } from './storage/repositories/deletion-repository.ts';
import { createDocumentStoreChunkRepository } from './storage/repositories/document-store-chunk-repository.ts';
import { createEmbeddingRepository } from './storage/repositories/embedding-repository.ts';
import { createGarbageRepository } from './storage/repositories/garbage-repository.ts';
import { createIdempotencyRepository } from './storage/repositories/idempotency-repository.ts';
import { createRecordRepository } from './storage/repositories/record-repository.ts';
import { createRemoteWriteRepository } from './storage/repositories/remote-write-repository.ts';
import { createRunRepository } from './storage/repositories/run-repository.ts';
import { createRunRequestRepository } from './storage/repositories/run-request-repository.ts';
import { createSettingRepository } from './storage/repositories/setting-repository.ts';
import { createUpsertHistoryRepository } from './storage/repositories/upsert-history-repository.ts';
import { createVectorService } from './stores/local/vector-service.ts';

export type { RunningServer };

/** The top of the installation: two folders up both from the sources and from the build. */
function installed(...parts: readonly string[]): string {
  return join(fileURLToPath(new URL('../../', import.meta.url)), ...parts);
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (cause) {
    if (codeOf(cause) === 'EACCES') {
      throw new OperationalError(
        'PORT_IN_USE',
        `The system does not let you use port ${config.port}: choose another with --port N, from 1024 on.`,
        { cause },
      );
    }
    if (codeOf(cause) !== 'EADDRINUSE') throw cause;
    throw new OperationalError(
      'PORT_IN_USE',
      `Port ${config.port} is taken by another program: choose another with --port N, or --port 0 for any free one.`,
      { cause },
    );
  }
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listeningPort(app) ?? config.port}`;
}

export interface ServerEvents {
  /** When an upsert began or ended: how many are running. */
  readonly onRunningUpserts?: (count: number) => void;
  /** The server had to start again on a restored backup, and could not. Without it that ends the process with the error. */
  readonly onLost?: (error: unknown) => void;
}

/** Starts everything on a data folder. Throws an AppError whose message says what to do when it can't. */
export function startServer(config: Config, events: ServerEvents = {}): Promise<RunningServer> {
  return runServer(config, (opening) => openServer(opening, events), events.onLost);
}

async function openServer({ config, folder, lock, ...opening }: Opening, events: ServerEvents): Promise<RunningServer> {
  const now = () => new Date();
  const clock = () => performance.now();
  const closers: (() => void | Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const closer of closers.toReversed()) await closer();
  }
  try {
    const log = createLogger(folder.logs, config.logLevel);
    closers.push(() => log.close());
    closeDataFolder(folder.root, log);
    const opened = openDatabase(folder.database, now);
    const { db } = opened;
    closers.push(() => void db.close());
    const found = [...opening.notices, ...describeOpened(folder, opened)];
    for (const { message } of found) log.warn({}, message);

    const vectors = createVectorService({
      db,
      databaseFile: folder.database,
      dataDir: folder.root,
      log,
      graphFromChunks: config.graphFromChunks,
    });
    closers.push(() => vectors.close());
    const embeddingPool = createEmbeddingPool({
      dataDir: folder.root,
      hubUrl: config.modelHubUrl,
      ...(config.embeddingThreads === 0 ? {} : { workers: config.embeddingThreads }),
    });
    closers.push(() => embeddingPool.close());
    const loadPool = createLoadPool({
      folders: { temporary: folder.temporary, cache: folder.cache, models: folder.models },
    });
    closers.push(() => loadPool.close());

    const checkpointer = createCheckpointer(db, log);
    closers.push(() => checkpointer.close());
    const disk = createDiskGuard({
      folder,
      isFull: opening.isDiskFull,
      cutDatabaseLog: () => void checkpointer.settle(),
    });
    const settings = createSettingRepository(db);
    const chatflows = createChatflowService({
      chatflows: createChatflowRepository(db),
      settings,
      sealSecrets: (flowData, name) => sealFlowSecrets(flowData, name, resources),
      hasApiKey: (id) => resources.apiKeys.has(id),
      now,
    });
    const resources = createResourceServices({
      db,
      config,
      secretKeyFile: join(folder.root, 'secret.key'),
      chatflows,
      now,
    });
    closers.push(() => resources.apiKeys.close());
    chatflows.mendSavedFlows();
    chatflows.ensureStarterFlow();

    const embeddings = createEmbeddingRepository(db);
    const { temporary } = folder;
    const resumable = createResumableRuns({ requests: createRunRequestRepository(db), temporary, now });
    const prunes = createPruneService({
      db,
      garbage: createGarbageRepository(db),
      embeddings,
      vectors,
      onCommit: checkpointer.committed,
      expireRuns: resumable.expire,
      log,
      now,
    });
    closers.push(() => prunes.close());
    const engine = {
      db,
      log,
      embeddings,
      loadChunks: loadPool.loadChunks,
      embeddingPool,
      vectorDeps: vectors,
      recordDeps: createRecordRepository(db),
      remoteWrites: createRemoteWriteRepository(db),
      recordLock: createKeyedLock(),
      values: {
        variable: resources.variables.valueOf,
        credential: resources.credentials.open,
        openAddresses: createAddressOpener(resources.secretKey),
      },
      onCommit() {
        prunes.changed();
        return checkpointer.committed();
      },
      settle: checkpointer.settle,
    };
    const runs = createRunRepository(db);
    const backups = createBackupService({
      databaseFile: folder.database,
      folder: folder.backups,
      log,
      now,
      clock,
      isBusy: () => runService.isBusy(),
    });
    closers.push(() => backups.close());
    const runService = createRunService({
      ...{ runs, temporary, resumable, log, now, clock },
      onChanged: backups.changed,
      onRunning: events.onRunningUpserts,
      onDiskFull: disk.noticeFull,
      assertRoom: disk.assertRoom,
    });
    // Before anything is written: on a full disk this is the room for it.
    emptyTemporary(folder, resumable.usedFolders());
    runService.markInterrupted();
    emptyTemporary(folder, resumable.keptFolders());
    const filesFolder = join(folder.root, 'stores');
    const documentStores = createDocumentStoreService({
      engine,
      runs: runService,
      removeStore: (id) => removals.removeDocumentStore(id, { reachesElsewhere: true, keepsData: false }),
      filesFolder,
      secretKey: resources.secretKey,
      log,
      now,
      clock,
    });
    closers.push(() => documentStores.close());
    await documentStores.recover();
    listCredentialHosts({
      settings,
      credentials: resources.credentials,
      values: engine.values,
      listChatflows: chatflows.listAll,
      listParts: documentStores.listParts,
    });
    const chunks = createDocumentStoreChunkRepository(db);
    const remote = createRemoteRemoval({ deps: engine, values: engine.values, secretKey: resources.secretKey });
    const deletions = createDeletionService({
      remote,
      ...{ db, vectors, prunes, checkpointer, log, now, runs: runService, recordLock: engine.recordLock },
      deletions: createDeletionRepository(db),
      garbage: createGarbageRepository(db),
      sweepChunks: chunks.sweepSome,
      onDone: backups.changed,
      folders: { files: filesFolder, temporary, cache: folder.cache },
    });
    closers.push(() => deletions.close());
    deletions.resume();
    const removals = createRemovalService({
      ...{ chatflows, documentStores, deletions, remote, runs: runService, values: engine.values },
    });
    const flowEngine = { ...engine, loadChunks: documentStores.withStoredChunks(engine.loadChunks) };
    const upserts = createUpsertService({ engine: flowEngine, runs: runService, resumable, chatflows, log });

    const links = createLinkFiles(folder.root, log);
    links.removeAll();
    closers.push(links.removeAll);
    const session = createAppSession({ token: ensureLocalToken(folder.root), now, onUsed: links.remove });
    const app = await createApp({
      config,
      log,
      session,
      chatflows,
      upserts,
      ...resources,
      queries: createQueryService(engine, documentStores.readers, clock),
      documentStores,
      removals,
      nodeTools: createNodeToolsService({ engine: flowEngine, clock }),
      idempotency: createIdempotencyService({ rows: createIdempotencyRepository(db), findRun: runs.find, now }),
      history: createUpsertHistoryService(createUpsertHistoryRepository(db)),
      version: packageJson.version,
      notices: () => [
        ...found,
        ...disk.notices(),
        ...deletions.notices(),
        ...(backups.isDamaged() ? [describeDamage(folder)] : []),
      ],
      restores: createRestoreService({ folder: folder.backups, prepareRestore: opening.prepareRestore }),
      onDiskFull: disk.noticeFull,
      samplesFolder: installed('samples'),
      pagesFolder: installed('dist', 'renderer'),
    });
    closers.push(
      () => app.close(),
      () => documentStores.close(),
      () => runService.close(),
    );
    const url = await listen(app, config);
    lock.describe(url);
    log.debug({ config, url }, 'Listening');
    return { url, makeLink: () => linkWith(url, session.makeCode()), close };
  } catch (error) {
    await close();
    throw error;
  }
}
