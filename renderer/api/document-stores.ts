import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StoreUpsertBody } from '../../shared/api/document-store-upserts.ts';
import type { DocumentStoreCreate, DocumentStoreUpdate } from '../../shared/api/document-stores.ts';
import { api } from './client.ts';
import type { NodePart } from './node-tools.ts';
import { queryKeys } from './query-keys.ts';

/** Another window, or a script, may change what is shown. */
const REFETCH_MS = 5_000;

/** All document stores with their sums, last changed first. */
export const storeSummaries = queryOptions({
  queryKey: queryKeys.documentStores,
  queryFn: ({ signal }) => api.call('summariseDocumentStores', { signal }),
});

/** The same, looked up again and again: other windows and scripts change them. */
export function useStoreSummaries() {
  return useQuery({
    ...storeSummaries,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
  });
}

/** One store with its loaders. @param isWanted false: it is not loaded */
export function useDocumentStore(id: string, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: queryKeys.documentStore(id),
    queryFn: ({ signal }) => api.call('getDocumentStore', { params: { id }, signal }),
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
    // What is not there is not loaded again.
    retry: false,
  });
}

/** Has the list and all stores fetched anew. */
export function refetchStores(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeys.documentStores });
}

/** A change of stores, after which they are fetched anew, also when it failed: the reason may be that they changed. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => refetchStores(client) });
}

export function useCreateStore() {
  return useChange((body: DocumentStoreCreate) => api.call('createDocumentStore', { body }));
}

export function useUpdateStore(id: string) {
  return useChange((body: DocumentStoreUpdate) => api.call('updateDocumentStore', { params: { id }, body }));
}

export interface StoreDeletion {
  readonly id: string;
  /** Also what it has put into remote stores. */
  readonly reachesRemote: boolean;
}

/** Deletes a store for good, at once. */
export function useDeleteStore() {
  return useChange(({ id, reachesRemote }: StoreDeletion) =>
    api.call('deleteDocumentStore', {
      params: { id },
      query: reachesRemote ? { externalStores: 'delete' } : {},
    }),
  );
}

/** Takes the chunks of a store out of its vector store; the store keeps them. */
export function useDeleteVectors(storeId: string) {
  return useChange(() => api.call('deleteDocumentStoreVectors', { params: { id: storeId } }));
}

export function useDeleteLoader(storeId: string) {
  return useChange((loaderId: string) => api.call('deleteDocumentStoreLoader', { params: { storeId, loaderId } }));
}

/** A part of a store's settings as it is sent; null takes it away. */
export type SentPart = { readonly name: string; readonly config: Readonly<Record<string, unknown>> } | null;

/** The parts of a store that say where its chunks go. */
export interface SentParts {
  readonly embedding: SentPart;
  readonly vectorStore: SentPart;
  readonly recordManager: SentPart;
}

/** Tries parts without saving them. @param embedAgain all chunks are to be embedded with them */
export function testParts(storeId: string, parts: SentParts, embedAgain: boolean, signal: AbortSignal) {
  return api.call('testDocumentStoreConfig', { body: { storeId, ...parts, embedAgain }, signal });
}

export function useSaveParts(storeId: string) {
  return useChange((parts: SentParts) => api.call('saveDocumentStoreConfig', { body: { storeId, ...parts } }));
}

const IN_BACKGROUND = { prefer: 'respond-async' } as const;

/** Starts an upsert, which leaves out files that can't be read. */
export function useStartUpsert(id: string) {
  return useChange((body: StoreUpsertBody) =>
    api.call('upsertDocumentStore', {
      params: { id },
      body: { skipFailedFiles: true, ...body },
      headers: IN_BACKGROUND,
    }),
  );
}

/** Starts to load a loader anew, without bringing its chunks to the vector store. */
export function useProcessLoader() {
  return useChange((loaderId: string) =>
    api.call('processDocumentStoreLoader', { params: { loaderId }, headers: IN_BACKGROUND }),
  );
}

/** What is embedded again, or moved. */
export interface AgainParts {
  readonly embedding?: SentPart;
  readonly vectorStore?: SentPart;
  readonly recordManager?: SentPart;
  /** What is stored in the present collection is not deleted afterwards. */
  readonly keepsOld?: boolean;
}

/** Without parts: goes on with what was begun. */
export function useEmbedAgain(id: string) {
  return useChange(({ keepsOld, ...parts }: AgainParts) => {
    const named = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null && part !== undefined));
    return api.call('embedDocumentStoreAgain', {
      params: { id },
      body: { ...named, ...(keepsOld === undefined ? {} : { keepsOld }) },
    });
  });
}

export function useDiscardEmbedding(id: string) {
  return useChange(() => api.call('discardDocumentStoreEmbedding', { params: { id } }));
}

/** A file that is sent, with its path in the folder that it was chosen with. */
export interface SentFile {
  readonly path: string;
  readonly file: File;
}

export interface LoaderDraft {
  readonly storeId: string;
  /** Of a loader that there is already. */
  readonly id: string | undefined;
  readonly loaderName: string;
  readonly loader: NodePart;
  readonly splitter: NodePart | null;
  /** In the place of those that it keeps; none: it keeps those. */
  readonly files: readonly SentFile[];
}

function formOf({ files, ...fields }: LoaderDraft): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const { path, file } of files) form.append('files', file, path);
  return form;
}

/** Saves a loader, new or not, with its files; it is not loaded by that. */
export function useSaveLoader() {
  return useChange((draft: LoaderDraft) => api.call('saveDocumentStoreLoader', { body: formOf(draft) }));
}

/** The first chunks that a loader would give, and how many there are. */
export function previewLoader(draft: LoaderDraft, limit: number, signal: AbortSignal) {
  const body = formOf(draft);
  body.append('previewChunkCount', String(limit));
  body.append('statistics', 'true');
  return api.call('previewDocumentStoreLoader', { body, signal });
}

/** What other settings of a loader would change in its chunks. */
export function compareLoader(draft: LoaderDraft, signal: AbortSignal) {
  return api.call('compareDocumentStoreLoader', { body: formOf(draft), signal });
}
