import type { FastifyInstance, FastifySchema } from 'fastify';

/** A route of the API, as it was registered. */
export interface Operation {
  /** As OpenAPI writes it: `/api/v1/chatflows/{id}`. */
  readonly path: string;
  /** Lower case. */
  readonly method: string;
  readonly schema: FastifySchema;
}

/** Fills a list with the routes that this scope gets from now on. */
export function collectOperations(scope: FastifyInstance): readonly Operation[] {
  const operations: Operation[] = [];
  scope.addHook('onRoute', ({ url, method, schema = {} }) => {
    if (schema.hide === true) return;
    const path = url.replaceAll(/:([A-Za-z]\w*)/g, '{$1}');
    for (const name of [method].flat()) {
      // Fastify answers HEAD wherever there is a GET; nobody needs to be told.
      if (name !== 'HEAD') operations.push({ path, method: name.toLowerCase(), schema });
    }
  });
  return operations;
}
