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
} from '../api/info.ts';
import type { Operations } from './operation.ts';

const tag = 'Server';

/** `/openapi.json`, `/ping`, `/version`, `/nodes`, `/notices`. */
export const infoOperations = {
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    tag,
    summary: 'Description of this API for programs (OpenAPI 3.1)',
    answers: { 200: OpenApiDocumentSchema },
    errors: [],
  },
  ping: {
    method: 'GET',
    path: '/ping',
    tag,
    summary: 'Ask whether the server is there',
    answers: { 200: { description: 'It is.', content: { 'text/plain': { schema: PingSchema } } } },
    errors: [],
  },
  getVersion: {
    method: 'GET',
    path: '/version',
    tag,
    summary: 'Version of the server',
    answers: { 200: VersionSchema },
    errors: [],
  },
  listNodes: {
    method: 'GET',
    path: '/nodes',
    tag,
    summary: 'Kinds of nodes that flows can have',
    answers: { 200: z.array(NodeDescriptionSchema) },
    errors: [],
  },
  getNode: {
    method: 'GET',
    path: '/nodes/{name}',
    tag,
    summary: 'Read what a kind of node is',
    params: NodeParamsSchema,
    answers: { 200: NodeDescriptionSchema },
    errors: ['NOT_FOUND'],
  },
  listNotices: {
    method: 'GET',
    path: '/notices',
    tag,
    summary: 'What the user should know',
    answers: { 200: NoticeListSchema },
    errors: [],
  },
} as const satisfies Operations;

/** `/samples`: documents to try the app with. */
export const sampleOperations = {
  listSamples: {
    method: 'GET',
    path: '/samples',
    tag,
    summary: 'List the sample documents',
    answers: { 200: z.array(SampleSchema) },
    errors: [],
  },
  getSample: {
    method: 'GET',
    path: '/samples/{name}',
    tag,
    summary: 'Download a sample document',
    params: SampleParamsSchema,
    answers: {
      200: { description: 'The file.', content: { 'application/octet-stream': { schema: SampleFileSchema } } },
    },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Operations;
