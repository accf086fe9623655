import { ContentEditsSchema, EditDecisionSchema, EditListQuerySchema } from '../../api/content-edits.ts';
import {
  ChunkListQuerySchema,
  ContentChangeSchema,
  ContentChunkSchema,
  ContentChunksSchema,
  ContentChunkUpdateSchema,
  ContentFacetsSchema,
  ContentMatchesSchema,
  ContentSourcesSchema,
  ContentsQuerySchema,
  ContentsSearchQuerySchema,
  ContentsSummarySchema,
  DoneSchema,
  RemovedSourceSchema,
  SourceListQuerySchema,
} from '../../api/contents.ts';
import type { Operation } from '../operation.ts';

const query = ContentsQuerySchema;

export const contentsOperations = {
  getContents: { method: 'GET', path: '/contents/{id}', query, answer: ContentsSummarySchema },
  listContentSources: {
    method: 'GET',
    path: '/contents/{id}/sources',
    query: SourceListQuerySchema,
    answer: ContentSourcesSchema,
  },
  listContentChunks: {
    method: 'GET',
    path: '/contents/{id}/chunks',
    query: ChunkListQuerySchema,
    answer: ContentChunksSchema,
  },
  searchContents: {
    method: 'GET',
    path: '/contents/{id}/search',
    query: ContentsSearchQuerySchema,
    answer: ContentMatchesSchema,
  },
  listContentMetadata: {
    method: 'GET',
    path: '/contents/{id}/metadata',
    query: query.extend({ sourceId: ChunkListQuerySchema.shape.sourceId }),
    answer: ContentFacetsSchema,
  },
  getContentChunk: { method: 'GET', path: '/contents/{id}/chunks/{chunkId}', query, answer: ContentChunkSchema },
  updateContentChunk: {
    method: 'PUT',
    path: '/contents/{id}/chunks/{chunkId}',
    query,
    body: ContentChunkUpdateSchema,
    answer: ContentChangeSchema,
  },
  deleteContentChunk: { method: 'DELETE', path: '/contents/{id}/chunks/{chunkId}', query, answer: ContentChangeSchema },
  deleteContentSource: {
    method: 'DELETE',
    path: '/contents/{id}/sources/{sourceId}',
    query,
    answer: RemovedSourceSchema,
  },
  restoreContentSource: {
    method: 'POST',
    path: '/contents/{id}/removed/{removedId}/restore',
    query,
    answer: DoneSchema,
  },
  deleteRemovedSource: {
    method: 'DELETE',
    path: '/contents/{id}/removed/{removedId}',
    query,
    answer: DoneSchema,
  },
  listContentEdits: {
    method: 'GET',
    path: '/contents/{id}/edits',
    query: EditListQuerySchema,
    answer: ContentEditsSchema,
  },
  undoContentEdit: { method: 'POST', path: '/contents/{id}/edits/{editId}/undo', query, answer: ContentChangeSchema },
  decideContentEdit: {
    method: 'POST',
    path: '/contents/{id}/edits/{editId}/decide',
    query,
    body: EditDecisionSchema,
    answer: ContentChangeSchema,
  },
} as const satisfies Record<string, Operation>;
