import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findExample } from '../../electron/server/openapi/describe-api.ts';
import { API_BASE, ErrorBodySchema } from '../../shared/api/common.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const MediaSchema = z.looseObject({
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
});
const OperationSchema = z.looseObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  summary: z.string().min(4),
  tags: z.array(z.string()).length(1),
  requestBody: z.object({ required: z.boolean(), content: z.record(z.string(), MediaSchema) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.record(z.string(), MediaSchema) })),
});
const DocumentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), OperationSchema)),
  components: z.looseObject({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
});
type Document = z.infer<typeof DocumentSchema>;

interface Route {
  readonly name: string;
  readonly schema: FastifySchema;
}

/** What people need no button for: it is for scripts, or the window reaches the same by another operation. */
const WITHOUT_BUTTON: Readonly<Record<string, string>> = {
  ping: 'for scripts that wait for the server',
  listNodes: 'the window has the definitions of the nodes built in',
  getNode: 'the window has the definitions of the nodes built in',
  getSession: 'the window asks it at its start',
  createSessionCode: 'the command line makes the code that opens the window',
  deleteChatflow: 'the window deletes into the bin, and from there',
  listChatflows: 'listChatflowNames, and getChatflow for those that are shown',
  listChatflowsOfKey: 'listApiKeys names the flows of a key',
  getTool: 'listTools gives them whole',
  getAssistant: 'listAssistants gives them whole',
  getCredential: 'listCredentials gives all but secrets',
  predict: 'pages and scripts of others ask by it, the window by that of the app',
  deleteChatMessages: 'the window puts conversations into the bin',
  abortChatMessage: 'the window hangs up, which stops the answer',
  getChatflowStreaming: 'clients of Flowise ask it before a question',
  getChatflowUploads: 'clients of Flowise ask it before a question',
  getPublicChatflow: 'a chat on a page of others reads it; the window reads getChatflow',
  getPublicChatbotConfig: 'a chat on a page of others reads it; the window reads getChatflow',
  getNodeIcon: 'a chat on a page of others shows it; the window draws icons itself',
  createAttachments: 'a chat on a page of others sends files by it',
  getUploadFile: 'a chat on a page of others shows files by it',
  createLead: 'a chat on a page of others sends it',
  deleteLeads: 'programs ask people for their address, and delete it',
  listLeads: 'programs ask people for their address, and read it',
  createFeedbackOf: 'a chat on a page of others sends it',
  listFeedback: 'listAllFeedback lists that of all flows',
  listDocumentStoreChunks: 'listContentChunks',
  updateDocumentStoreChunk: 'updateContentChunk',
  deleteDocumentStoreChunk: 'deleteContentChunk',
  refreshDocumentStore: 'refreshSync',
  watchRun: 'the window reads its stream',
  listUpsertHistory: 'listRuns',
  removeUpsertHistory: 'runs go by themselves',
  getFlowConfig: 'the API panel computes the same from the flow',
  updateDocumentStoreConfig: 'saveDocumentStoreConfig',
  insertIntoVectorStore: 'saveDocumentStoreConfig, then upsertDocumentStore',
  countOriginals: 'getOriginals',
  listRemovedSources: 'listBinSources lists those of one flow or store, too',
};

let server: TestServer;
let document: Document;
const routes: Route[] = [];

/** Sees the routes as Fastify gets them, by another way than the document does. */
function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, schema = {} }) => {
    if (!url.startsWith(API_BASE)) return;
    for (const name of [method].flat().filter((candidate) => candidate !== 'HEAD')) {
      routes.push({ name: `${name} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, schema });
    }
  });
}

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}

beforeAll(async () => {
  subscribe('fastify.initialization', watchRoutes);
  server = await startTestServer();
  unsubscribe('fastify.initialization', watchRoutes);
  document = DocumentSchema.parse((await createApiClient(server.url).get('/openapi.json')).body);
});

afterAll(() => server.close());

describe('the OpenAPI document', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('leads nowhere that is not there', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref ?? '');
    const missing = refs.filter(
      (ref) =>
        ref.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) ===
        undefined,
    );
    expect(refs.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  test('has every route of the server, and no others', () => {
    const described = operations().map(({ name }) => name);
    // They only say that the id is missing.
    const withoutId = ['POST /api/v1/vector/query', 'POST /api/v1/vector/upsert'];
    expect([...described, ...withoutId].toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    process.stdout.write(`The OpenAPI document describes ${described.length} operations.\n`);
  });

  test('names each operation once', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has only operations that the window calls, or that need no button', () => {
    const sources = globSync('renderer/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'));
    const isCalled = (id: string) => sources.some((source) => source.includes(`'${id}'`));
    const ids = operations().map(({ operation }) => operation.operationId);
    const withoutButton = ids.filter((id) => !isCalled(id));
    expect(withoutButton.toSorted()).toEqual(Object.keys(WITHOUT_BUTTON).toSorted());
  });

  test('has an example for every request with a body', () => {
    const lacking = operations().filter(({ operation }) =>
      Object.values(operation.requestBody?.content ?? {}).some(({ example }) => example === undefined),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  test('has an example for every answer', () => {
    const lacking = operations().filter(({ operation }) =>
      Object.entries(operation.responses).some(
        ([status, { content }]) =>
          status < '400' && Object.values(content).some(({ example }) => example === undefined),
      ),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
  });

  test('has a success and an error answer for every operation', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => /^2/.test(status)),
        `${name}: success`,
      ).toBe(true);
      expect(
        statuses.some((status) => /^4/.test(status)),
        `${name}: error`,
      ).toBe(true);
    }
  });

  test('has an example in the one shape for each code of an error answer', () => {
    for (const { name, operation } of operations()) {
      for (const [status, { content }] of Object.entries(operation.responses).filter(([key]) => key >= '400')) {
        const codes = Object.keys(content['application/json']?.examples ?? {});
        expect(codes.length, `${name} ${status}`).toBeGreaterThan(0);
        for (const code of codes) {
          const example = ErrorBodySchema.parse(document.components.examples[code]?.value);
          expect(example).toMatchObject({ code, statusCode: Number(status) });
        }
      }
    }
  });

  test('gives examples that its own schemas take', () => {
    for (const { name, schema } of routes) {
      const answers = Object.values((schema.response ?? {}) as Record<string, unknown>);
      for (const part of [schema.body, schema.params, schema.querystring, ...answers]) {
        if (!(part instanceof z.ZodType)) continue;
        const example = findExample(part);
        if (example !== undefined) expect(part.safeParse(example).error, name).toBeUndefined();
      }
    }
  });

  test('has the form of an upsert beside its JSON', () => {
    const { requestBody } = document.paths[`${API_BASE}/vector/upsert/{id}`]?.post ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json', 'multipart/form-data']);
    expect(requestBody?.required).toBe(false);
  });
});
