import { z } from 'zod';
import { BackupListSchema, RestoreAnswerSchema } from '../api/backups.ts';
import { ChatflowCreateSchema, ChatflowListSchema, ChatflowSchema, ChatflowUpdateSchema } from '../api/chatflows.ts';
import { DeleteResultSchema, DeletionQuerySchema, DeletionResultSchema } from '../api/common.ts';
import {
  CredentialCreateSchema,
  CredentialHostSchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../api/credentials.ts';
import { StoreQueryBodySchema, StoreQueryResultSchema } from '../api/document-store-upserts.ts';
import { DocumentStoreSchema } from '../api/document-stores.ts';
import { NodeDescriptionSchema, NoticeListSchema, SampleFileSchema, SampleSchema } from '../api/info.ts';
import {
  ConnectionTestBodySchema,
  ConnectionTestSchema,
  NodePreviewBodySchema,
  NodePreviewSchema,
} from '../api/node-tools.ts';
import { RunEventSchema, RunListQuerySchema, RunSchema } from '../api/runs.ts';
import { SessionCodeSchema, SessionCreateSchema, SessionSchema } from '../api/session.ts';
import {
  UpsertAcceptedSchema,
  UpsertBodySchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from '../api/vector.ts';

/** An operation of the HTTP API, as a client calls it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base of the API; `{name}` stands for a parameter. */
  readonly path: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What it answers when it succeeds. */
  readonly answer: z.ZodType;
}

/** The operations that the page and the command line call, by the `operationId` that the server gives them. */
export const operations = {
  listChatflows: { method: 'GET', path: '/chatflows', answer: ChatflowListSchema },
  getChatflow: { method: 'GET', path: '/chatflows/{id}', answer: ChatflowSchema },
  createChatflow: { method: 'POST', path: '/chatflows', body: ChatflowCreateSchema, answer: ChatflowSchema },
  updateChatflow: { method: 'PUT', path: '/chatflows/{id}', body: ChatflowUpdateSchema, answer: ChatflowSchema },
  deleteChatflow: {
    method: 'DELETE',
    path: '/chatflows/{id}',
    query: DeletionQuerySchema,
    answer: DeletionResultSchema,
  },

  /** With `Prefer: respond-async`, which is how clients of ours call it. */
  upsertVector: { method: 'POST', path: '/vector/upsert/{id}', body: UpsertBodySchema, answer: UpsertAcceptedSchema },
  queryVector: {
    method: 'POST',
    path: '/vector/query/{id}',
    body: VectorQueryBodySchema,
    answer: VectorQueryResultSchema,
  },

  listRuns: { method: 'GET', path: '/runs', query: RunListQuerySchema, answer: z.array(RunSchema) },
  getRun: { method: 'GET', path: '/runs/{id}', answer: RunSchema },
  watchRun: { method: 'GET', path: '/runs/{id}/events', answer: RunEventSchema },
  cancelRun: { method: 'POST', path: '/runs/{id}/cancel', answer: RunSchema },
  resumeRun: { method: 'POST', path: '/runs/{id}/resume', answer: UpsertAcceptedSchema },

  listDocumentStores: { method: 'GET', path: '/document-store/store', answer: z.array(DocumentStoreSchema) },
  queryDocumentStore: {
    method: 'POST',
    path: '/document-store/vectorstore/query',
    body: StoreQueryBodySchema,
    answer: StoreQueryResultSchema,
  },

  listCredentials: { method: 'GET', path: '/credentials', answer: z.array(CredentialSchema) },
  createCredential: { method: 'POST', path: '/credentials', body: CredentialCreateSchema, answer: CredentialSchema },
  updateCredential: {
    method: 'PUT',
    path: '/credentials/{id}',
    body: CredentialUpdateSchema,
    answer: CredentialSchema,
  },
  deleteCredential: { method: 'DELETE', path: '/credentials/{id}', answer: DeleteResultSchema },
  allowCredentialHost: {
    method: 'POST',
    path: '/credentials/{id}/hosts',
    body: CredentialHostSchema,
    answer: CredentialSchema,
  },
  disallowCredentialHost: {
    method: 'DELETE',
    path: '/credentials/{id}/hosts',
    query: CredentialHostSchema,
    answer: CredentialSchema,
  },

  listNodes: { method: 'GET', path: '/nodes', answer: z.array(NodeDescriptionSchema) },
  previewNodes: { method: 'POST', path: '/nodes/preview', body: NodePreviewBodySchema, answer: NodePreviewSchema },
  testNodeConnection: {
    method: 'POST',
    path: '/nodes/test-connection',
    body: ConnectionTestBodySchema,
    answer: ConnectionTestSchema,
  },

  listSamples: { method: 'GET', path: '/samples', answer: z.array(SampleSchema) },
  getSample: { method: 'GET', path: '/samples/{name}', answer: SampleFileSchema },
  listNotices: { method: 'GET', path: '/notices', answer: NoticeListSchema },
  listBackups: { method: 'GET', path: '/backups', answer: BackupListSchema },
  restoreBackup: { method: 'POST', path: '/backups/{name}/restore', answer: RestoreAnswerSchema },

  openSession: { method: 'POST', path: '/session', body: SessionCreateSchema, answer: SessionSchema },
  createSessionCode: { method: 'POST', path: '/session/codes', answer: SessionCodeSchema },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
type OperationOf<Id extends OperationId> = (typeof operations)[Id];

/** What an operation answers when it succeeds. */
export type AnswerOf<Id extends OperationId> = z.output<OperationOf<Id>['answer']>;

type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/** What a schema takes; where it takes anything and makes the best of it, what that gives. */
type Taken<Schema> = Schema extends z.ZodType
  ? unknown extends z.input<Schema>
    ? z.output<Schema>
    : {
        [Key in keyof z.input<Schema>]: unknown extends z.input<Schema>[Key]
          ? z.output<Schema>[Key & keyof z.output<Schema>]
          : z.input<Schema>[Key];
      }
  : never;

type ParamsInput<Path extends string> = [ParamOf<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<ParamOf<Path>, string>> };

type QueryInput<O> = O extends { readonly query: infer Query }
  ? { readonly query?: Taken<Query> }
  : { readonly query?: never };

type BodyInput<O> = O extends { readonly body: infer Body }
  ? { readonly body: Taken<Body> | FormData }
  : { readonly body?: never };

/** Parameters of the path, query and body of an operation. */
export type InputOf<Id extends OperationId> = ParamsInput<OperationOf<Id>['path']> &
  QueryInput<OperationOf<Id>> &
  BodyInput<OperationOf<Id>>;
