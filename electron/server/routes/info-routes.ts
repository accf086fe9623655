import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { UserError } from '../../../shared/errors/errors.ts';
import { describeNode } from '../../../shared/nodes/describe-node.ts';
import { allNodeDefinitions } from '../../../shared/nodes/registry.ts';

export interface InfoRouteOptions {
  readonly version: string;
  /** Sentences that the user should see: a database put aside, say. */
  readonly notices: readonly string[];
  readonly samplesFolder: string;
}

/** `/ping`, `/version`, `/nodes`, `/notices`, `/samples`. */
export function infoRoutes(app: FastifyInstance, options: InfoRouteOptions): void {
  const nodes = allNodeDefinitions.map(describeNode);
  app.get('/ping', (_request, reply) => reply.type('text/plain; charset=utf-8').send('pong'));
  app.get('/version', () => ({ version: options.version }));
  app.get('/nodes', () => nodes);
  app.get('/notices', () => options.notices);

  app.get('/samples', async () => {
    const names = (await readdir(options.samplesFolder)).filter((name) => !name.startsWith('.') && !name.endsWith('README.md'));
    return Promise.all(
      names.sort().map(async (name) => ({ name, sizeBytes: (await stat(join(options.samplesFolder, name))).size })),
    );
  });
  app.get<{ Params: { name: string } }>('/samples/:name', async (request, reply) => {
    // Only names that the folder lists: no path of the caller's ever reaches the disk.
    const names = await readdir(options.samplesFolder);
    const name = names.find((candidate) => candidate === request.params.name);
    if (name === undefined) throw new UserError('NOT_FOUND', 'There is no such sample: see GET /api/v1/samples.');
    return reply.type('application/octet-stream').send(createReadStream(join(options.samplesFolder, name)));
  });
}
