import { performance } from 'node:perf_hooks';
import fastifyMultipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { API_BASE } from '../../shared/api/common.ts';
import type { Notice } from '../../shared/api/info.ts';
import type { Config } from './config.ts';
import type { Log } from './core/log.ts';
import { collectOperations } from './openapi/operations.ts';
import { apiKeyGuard } from './plugins/api-key-guard.ts';
import { appCaller } from './plugins/app-caller.ts';
import { appPages } from './plugins/app-pages.ts';
import { callerGuard } from './plugins/caller-guard.ts';
import { earlyErrors } from './plugins/early-errors.ts';
import { errorHandler } from './plugins/error-handler.ts';
import { formBody } from './plugins/form-body.ts';
import { jsonBody } from './plugins/json-body.ts';
import { slowClients } from './plugins/slow-clients.ts';
import { type BackupRouteOptions, backupRoutes } from './routes/backup-routes.ts';
import { chatflowKeyRoutes } from './routes/chatflow-key-routes.ts';
import { chatflowRoutes } from './routes/chatflow-routes.ts';
import { docsRoutes, openApiRoutes } from './routes/docs-routes.ts';
import { documentStoreLoaderRoutes } from './routes/document-store-loader-routes.ts';
import { documentStoreChunkRoutes, documentStoreRoutes } from './routes/document-store-routes.ts';
import { documentStoreUpsertRoutes } from './routes/document-store-upsert-routes.ts';
import { flowConfigRoutes } from './routes/flow-config-routes.ts';
import { infoRoutes, sampleRoutes } from './routes/info-routes.ts';
import { nodeToolRoutes } from './routes/node-tool-routes.ts';
import { acceptZodSchemas } from './routes/operation.ts';
import { resourceRoutes } from './routes/resource-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { upsertHistoryRoutes } from './routes/upsert-history-routes.ts';
import { vectorRoutes } from './routes/vector-routes.ts';
import type { AppSession } from './services/app-session.ts';
import type { ChatflowService } from './services/chatflow-service.ts';
import type { DocumentStoreService } from './services/document-stores/document-store-service.ts';
import type { IdempotencyService } from './services/idempotency-service.ts';
import type { NodeToolsService } from './services/node-tools-service.ts';
import type { QueryService } from './services/query/query-service.ts';
import { createRateLimiter } from './services/rate-limiter.ts';
import type { RemovalService } from './services/removal-service.ts';
import type { ResourceServices } from './services/resource-services.ts';
import type { UpsertHistoryService } from './services/upsert-history-service.ts';
import type { UpsertService } from './services/upsert-service.ts';

export interface AppOptions {
  readonly config: Pick<
    Config,
    | 'allowedHosts'
    | 'allowedOrigins'
    | 'requireApiKey'
    | 'requireLocalToken'
    | 'jsonLimitBytes'
    | 'fileLimitBytes'
    | 'uploadLimitBytes'
  >;
  readonly log: Log;
  readonly session: AppSession;
  readonly chatflows: ChatflowService;
  readonly upserts: UpsertService;
  readonly queries: QueryService;
  readonly documentStores: DocumentStoreService;
  readonly removals: RemovalService;
  readonly nodeTools: NodeToolsService;
  readonly idempotency: IdempotencyService;
  readonly history: UpsertHistoryService;
  readonly resources: ResourceServices;
  readonly version: string;
  readonly notices: () => readonly Notice[];
  readonly backups: BackupRouteOptions;
  /** An answer had to say that the disk is full. */
  readonly onDiskFull: () => void;
  readonly samplesFolder: string;
  readonly pagesFolder: string;
}

/** The port that the app listens on; undefined while it does not. */
export function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** Parts of one form: files and fields together. */
const MOST_PARTS = 10_000;

/** The HTTP app, not listening: `serve` listens with it, tests inject into it. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config } = options;
  const app = Fastify({
    bodyLimit: config.jsonLimitBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true },
    ...earlyErrors,
  });
  slowClients(app);
  errorHandler(app, { log: options.log, jsonLimitBytes: config.jsonLimitBytes, onDiskFull: options.onDiskFull });
  const port = () => listeningPort(app);
  callerGuard(app, {
    port,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
  });
  appCaller(app, { session: options.session, port, requireLocalToken: config.requireLocalToken });
  apiKeyGuard(app, {
    keys: options.resources.apiKeys,
    keyOfChatflow: options.chatflows.keyOf,
    chatflowOfRun: options.upserts.ownerOf,
    requireApiKey: config.requireApiKey,
  });
  jsonBody(app);
  formBody(app);
  appPages(app, options.pagesFolder);
  docsRoutes(app);
  await app.register(fastifyMultipart, {
    limits: {
      fileSize: config.fileLimitBytes,
      fieldSize: config.jsonLimitBytes,
      parts: MOST_PARTS,
      files: MOST_PARTS,
      fields: MOST_PARTS,
    },
    throwFileSizeLimit: true,
    // A file of a chosen folder is named by its path in it.
    preservePath: true,
  });
  await app.register(
    async (scope) => {
      const operations = collectOperations(scope);
      const api = acceptZodSchemas(scope);
      openApiRoutes(api, operations, options.version);
      infoRoutes(api, options);
      backupRoutes(api, options.backups);
      sessionRoutes(api, { session: options.session, port });
      nodeToolRoutes(api, {
        nodeTools: options.nodeTools,
        makeFolder: options.upserts.makeFolder,
        uploadLimitBytes: config.uploadLimitBytes,
      });
      sampleRoutes(api, options.samplesFolder);
      chatflowRoutes(api, options.chatflows, options.removals);
      chatflowKeyRoutes(api, { chatflows: options.chatflows, apiKeys: options.resources.apiKeys });
      resourceRoutes(api, options.resources);
      documentStoreRoutes(api, options.documentStores, options.removals);
      documentStoreChunkRoutes(api, options.documentStores);
      documentStoreUpsertRoutes(api, { ...options, uploadLimitBytes: config.uploadLimitBytes });
      documentStoreLoaderRoutes(api, { ...options, uploadLimitBytes: config.uploadLimitBytes });
      runRoutes(api, options.upserts);
      upsertHistoryRoutes(api, options.history);
      flowConfigRoutes(api, options.chatflows);
      vectorRoutes(api, {
        ...options,
        rateLimiter: createRateLimiter(() => performance.now()),
        uploadLimitBytes: config.uploadLimitBytes,
      });
    },
    { prefix: API_BASE },
  );
  return app;
}
