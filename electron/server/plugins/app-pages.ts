import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Only our own files, no inline script, no frames. Inline styles are allowed: the canvas positions its nodes with them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the app's pages from the build, if there is one, with headers that protect them. */
export function appPages(app: FastifyInstance, folder: string): void {
  app.addHook('onSend', async (_request, reply) => {
    // An original has a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
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
