import { UserError } from '../../shared/errors/errors.ts';
import { createAnswerProcess } from './answer-process/create-answer-process.ts';
import { createChangeClock } from './common/change-clock.ts';
import { createEmbeddingPool } from './embedding/embedding-pool.ts';
import { createLogger } from './logger.ts';
import { createLoadPool } from './pipeline/load/load-pool.ts';
import { createSecretKey, describeKey } from './secrets/secret-key.ts';
import type { Opening } from './server-life.ts';
import { createApiKeyService } from './services/api-key-service.ts';
import { createAssistantService } from './services/assistant-service.ts';
import { createChatflowService } from './services/chatflow-service.ts';
import { createCredentialService } from './services/credential-service.ts';
import { createDiskGuard } from './services/disk-guard.ts';
import { sealFlowSecrets } from './services/flow-secrets.ts';
import { createFlowVersionService } from './services/flow-versions/flow-version-service.ts';
import { createToolService } from './services/tool-service.ts';
import { createVariableService } from './services/variable-service.ts';
import { createCheckpointer } from './storage/checkpointer.ts';
import { closeDataFolder } from './storage/close-data-folder.ts';
import { openDatabase } from './storage/database.ts';
import { describeOpened } from './storage/database-notices.ts';
import { createApiKeyRepository } from './storage/repositories/api-key-repository.ts';
import { createAssistantRepository } from './storage/repositories/assistant-repository.ts';
import { createChatflowRepository } from './storage/repositories/chatflow-repository.ts';
import { createCredentialRepository } from './storage/repositories/credential-repository.ts';
import { createFlowVersionRepository } from './storage/repositories/flow-version-repository.ts';
import { createResourceUseRepository } from './storage/repositories/resource-use-repository.ts';
import { createSettingRepository } from './storage/repositories/setting-repository.ts';
import { createToolRepository } from './storage/repositories/tool-repository.ts';
import { createVariableRepository } from './storage/repositories/variable-repository.ts';
import { createVectorService } from './stores/local/vector-service.ts';

const now = createChangeClock(() => new Date());

/** The data folder: log, database, and the threads and processes that work beside it. */
export function openFoundation({ config, folder, isDiskFull, ...opening }: Opening, closers: AsyncDisposableStack) {
  const log = createLogger(folder.logs, config.logLevel);
  closers.defer(() => log.close());
  closeDataFolder(folder.root, log);
  const opened = openDatabase(folder.database, now);
  const { db } = opened;
  closers.defer(() => void db.close());
  const handedOver = config.readSecretKey() ?? config.readParentKey();
  const found = [...opening.notices, ...describeOpened(folder, opened), ...describeKey(folder.root, handedOver)];
  for (const { message } of found) log.warn({}, message);

  const { graphFromChunks } = config;
  const files = { databaseFile: folder.database, dataDir: folder.root };
  const vectors = createVectorService({ db, ...files, log, graphFromChunks });
  closers.defer(async () => void (await vectors.close()));
  const embeddingPool = createEmbeddingPool({
    dataDir: folder.root,
    hubUrl: config.modelHubUrl,
    ...(config.embeddingThreads === 0 ? {} : { workers: config.embeddingThreads }),
  });
  closers.defer(() => embeddingPool.close());
  const chatPool = createAnswerProcess({ log });
  closers.defer(() => chatPool.close());
  const loadPool = createLoadPool({
    folders: { temporary: folder.temporary, cache: folder.cache, models: folder.models },
  });
  closers.defer(() => loadPool.close());
  const checkpointer = createCheckpointer(db, log);
  closers.defer(() => checkpointer.close());
  const disk = createDiskGuard({ folder, isFull: isDiskFull, cutDatabaseLog: () => void checkpointer.settle() });
  return { config, folder, log, db, found, vectors, embeddingPool, chatPool, loadPool, checkpointer, disk };
}

export type Foundation = ReturnType<typeof openFoundation>;

/**
 * What people save: keys, secrets, variables, chatflows and the small resources.
 * @throws UserError INVALID_CONFIG when every call needs a key and there is none: nobody could get in, not even to make one
 */
export function openResources({ config, folder, db }: Foundation, closers: AsyncDisposableStack) {
  const apiKeys = createApiKeyService(createApiKeyRepository(db), now);
  closers.defer(() => apiKeys.close());
  if (config.requireApiKey && apiKeys.count() === 0) {
    throw new UserError(
      'INVALID_CONFIG',
      'requireApiKey in settings.json is on, and there is no API key yet: set it to false, start, make a key (POST /api/v1/apikey), and set it to true again.',
    );
  }
  const settings = createSettingRepository(db);
  const secretKey = createSecretKey(folder.root, () => config.readSecretKey() ?? config.readParentKey());
  const credentials = createCredentialService({ credentials: createCredentialRepository(db), secretKey, now });
  const { readEnvironment } = config;
  const variables = createVariableService({ variables: createVariableRepository(db), now, readEnvironment });
  const flowVersions = createFlowVersionService({ versions: createFlowVersionRepository(db), now });
  const chatflows = createChatflowService({
    chatflows: createChatflowRepository(db),
    versions: flowVersions,
    settings,
    sealSecrets: (flowData, name) => sealFlowSecrets(flowData, name, { credentials, secretKey }),
    hasApiKey: apiKeys.has,
    now,
  });
  const tools = createToolService({ rows: createToolRepository(db), settings, now });
  const assistants = createAssistantService(createAssistantRepository(db), now);
  const resourceUses = createResourceUseRepository(db);
  return {
    settings,
    apiKeys,
    secretKey,
    credentials,
    variables,
    resourceUses,
    chatflows,
    flowVersions,
    tools,
    assistants,
  };
}

export type Resources = Foundation & ReturnType<typeof openResources>;
