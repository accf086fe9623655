import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../shared/errors/errors.ts';
import { describeNode } from '../../../shared/nodes/describe-node.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { infoOperations, sampleOperations } from '../../../shared/operations/info.ts';
import type { RoutesOf } from './route.ts';

const nodes = allNodeDefinitions.map(describeNode);

/** `/openapi.json`, `/ping`, `/version`, `/nodes`, `/notices`. */
export const infoRoutes = {
  getOpenApi: {
    touches: 'nothing',
    handle: (_request, { describeApi }) => describeApi(),
  },
  ping: {
    touches: 'nothing',
    isOpen: true,
    handle: (_request, _context, reply) => reply.type('text/plain; charset=utf-8').send('pong'),
  },
  getVersion: {
    touches: 'nothing',
    handle: (_request, { version }) => ({ version }),
  },
  listNodes: {
    touches: 'nothing',
    handle: () => nodes,
  },
  getNode: {
    touches: 'nothing',
    handle({ params }) {
      const definition = findNodeDefinition(params.name);
      if (definition !== undefined) return describeNode(definition);
      throw new UserError('NOT_FOUND', 'There is no node of that name: see GET /api/v1/nodes.');
    },
  },
  listNotices: {
    touches: 'visible',
    handle: ({ hiddenOwners: hidden }, { notices, sync }) => [...notices(), ...sync.notices(hidden)],
  },
} satisfies RoutesOf<typeof infoOperations>;

/** `/samples`: documents to try the app with. */
export const sampleRoutes = {
  listSamples: {
    touches: 'nothing',
    async handle(_request, { samplesFolder: folder }) {
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && !name.endsWith('README.md'));
      return Promise.all(
        names.sort().map(async (name) => ({ name, sizeBytes: (await stat(join(folder, name))).size, folder })),
      );
    },
  },
  getSample: {
    touches: 'nothing',
    async handle({ params }, { samplesFolder: folder }, reply) {
      // Only names that the folder lists: no path of the caller's ever reaches the disk.
      const name = (await readdir(folder)).find((candidate) => candidate === params.name);
      if (name === undefined) throw new UserError('NOT_FOUND', 'There is no such sample: see GET /api/v1/samples.');
      return reply.type('application/octet-stream').send(createReadStream(join(folder, name)));
    },
  },
} satisfies RoutesOf<typeof sampleOperations>;
