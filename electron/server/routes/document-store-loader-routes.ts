import { ChunkPageSchema } from '../../../shared/api/document-store-chunks.ts';
import {
  ConfigTestBodySchema,
  ConfigTestSchema,
  LoaderPreviewBodySchema,
  LoaderPreviewFormSchema,
  LoaderPreviewSchema,
  LoaderProcessParamsSchema,
  LoaderSaveBodySchema,
  LoaderSaveFormSchema,
  VectorConfigBodySchema,
} from '../../../shared/api/document-store-loaders.ts';
import { StoreUpsertAcceptedSchema } from '../../../shared/api/document-store-upserts.ts';
import { DocumentStoreSchema, StoreLoaderSchema } from '../../../shared/api/document-stores.ts';
import { DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import { UpsertHeadersSchema } from '../../../shared/api/vector.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { STORE_RUN_ERRORS } from './document-store-upsert-routes.ts';
import { withStoreCall } from './read-store-form.ts';
import { route } from './route.ts';
import { withRenamedFiles } from './upload-names.ts';

const tag = 'Document stores';

const RUN_ERRORS = [...STORE_RUN_ERRORS, 'STORE_BUSY'] as const;

function withStoreId<Body extends { readonly storeId?: string | undefined }>(
  body: Body,
): Body & { readonly storeId: string } {
  const { storeId } = body;
  if (storeId !== undefined) return { ...body, storeId };
  throw new UserError('INVALID_INPUT', "storeId in the body can't be used: it is missing.", {
    details: { path: 'storeId' },
  });
}

function withLoaderId<Body extends { readonly id?: string | undefined }>(body: Body): Body & { readonly id: string } {
  const { id } = body;
  if (id !== undefined) return { ...body, id };
  throw new UserError('INVALID_INPUT', "id in the body can't be used: it is missing.", { details: { path: 'id' } });
}

function savingRoute(name: string, operationId: string, summary: string) {
  return route({
    method: 'POST',
    path: `/document-store/vectorstore/${name}`,
    operationId,
    touches: 'stores',
    summary,
    tag,
    body: VectorConfigBodySchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ body }, { documentStores }) => documentStores.saveConfig(body),
  });
}

/** `/document-store/loader`: what a page that sets up a loader step by step calls. */
export const documentStoreLoaderRoutes = [
  route({
    method: 'POST',
    path: '/document-store/loader/preview',
    operationId: 'previewDocumentStoreLoader',
    touches: 'stores',
    summary: 'Show the first chunks that a loader would give; nothing is written',
    tag,
    body: LoaderPreviewBodySchema,
    form: LoaderPreviewFormSchema,
    answers: { 200: LoaderPreviewSchema },
    errors: RUN_ERRORS,
    handle: (request, context, reply) =>
      withStoreCall(request, LoaderPreviewBodySchema, context, ({ body, uploads }) =>
        context.documentStores.preview(body, uploads, signalOf(request, reply)),
      ),
  }),
  route({
    method: 'POST',
    path: '/document-store/loader/save',
    operationId: 'saveDocumentStoreLoader',
    touches: 'stores',
    summary: 'Save settings and files of a loader, without loading it',
    tag,
    body: LoaderSaveBodySchema,
    form: LoaderSaveFormSchema,
    answers: { 200: StoreLoaderSchema },
    errors: RUN_ERRORS,
    handle: (request, context) =>
      withStoreCall(request, LoaderSaveBodySchema, context, ({ body, uploads }) =>
        context.documentStores.saveLoader(withStoreId(body), uploads),
      ),
  }),
  route({
    method: 'POST',
    path: '/document-store/loader/difference',
    operationId: 'compareDocumentStoreLoader',
    touches: 'stores',
    summary: 'Say what other settings or files of a loader would change in its stored chunks; nothing is written',
    tag,
    body: LoaderSaveBodySchema,
    form: LoaderSaveFormSchema,
    answers: { 200: DryRunResultSchema },
    errors: STORE_RUN_ERRORS,
    handle: (request, context, reply) =>
      withStoreCall(request, LoaderSaveBodySchema, context, ({ body, uploads }) =>
        withRenamedFiles(
          context.documentStores.compareLoader(withLoaderId(withStoreId(body)), uploads, signalOf(request, reply)),
          uploads,
        ),
      ),
  }),
  route({
    method: 'POST',
    path: '/document-store/loader/process/:loaderId',
    operationId: 'processDocumentStoreLoader',
    touches: 'stores',
    summary: 'Load a saved loader: its chunks are kept in the store, the vector store is left alone',
    description:
      'Answers the first page of its chunks. With `Prefer: respond-async` the answer is 202 with the id of the run.',
    tag,
    params: LoaderProcessParamsSchema,
    headers: UpsertHeadersSchema,
    answers: { 200: ChunkPageSchema, 202: StoreUpsertAcceptedSchema },
    errors: RUN_ERRORS,
    async handle(request, { documentStores, runs }, reply) {
      const { loaderId } = request.params;
      const folder = await runs.makeFolder();
      try {
        const started = documentStores.startProcess(loaderId, folder);
        if (!wantsAsync(request.headers.prefer)) {
          await started.result;
          return documentStores.readChunks(started.storeId, loaderId, 1);
        }
        reply.code(202).header('Preference-Applied', 'respond-async');
        return { runId: started.runId, storeId: started.storeId, docId: loaderId };
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  }),
  savingRoute('save', 'saveDocumentStoreConfig', 'Save where a document store brings its chunks'),
  savingRoute('update', 'updateDocumentStoreConfig', 'The same call by the name that Flowise’s page has for it'),
  route({
    method: 'POST',
    path: '/document-store/vectorstore/test',
    operationId: 'testDocumentStoreConfig',
    touches: 'stores',
    summary: 'Try the settings of embedding, vector store and record manager without saving them',
    tag,
    body: ConfigTestBodySchema,
    answers: { 200: ConfigTestSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
    handle: (request, { documentStores }, reply) => documentStores.testConfig(request.body, signalOf(request, reply)),
  }),
];
