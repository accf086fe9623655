import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  NodeDescriptionSchema,
  NodeParamsSchema,
  type Notice,
  NoticeListSchema,
  PingSchema,
  SampleFileSchema,
  SampleParamsSchema,
  SampleSchema,
  VersionSchema,
} from '../../../shared/api/info.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { describeNode } from '../../../shared/nodes/describe-node.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { ApiApp } from './operation.ts';

export interface InfoRouteOptions {
  readonly version: string;
  /** Sentences that the user should see: a database put aside, say. */
  readonly notices: () => readonly Notice[];
  readonly samplesFolder: string;
}

const tags = ['Server'];

/** `/ping`, `/version`, `/nodes`, `/notices`. */
export function infoRoutes(app: ApiApp, options: InfoRouteOptions): void {
  const nodes = allNodeDefinitions.map(describeNode);
  app.get(
    '/ping',
    {
      schema: {
        operationId: 'ping',
        summary: 'Ask whether the server is there',
        tags,
        response: { 200: { description: 'It is.', content: { 'text/plain': { schema: PingSchema } } } },
      },
    },
    async (_request, reply) => reply.type('text/plain; charset=utf-8').send('pong'),
  );
  app.get(
    '/version',
    { schema: { operationId: 'getVersion', summary: 'Version of the server', tags, response: { 200: VersionSchema } } },
    () => ({ version: options.version }),
  );
  app.get(
    '/nodes',
    {
      schema: {
        operationId: 'listNodes',
        summary: 'Kinds of nodes that flows can have',
        tags,
        response: { 200: z.array(NodeDescriptionSchema) },
      },
    },
    () => nodes,
  );
  app.get(
    '/nodes/:name',
    {
      schema: {
        operationId: 'getNode',
        summary: 'Read what a kind of node is',
        tags,
        params: NodeParamsSchema,
        response: { 200: NodeDescriptionSchema, ...errorAnswers('NOT_FOUND') },
      },
    },
    ({ params }) => {
      const definition = findNodeDefinition(params.name);
      if (definition !== undefined) return describeNode(definition);
      throw new UserError('NOT_FOUND', 'There is no node of that name: see GET /api/v1/nodes.');
    },
  );
  app.get(
    '/notices',
    {
      schema: {
        operationId: 'listNotices',
        summary: 'What the user should know',
        tags,
        response: { 200: NoticeListSchema },
      },
    },
    () => [...options.notices()],
  );
}

/** `/samples`: documents to try the app with. */
export function sampleRoutes(app: ApiApp, folder: string): void {
  app.get(
    '/samples',
    {
      schema: {
        operationId: 'listSamples',
        summary: 'List the sample documents',
        tags,
        response: { 200: z.array(SampleSchema) },
      },
    },
    async () => {
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && !name.endsWith('README.md'));
      return Promise.all(
        names.sort().map(async (name) => ({ name, sizeBytes: (await stat(join(folder, name))).size })),
      );
    },
  );

  app.get(
    '/samples/:name',
    {
      schema: {
        operationId: 'getSample',
        summary: 'Download a sample document',
        tags,
        params: SampleParamsSchema,
        response: {
          200: { description: 'The file.', content: { 'application/octet-stream': { schema: SampleFileSchema } } },
          ...errorAnswers('NOT_FOUND'),
        },
      },
    },
    async ({ params }, reply) => {
      // Only names that the folder lists: no path of the caller's ever reaches the disk.
      const name = (await readdir(folder)).find((candidate) => candidate === params.name);
      if (name === undefined) throw new UserError('NOT_FOUND', 'There is no such sample: see GET /api/v1/samples.');
      return reply.type('application/octet-stream').send(createReadStream(join(folder, name)));
    },
  );
}
