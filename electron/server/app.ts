import { performance } from 'node:perf_hooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { API_BASE } from '../../shared/api/common.ts';
import type { Config } from './config.ts';
import { apiKeyGuard } from './plugins/api-key-guard.ts';
import { appCaller } from './plugins/app-caller.ts';
import { appPages } from './plugins/app-pages.ts';
import { callerGuard } from './plugins/caller-guard.ts';
import { answerExpectations, earlyErrors } from './plugins/early-errors.ts';
import { errorHandler } from './plugins/error-handler.ts';
import { acceptBodies } from './plugins/request-bodies.ts';
import { slowClients } from './plugins/slow-clients.ts';
import type { ApiContext } from './routes/api-context.ts';
import { pdfRoutes } from './routes/pdf-routes.ts';
import { acceptZodSchemas, registerRoutes } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { refuseMissingIds } from './routes/vector-routes.ts';
import { createRateLimiter } from './services/rate-limiter.ts';

/** Where the page of the API lies in the window. The address after `#` takes the place of one that the caller had. */
const API_PAGE = '/#/api';

/** `/api-docs`, the address that Flowise has for it, leads to the page of the API in the window. */
function docsRoutes(app: FastifyInstance): void {
  app.get('/api-docs', (_request, reply) => reply.redirect(API_PAGE));
}

export interface AppOptions extends Omit<ApiContext, 'describeApi' | 'port' | 'rateLimiter' | 'uploadLimitBytes'> {
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
  /** An answer had to say that the disk is full. */
  readonly onDiskFull: () => void;
  readonly pagesFolder: string;
}

/** The port that the app listens on; undefined while it does not. */
export function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : undefined;
}

/** What stands before every call: errors in one shape, and who may call what. */
function guard(app: FastifyInstance, options: AppOptions, port: () => number | undefined): void {
  const { config, log, session, chatflows, apiKeys, onDiskFull } = options;
  slowClients(app);
  errorHandler(app, { log, jsonLimitBytes: config.jsonLimitBytes, onDiskFull });
  callerGuard(app, { port, allowedHosts: config.allowedHosts, allowedOrigins: config.allowedOrigins });
  appCaller(app, { session, port, requireLocalToken: config.requireLocalToken });
  apiKeyGuard(app, {
    keys: apiKeys,
    chatflows,
    requireApiKey: config.requireApiKey,
  });
}

/** The OpenAPI document, put together when it is first asked for. */
function describeOnce(version: string): ApiContext['describeApi'] {
  let document: ReturnType<ApiContext['describeApi']> | undefined;
  const describe = async () => (await import('./openapi/describe-api.ts')).describeApi(routes, version);
  return () => {
    document ??= describe();
    return document;
  };
}

/** The HTTP app, not listening: `serve` listens with it, tests inject into it. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, version } = options;
  const app = Fastify({
    bodyLimit: config.jsonLimitBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: true, caseSensitive: false },
    ...earlyErrors,
  });
  answerExpectations(app);
  const port = () => listeningPort(app);
  guard(app, options, port);
  await acceptBodies(app, config);
  appPages(app, options.pagesFolder);
  docsRoutes(app);
  pdfRoutes(app);
  const context: ApiContext = {
    ...options,
    port,
    uploadLimitBytes: config.uploadLimitBytes,
    rateLimiter: createRateLimiter(() => performance.now()),
    describeApi: describeOnce(version),
  };
  await app.register(
    async (api) => {
      acceptZodSchemas(api);
      registerRoutes(api, routes, context);
      refuseMissingIds(api, context);
    },
    { prefix: API_BASE },
  );
  return app;
}
