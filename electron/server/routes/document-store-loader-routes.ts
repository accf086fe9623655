import {
  LoaderPreviewBodySchema,
  LoaderSaveBodySchema,
  type VectorConfigBody,
} from '../../../shared/api/document-store-loaders.ts';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { documentStoreLoaderOperations } from '../../../shared/operations/document-store-loader.ts';
import type { ApiContext } from './api-context.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { withStoreCall } from './read-store-form.ts';
import type { RoutesOf } from './route.ts';
import { withRenamedFiles } from './upload-names.ts';

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

function saveConfig(
  { body }: { readonly body: VectorConfigBody },
  { documentStores }: Pick<ApiContext, 'documentStores'>,
): DocumentStore {
  return documentStores.saveConfig(body);
}

/** `/document-store/loader`: what a page that sets up a loader step by step calls. */
export const documentStoreLoaderRoutes = {
  previewDocumentStoreLoader: {
    touches: 'stores',
    handle: (request, context, reply) =>
      withStoreCall(request, LoaderPreviewBodySchema, context, ({ body, uploads }) =>
        context.documentStores.preview(body, uploads, signalOf(request, reply)),
      ),
  },
  saveDocumentStoreLoader: {
    touches: 'stores',
    handle: (request, context) =>
      withStoreCall(request, LoaderSaveBodySchema, context, ({ body, uploads }) =>
        context.documentStores.saveLoader(withStoreId(body), uploads),
      ),
  },
  compareDocumentStoreLoader: {
    touches: 'stores',
    handle: (request, context, reply) =>
      withStoreCall(request, LoaderSaveBodySchema, context, ({ body, uploads }) =>
        withRenamedFiles(
          context.documentStores.compareLoader(withLoaderId(withStoreId(body)), uploads, signalOf(request, reply)),
          uploads,
        ),
      ),
  },
  processDocumentStoreLoader: {
    touches: 'stores',
    async handle(request, { documentStores, upserts }, reply) {
      const { loaderId } = request.params;
      const { runId, result, prepared } = await upserts.startAlone(documentStores.process(loaderId));
      const storeId = prepared.ownerId;
      if (!wantsAsync(request.headers.prefer)) {
        await result;
        return documentStores.readChunks(storeId, loaderId, 1);
      }
      reply.code(202).header('Preference-Applied', 'respond-async');
      return { runId, storeId, docId: loaderId };
    },
  },
  saveDocumentStoreConfig: { touches: 'stores', handle: saveConfig },
  updateDocumentStoreConfig: { touches: 'stores', handle: saveConfig },
  testDocumentStoreConfig: {
    touches: 'stores',
    handle: (request, { documentStores }, reply) => documentStores.testConfig(request.body, signalOf(request, reply)),
  },
} satisfies RoutesOf<typeof documentStoreLoaderOperations>;
