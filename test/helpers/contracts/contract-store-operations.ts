import { z } from 'zod';
import { ChunkPageSchema } from '../../../shared/api/document-store-chunks.ts';
import {
  StoreQueryResultSchema,
  StoreUpsertResultSchema,
  VectorsDeletedSchema,
} from '../../../shared/api/document-store-upserts.ts';
import {
  DocumentStoreListAnswerSchema,
  DocumentStoreSchema,
  StoreDeletedSchema,
} from '../../../shared/api/document-stores.ts';
import { type ContractKit, type ContractOperation, NOBODY, wrongPaging } from './contract-operations.ts';

const loader = { name: 'textFile', config: {} };
const splitter = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 100, chunkOverlap: 0 } };

function configs(basepath: string) {
  return {
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
    recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
  };
}

async function emptyStore({ api, basepath }: ContractKit): Promise<string> {
  const answer = await api.json('POST', '/document-store/store', { name: 'A store', ...configs(basepath) });
  return DocumentStoreSchema.parse(answer.body).id;
}

/** A store with one loader with one chunk, in the vector store. */
async function filledStore(kit: ContractKit) {
  const { api } = kit;
  const storeId = await emptyStore(kit);
  const form = new FormData();
  form.append('loader', JSON.stringify(loader));
  form.append('splitter', JSON.stringify(splitter));
  form.append('files', new Blob(['Books may be kept for three weeks.']), 'a.txt');
  const upserted = StoreUpsertResultSchema.parse(
    (await api.call('POST', `/document-store/upsert/${storeId}`, { body: form })).body,
  );
  const loaderId = z.uuid().parse(upserted.docId);
  const page = ChunkPageSchema.parse((await api.get(`/document-store/chunks/${storeId}/${loaderId}/1`)).body);
  return { storeId, loaderId, chunkId: page.chunks[0]?.id ?? '' };
}

const wrongConfigs = ['embeddingConfig', 'vectorStoreConfig', 'recordManagerConfig'].flatMap((name) => [
  { [name]: 5 },
  { [name]: 'no JSON' },
  { [name]: { name: '' } },
  { [name]: { name: 'noSuchNode' } },
  { [name]: { name: 'textFile' } },
  { [name]: { name: 'hnsw', config: [1] } },
]);
const wrongStore = [{ name: '' }, { name: 5 }, { name: null }, { name: [] }, { description: 5 }, ...wrongConfigs];

const partNames = ['loader', 'splitter', 'embedding', 'vectorStore', 'recordManager'];
const noParts = partNames.flatMap((name) =>
  [5, 'no JSON', [], { name: '' }, { config: [] }].map((value) => ({ [name]: value })),
);
const wrongParts = [...noParts, ...partNames.map((name) => ({ [name]: { name: 'noSuchNode' } }))];

const stores: readonly ContractOperation[] = [
  {
    method: 'GET',
    path: '/document-store/store',
    answer: DocumentStoreListAnswerSchema,
    prepare: async () => ({ params: {}, query: 'page=1&limit=2' }),
    unknown: {},
    wrongQueries: wrongPaging,
  },
  {
    method: 'GET',
    path: '/document-store/store/{id}',
    answer: DocumentStoreSchema,
    prepare: async (kit) => ({ params: { id: (await filledStore(kit)).storeId } }),
    unknown: { id: 'STORE_NOT_FOUND' },
  },
  {
    method: 'POST',
    path: '/document-store/store',
    answer: DocumentStoreSchema,
    prepare: async ({ basepath }) => ({
      params: {},
      body: { name: 'A store', description: 'Of words', ...configs(basepath) },
    }),
    unknown: {},
    wrong: [{ name: undefined }, ...wrongStore],
  },
  {
    method: 'PUT',
    path: '/document-store/store/{id}',
    answer: DocumentStoreSchema,
    prepare: async (kit) => ({ params: { id: await emptyStore(kit) }, body: { description: 'Other words' } }),
    unknown: { id: 'STORE_NOT_FOUND' },
    wrong: wrongStore,
  },
  {
    method: 'DELETE',
    path: '/document-store/store/{id}',
    answer: StoreDeletedSchema,
    prepare: async (kit) => ({ params: { id: (await filledStore(kit)).storeId } }),
    unknown: { id: 'STORE_NOT_FOUND' },
  },
  {
    method: 'DELETE',
    path: '/document-store/loader/{storeId}/{loaderId}',
    answer: DocumentStoreSchema,
    prepare: async (kit) => ({ params: await filledStore(kit) }),
    unknown: { storeId: 'STORE_NOT_FOUND', loaderId: 'LOADER_NOT_FOUND' },
  },
];

const chunks: readonly ContractOperation[] = [
  {
    method: 'GET',
    path: '/document-store/chunks/{storeId}/{loaderId}/{pageNo}',
    answer: ChunkPageSchema,
    prepare: async (kit) => ({ params: { ...(await filledStore(kit)), pageNo: '1' } }),
    unknown: { storeId: 'STORE_NOT_FOUND', loaderId: 'LOADER_NOT_FOUND' },
    wrongParams: { pageNo: ['%20', '-1', 'x', '1.5', '1e999'] },
  },
  {
    method: 'PUT',
    path: '/document-store/chunks/{storeId}/{loaderId}/{chunkId}',
    answer: ChunkPageSchema,
    prepare: async (kit) => ({
      params: await filledStore(kit),
      body: { pageContent: 'Four weeks.', metadata: { team: 'library' } },
    }),
    unknown: { storeId: 'STORE_NOT_FOUND', loaderId: 'LOADER_NOT_FOUND', chunkId: 'CHUNK_NOT_FOUND' },
    wrong: [
      { pageContent: undefined, metadata: undefined },
      { pageContent: '' },
      { pageContent: '\0 ' },
      { pageContent: 5 },
      { metadata: 5 },
      { metadata: [1] },
      { metadata: 'no JSON' },
    ],
  },
  {
    method: 'DELETE',
    path: '/document-store/chunks/{storeId}/{loaderId}/{chunkId}',
    answer: ChunkPageSchema,
    prepare: async (kit) => ({ params: await filledStore(kit) }),
    unknown: { storeId: 'STORE_NOT_FOUND', loaderId: 'LOADER_NOT_FOUND', chunkId: 'CHUNK_NOT_FOUND' },
  },
];

const vectors: readonly ContractOperation[] = [
  {
    method: 'POST',
    path: '/document-store/upsert/{id}',
    answer: StoreUpsertResultSchema,
    prepare: async (kit) => {
      const { storeId, loaderId } = await filledStore(kit);
      return {
        params: { id: storeId },
        body: { docId: loaderId, replaceExisting: true, metadata: { team: 'library' } },
      };
    },
    unknown: { id: 'STORE_NOT_FOUND' },
    wrong: [
      { docId: 5 },
      { metadata: 5 },
      { metadata: [1] },
      { replaceExisting: 'maybe' },
      { createNewDocStore: {} },
      ...wrongParts,
    ],
    dangling: [{ patch: { docId: NOBODY }, code: 'LOADER_NOT_FOUND' }],
    hasForm: true,
  },
  {
    method: 'POST',
    path: '/document-store/refresh/{id}',
    answer: z.array(StoreUpsertResultSchema).min(1),
    prepare: async (kit) => {
      const { storeId, loaderId } = await filledStore(kit);
      return { params: { id: storeId }, body: { items: [{ docId: loaderId }] } };
    },
    unknown: { id: 'STORE_NOT_FOUND' },
    wrong: [{ items: 5 }, { items: {} }, { items: ['x'] }, ...noParts.map((part) => ({ items: [part] }))],
    dangling: [{ patch: { items: [{ docId: NOBODY }] }, code: 'LOADER_NOT_FOUND' }],
  },
  {
    method: 'POST',
    path: '/document-store/vectorstore/query',
    answer: StoreQueryResultSchema,
    prepare: async (kit) => ({
      params: {},
      body: { storeId: (await filledStore(kit)).storeId, query: 'How long?', topK: 2 },
    }),
    unknown: {},
    wrong: [
      { storeId: undefined },
      { storeId: 5 },
      { query: undefined },
      { query: ['x'] },
      { query: 5 },
      { topK: 0 },
      { topK: 'many' },
      { topK: 1.5 },
      { filter: [] },
      { filter: { a: {} } },
      { mode: 'guess' },
      { scoreThreshold: 'high' },
      { inputs: [] },
    ],
    dangling: [{ patch: { storeId: NOBODY }, code: 'STORE_NOT_FOUND' }],
  },
  {
    method: 'DELETE',
    path: '/document-store/vectorstore/{id}',
    answer: VectorsDeletedSchema,
    prepare: async (kit) => {
      const { storeId, loaderId } = await filledStore(kit);
      return { params: { id: storeId }, query: `docId=${loaderId}` };
    },
    unknown: { id: 'STORE_NOT_FOUND' },
    wrongQueries: { [`docId=${NOBODY}`]: 404 },
  },
];

/** `/document-store`. */
export const storeOperations: readonly ContractOperation[] = [...stores, ...chunks, ...vectors];
