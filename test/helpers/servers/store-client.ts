import { type ChunkPage, ChunkPageSchema } from '../../../shared/api/document-store-chunks.ts';
import {
  type StoreQueryResult,
  StoreQueryResultSchema,
  type StoreUpsertResult,
  StoreUpsertResultSchema,
} from '../../../shared/api/document-store-upserts.ts';
import { type DocumentStore, DocumentStoreSchema } from '../../../shared/api/document-stores.ts';
import { type Answer, type ApiClient, createApiClient, type UploadedFile } from './api-client.ts';

type Fields = Readonly<Record<string, string>>;

function expectOk({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Calls the document stores of a server like a script; the named calls expect success. */
export function createStoreClient(url: string) {
  const api: ApiClient = createApiClient(url);
  const base = '/document-store';

  function form(files: readonly UploadedFile[], fields: Fields): FormData {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    for (const { name, content } of files) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      data.append('files', new Blob([new Uint8Array(bytes)]), name);
    }
    return data;
  }

  return {
    get: (path: string) => api.get(base + path),
    remove: (path: string) => api.call('DELETE', base + path),
    json: (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      api.json(method, base + path, body, headers),
    upload: (path: string, files: readonly UploadedFile[], fields: Fields = {}, headers: Record<string, string> = {}) =>
      api.call('POST', base + path, { body: form(files, fields), headers }),
    run: api.run,

    async create(fields: object): Promise<DocumentStore> {
      return DocumentStoreSchema.parse(
        expectOk(await api.json('POST', `${base}/store`, { name: 'Test store', ...fields })),
      );
    },
    async store(id: string): Promise<DocumentStore> {
      return DocumentStoreSchema.parse(expectOk(await api.get(`${base}/store/${id}`)));
    },
    async upsert(id: string, files: readonly UploadedFile[], fields: Fields = {}): Promise<StoreUpsertResult> {
      return StoreUpsertResultSchema.parse(expectOk(await this.upload(`/upsert/${id}`, files, fields)));
    },
    async upsertJson(id: string, body: object = {}): Promise<StoreUpsertResult> {
      return StoreUpsertResultSchema.parse(expectOk(await this.json('POST', `/upsert/${id}`, body)));
    },
    async chunks(id: string, loaderId = 'all', pageNo = 1): Promise<ChunkPage> {
      return ChunkPageSchema.parse(expectOk(await api.get(`${base}/chunks/${id}/${loaderId}/${pageNo}`)));
    },
    async query(storeId: string, body: object): Promise<StoreQueryResult> {
      return StoreQueryResultSchema.parse(
        expectOk(await api.json('POST', `${base}/vectorstore/query`, { storeId, ...body })),
      );
    },
  };
}

export type StoreClient = ReturnType<typeof createStoreClient>;
