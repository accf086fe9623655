import { subscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** The documented schema of an answer; undefined if it is not our JSON. */
function schemaOf(response: unknown, status: number): z.ZodType | undefined {
  const found = (response as Record<string, unknown> | undefined)?.[status];
  return found instanceof z.ZodType ? found : undefined;
}

function checkAnswer(schema: z.ZodType, payload: unknown, name: string): void {
  // As serialised: no undefined, no dates.
  const sent: unknown = JSON.parse(JSON.stringify(payload));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new Error(`The answer of ${name} is not as documented: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`The answer of ${name} has fields that are not documented: ${JSON.stringify(sent).slice(0, 500)}`);
  }
}

let isChecking = false;

/** From now on every server of this process checks its successful answers against the OpenAPI document: a different one is a 500. */
export function checkAnswersOfServers(): void {
  // Test files of a worker share this module.
  if (isChecking) return;
  isChecking = true;
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('preSerialization', async (request, reply, payload) => {
      const { schema, url } = request.routeOptions;
      const documented = reply.statusCode < 300 ? schemaOf(schema?.response, reply.statusCode) : undefined;
      if (documented !== undefined) checkAnswer(documented, payload, `${request.method} ${url}`);
      return payload;
    });
  });
}
