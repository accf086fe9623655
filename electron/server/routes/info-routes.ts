import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  NodeDescriptionSchema,
  NodeParamsSchema,
  NoticeListSchema,
  OpenApiDocumentSchema,
  PingSchema,
  SampleFileSchema,
  SampleParamsSchema,
  SampleSchema,
  VersionSchema,
} from '../../../shared/api/info.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { describeNode } from '../../../shared/nodes/describe-node.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { route } from './route.ts';

const tag = 'Server';

const nodes = allNodeDefinitions.map(describeNode);

/** `/openapi.json`, `/ping`, `/version`, `/nodes`, `/notices`. */
export const infoRoutes = [
  route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    touches: 'nothing',
    summary: 'Description of this API for programs (OpenAPI 3.1)',
    tag,
    answers: { 200: OpenApiDocumentSchema },
    errors: [],
    handle: (_request, { describeApi }) => describeApi(),
  }),
  route({
    method: 'GET',
    path: '/ping',
    operationId: 'ping',
    touches: 'nothing',
    isOpen: true,
    summary: 'Ask whether the server is there',
    tag,
    answers: { 200: { description: 'It is.', content: { 'text/plain': { schema: PingSchema } } } },
    errors: [],
    handle: (_request, _context, reply) => reply.type('text/plain; charset=utf-8').send('pong'),
  }),
  route({
    method: 'GET',
    path: '/version',
    operationId: 'getVersion',
    touches: 'nothing',
    summary: 'Version of the server',
    tag,
    answers: { 200: VersionSchema },
    errors: [],
    handle: (_request, { version }) => ({ version }),
  }),
  route({
    method: 'GET',
    path: '/nodes',
    operationId: 'listNodes',
    touches: 'nothing',
    summary: 'Kinds of nodes that flows can have',
    tag,
    answers: { 200: z.array(NodeDescriptionSchema) },
    errors: [],
    handle: () => nodes,
  }),
  route({
    method: 'GET',
    path: '/nodes/:name',
    operationId: 'getNode',
    touches: 'nothing',
    summary: 'Read what a kind of node is',
    tag,
    params: NodeParamsSchema,
    answers: { 200: NodeDescriptionSchema },
    errors: ['NOT_FOUND'],
    handle({ params }) {
      const definition = findNodeDefinition(params.name);
      if (definition !== undefined) return describeNode(definition);
      throw new UserError('NOT_FOUND', 'There is no node of that name: see GET /api/v1/nodes.');
    },
  }),
  route({
    method: 'GET',
    path: '/notices',
    operationId: 'listNotices',
    touches: 'visible',
    summary: 'What the user should know',
    tag,
    answers: { 200: NoticeListSchema },
    errors: [],
    handle: ({ hiddenOwners: hidden }, { notices, sync }) => [...notices(), ...sync.notices(hidden)],
  }),
];

/** `/samples`: documents to try the app with. */
export const sampleRoutes = [
  route({
    method: 'GET',
    path: '/samples',
    operationId: 'listSamples',
    touches: 'nothing',
    summary: 'List the sample documents',
    tag,
    answers: { 200: z.array(SampleSchema) },
    errors: [],
    async handle(_request, { samplesFolder: folder }) {
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && !name.endsWith('README.md'));
      return Promise.all(
        names.sort().map(async (name) => ({ name, sizeBytes: (await stat(join(folder, name))).size, folder })),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/samples/:name',
    operationId: 'getSample',
    touches: 'nothing',
    summary: 'Download a sample document',
    tag,
    params: SampleParamsSchema,
    answers: {
      200: { description: 'The file.', content: { 'application/octet-stream': { schema: SampleFileSchema } } },
    },
    errors: ['NOT_FOUND'],
    async handle({ params }, { samplesFolder: folder }, reply) {
      // Only names that the folder lists: no path of the caller's ever reaches the disk.
      const name = (await readdir(folder)).find((candidate) => candidate === params.name);
      if (name === undefined) throw new UserError('NOT_FOUND', 'There is no such sample: see GET /api/v1/samples.');
      return reply.type('application/octet-stream').send(createReadStream(join(folder, name)));
    },
  }),
];
