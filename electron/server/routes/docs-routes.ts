import type { FastifyInstance } from 'fastify';

/** Where the page of the API lies in the window. The address after `#` takes the place of one that the caller had. */
const API_PAGE = '/#/api';

/** `/api-docs`, the address that Flowise has for it, leads to the page of the API in the window. */
export function docsRoutes(app: FastifyInstance): void {
  app.get('/api-docs', (_request, reply) => reply.redirect(API_PAGE));
}
