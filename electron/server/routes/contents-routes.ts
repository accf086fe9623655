import {
  ContentEditsSchema,
  EditDecisionSchema,
  EditListQuerySchema,
  EditParamsSchema,
} from '../../../shared/api/content-edits.ts';
import {
  ChunkListQuerySchema,
  ContentChangeSchema,
  ContentChunkParamsSchema,
  ContentChunkSchema,
  ContentChunksSchema,
  ContentChunkUpdateSchema,
  ContentFacetsSchema,
  ContentMatchesSchema,
  ContentSourceParamsSchema,
  ContentSourcesSchema,
  ContentsParamsSchema,
  ContentsQuerySchema,
  ContentsSearchQuerySchema,
  ContentsSummarySchema,
  DoneSchema,
  RemovedSourceParamsSchema,
  RemovedSourceSchema,
  RemovedSourcesSchema,
  SourceListQuerySchema,
} from '../../../shared/api/contents.ts';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import type { ContentsCall } from '../services/contents/contents-owner.ts';
import { signalOf } from './caller.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Contents';
export const READ_ERRORS = [
  'INVALID_INPUT',
  'CHATFLOW_NOT_FOUND',
  'NO_VECTOR_STORE',
  'MISSING_INPUT',
  'SERVICE_FAILED',
] as const;
const CHANGE_ERRORS: readonly ErrorCode[] = [...READ_ERRORS, 'CHUNK_NOT_FOUND', 'STORE_BUSY', 'EMBEDDING_MISMATCH'];
const CHUNKS_A_PAGE = 50;
const SOURCES_A_PAGE = 200;

/** A call with what it says in path and query; its work ends with the caller. */
export function callOf(
  request: {
    readonly params: { readonly id: string };
    readonly query: { readonly nodeId?: string | undefined };
    readonly url: string;
  },
  reply: Parameters<typeof signalOf>[1],
): ContentsCall {
  return { ownerId: request.params.id, nodeId: request.query.nodeId, signal: signalOf(request, reply) };
}

const readingRoutes = [
  route({
    method: 'GET',
    path: '/contents/:id',
    operationId: 'getContents',
    touches: itsOwner,
    summary: 'Say how much is in a chatflow or document store',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: ContentsSummarySchema },
    errors: [...READ_ERRORS],
    handle: (request, { contents }, reply) => contents.summary(callOf(request, reply)),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/sources',
    operationId: 'listContentSources',
    touches: itsOwner,
    summary: 'List its sources: files, addresses',
    tag,
    params: ContentsParamsSchema,
    querystring: SourceListQuerySchema,
    answers: { 200: ContentSourcesSchema },
    errors: [...READ_ERRORS],
    handle(request, { contents }, reply) {
      const { search = '', sort = 'name', descending = false, offset = 0, limit = SOURCES_A_PAGE } = request.query;
      const query = { search, order: sort, isDescending: descending, offset, limit };
      return contents.listSources(callOf(request, reply), query);
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id/chunks',
    operationId: 'listContentChunks',
    touches: itsOwner,
    summary: 'Read chunks of a source, or of all, in order',
    description: 'Begin at any `place`, or go on from `next` or `previous`: a page takes the same time wherever it is.',
    tag,
    params: ContentsParamsSchema,
    querystring: ChunkListQuerySchema,
    answers: { 200: ContentChunksSchema },
    errors: [...READ_ERRORS],
    handle(request, { contents }, reply) {
      const { sourceId, place = 0, after, before, limit = CHUNKS_A_PAGE } = request.query;
      const given = after === undefined ? { before: before ?? '' } : { after };
      const from = after === undefined && before === undefined ? { place } : given;
      return contents.listChunks(callOf(request, reply), { sourceId, from, limit });
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id/search',
    operationId: 'searchContents',
    touches: itsOwner,
    summary: 'Find chunks by words and metadata',
    description:
      'Words are asked of the index of words first, where there is one, best first; otherwise, and when it has no more, a call looks at 20,000 chunks in their order. Each answer says where to go on.',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentsSearchQuerySchema,
    answers: { 200: ContentMatchesSchema },
    errors: [...READ_ERRORS],
    handle(request, { contents }, reply) {
      const { sourceId, words = '', filter, after, limit = CHUNKS_A_PAGE } = request.query;
      return contents.search(callOf(request, reply), { sourceId, words, filter, after, limit });
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id/metadata',
    operationId: 'listContentMetadata',
    touches: itsOwner,
    summary: 'List metadata that tells chunks from others, for filters',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentsQuerySchema.extend({ sourceId: ChunkListQuerySchema.shape.sourceId }),
    answers: { 200: ContentFacetsSchema },
    errors: [...READ_ERRORS],
    handle: (request, { contents }, reply) => contents.facets(callOf(request, reply), request.query.sourceId),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/chunks/:chunkId',
    operationId: 'getContentChunk',
    touches: itsOwner,
    summary: 'Read a chunk with its place',
    tag,
    params: ContentChunkParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: ContentChunkSchema },
    errors: [...READ_ERRORS, 'CHUNK_NOT_FOUND'],
    handle: (request, { contents }, reply) => contents.findChunk(callOf(request, reply), request.params.chunkId),
  }),
];

const changingRoutes = [
  route({
    method: 'PUT',
    path: '/contents/:id/chunks/:chunkId',
    operationId: 'updateContentChunk',
    touches: itsOwner,
    summary: 'Change text or metadata of a chunk',
    description:
      'The change is kept as an edit of its passage: every later upsert that meets the passage again takes the edit. In a chatflow the chunk is embedded again and found at once, under a new id; in a document store it is found after the next upsert.',
    tag,
    params: ContentChunkParamsSchema,
    querystring: ContentsQuerySchema,
    body: ContentChunkUpdateSchema,
    answers: { 200: ContentChangeSchema },
    errors: CHANGE_ERRORS,
    handle: (request, { contents }, reply) =>
      contents.updateChunk(callOf(request, reply), request.params.chunkId, request.body),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/chunks/:chunkId',
    operationId: 'deleteContentChunk',
    touches: itsOwner,
    summary: 'Delete a chunk',
    description: 'It stays deleted in later upserts, until its edit is undone.',
    tag,
    params: ContentChunkParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: ContentChangeSchema },
    errors: CHANGE_ERRORS,
    handle: (request, { contents }, reply) => contents.removeChunk(callOf(request, reply), request.params.chunkId),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/sources/:sourceId',
    operationId: 'deleteContentSource',
    touches: itsOwner,
    summary: 'Remove a source with its chunks',
    description: 'It can be brought back for seven days. An upsert that reads the source again brings it too.',
    tag,
    params: ContentSourceParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: RemovedSourceSchema },
    errors: CHANGE_ERRORS,
    handle: (request, { contents }, reply) => contents.removeSource(callOf(request, reply), request.params.sourceId),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/removed',
    operationId: 'listRemovedSources',
    touches: itsOwner,
    summary: 'List removed sources, the newest first',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: RemovedSourcesSchema },
    errors: [...READ_ERRORS],
    handle: (request, { contents }, reply) => contents.listRemoved(callOf(request, reply)),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/removed/:removedId/restore',
    operationId: 'restoreContentSource',
    touches: itsOwner,
    summary: 'Bring a removed source back',
    tag,
    params: RemovedSourceParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: DoneSchema },
    errors: [...CHANGE_ERRORS, 'SOURCE_STORED_AGAIN'],
    async handle(request, { contents }, reply) {
      await contents.restoreSource(callOf(request, reply), request.params.removedId);
      return { done: true as const };
    },
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/removed/:removedId',
    operationId: 'deleteRemovedSource',
    touches: itsOwner,
    summary: 'Delete a removed source for good',
    tag,
    params: RemovedSourceParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: DoneSchema },
    errors: ['INVALID_INPUT', 'CHUNK_NOT_FOUND'],
    async handle(request, { contents }, reply) {
      await contents.forgetSource(callOf(request, reply), request.params.removedId);
      return { done: true as const };
    },
  }),
];

const editRoutes = [
  route({
    method: 'GET',
    path: '/contents/:id/edits',
    operationId: 'listContentEdits',
    touches: itsOwner,
    summary: 'List edits, in the order in which they were made',
    tag,
    params: ContentsParamsSchema,
    querystring: EditListQuerySchema,
    answers: { 200: ContentEditsSchema },
    errors: [...READ_ERRORS],
    handle(request, { contents }, reply) {
      const { changed = false, after = 0, limit = CHUNKS_A_PAGE } = request.query;
      return contents.listEdits(callOf(request, reply), { isUnmet: changed, after, limit });
    },
  }),
  route({
    method: 'POST',
    path: '/contents/:id/edits/:editId/undo',
    operationId: 'undoContentEdit',
    touches: itsOwner,
    summary: 'Make a passage what it was before it was edited or deleted',
    tag,
    params: EditParamsSchema,
    querystring: ContentsQuerySchema,
    answers: { 200: ContentChangeSchema },
    errors: CHANGE_ERRORS,
    handle: (request, { contents }, reply) => contents.undoEdit(callOf(request, reply), request.params.editId),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/edits/:editId/decide',
    operationId: 'decideContentEdit',
    touches: itsOwner,
    summary: 'Settle an edit whose passage has changed',
    tag,
    params: EditParamsSchema,
    querystring: ContentsQuerySchema,
    body: EditDecisionSchema,
    answers: { 200: ContentChangeSchema },
    errors: CHANGE_ERRORS,
    handle: (request, { contents }, reply) =>
      contents.decideEdit(callOf(request, reply), request.params.editId, request.body.keep),
  }),
];

/** `/contents`: what is in the vector store of a chatflow, or in a document store. */
export const contentsRoutes = [...readingRoutes, ...changingRoutes, ...editRoutes];
