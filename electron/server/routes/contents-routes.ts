import type { contentsOperations } from '../../../shared/operations/contents.ts';
import type { ContentsCall } from '../services/contents/contents.ts';
import { signalOf } from './caller.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

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

/** `/contents`: what is in the vector store of a chatflow, or in a document store. */
export const contentsRoutes = {
  getContents: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.summary(callOf(request, reply)),
  },
  listContentSources: {
    touches: itsOwner,
    handle(request, { contents }, reply) {
      const { search = '', sort = 'name', descending = false, offset = 0, limit = SOURCES_A_PAGE } = request.query;
      const query = { search, order: sort, isDescending: descending, offset, limit };
      return contents.listSources(callOf(request, reply), query);
    },
  },
  listContentChunks: {
    touches: itsOwner,
    handle(request, { contents }, reply) {
      const { sourceId, place = 0, after, before, limit = CHUNKS_A_PAGE } = request.query;
      const given = after === undefined ? { before: before ?? '' } : { after };
      const from = after === undefined && before === undefined ? { place } : given;
      return contents.listChunks(callOf(request, reply), { sourceId, from, limit });
    },
  },
  searchContents: {
    touches: itsOwner,
    handle(request, { contents }, reply) {
      const { sourceId, words = '', filter, after, limit = CHUNKS_A_PAGE } = request.query;
      return contents.search(callOf(request, reply), { sourceId, words, filter, after, limit });
    },
  },
  listContentMetadata: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.facets(callOf(request, reply), request.query.sourceId),
  },
  getContentChunk: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.findChunk(callOf(request, reply), request.params.chunkId),
  },
  updateContentChunk: {
    touches: itsOwner,
    handle: (request, { contents }, reply) =>
      contents.updateChunk(callOf(request, reply), request.params.chunkId, request.body),
  },
  deleteContentChunk: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.removeChunk(callOf(request, reply), request.params.chunkId),
  },
  deleteContentSource: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.removeSource(callOf(request, reply), request.params.sourceId),
  },
  listRemovedSources: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.listRemoved(callOf(request, reply)),
  },
  restoreContentSource: {
    touches: itsOwner,
    async handle(request, { contents }, reply) {
      await contents.restoreSource(callOf(request, reply), request.params.removedId);
      return { done: true as const };
    },
  },
  deleteRemovedSource: {
    touches: itsOwner,
    async handle(request, { contents }, reply) {
      await contents.forgetSource(callOf(request, reply), request.params.removedId);
      return { done: true as const };
    },
  },
  listContentEdits: {
    touches: itsOwner,
    handle(request, { contents }, reply) {
      const { changed = false, after = 0, limit = CHUNKS_A_PAGE } = request.query;
      return contents.listEdits(callOf(request, reply), { isUnmet: changed, after, limit });
    },
  },
  undoContentEdit: {
    touches: itsOwner,
    handle: (request, { contents }, reply) => contents.undoEdit(callOf(request, reply), request.params.editId),
  },
  decideContentEdit: {
    touches: itsOwner,
    handle: (request, { contents }, reply) =>
      contents.decideEdit(callOf(request, reply), request.params.editId, request.body.keep),
  },
} satisfies RoutesOf<typeof contentsOperations>;
