import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../../../shared/page-headers.ts';

const HEADERS = Object.entries(pageHeaders());

/** Serves the app's pages from the build, if there is one, with headers that protect them. */
export function appPages(app: FastifyInstance, folder: string): void {
  app.addHook('onSend', async (_request, reply) => {
    // An original has a stricter policy of its own.
    for (const [name, value] of HEADERS) if (!reply.hasHeader(name)) reply.header(name, value);
    // Already set for a listed origin (caller-guard).
    if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin');
  });
  if (!existsSync(folder)) return;
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      // The build names assets by their content, so they never change; the page itself is revalidated each time.
      const isAsset = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
