import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DOCS_HTML, DOCS_PATH, DOCS_SCRIPT } from '../openapi/docs-page.ts';

/** The files of the viewer that the page uses. */
const ASSETS: ReadonlySet<string> = new Set(['/swagger-ui-bundle.js', '/swagger-ui.css', '/favicon-32x32.png']);

/** `/api-docs`: the same for people, without the internet. */
export function docsRoutes(app: FastifyInstance): void {
  const viewer = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  app.get(DOCS_PATH, (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_HTML));
  app.get(`${DOCS_PATH}/start.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT));
  app.register(fastifyStatic, {
    root: join(viewer, 'static'),
    prefix: `${DOCS_PATH}/static/`,
    decorateReply: false,
    allowedPath: (path) => ASSETS.has(path),
  });
}
