import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { previewNodes } from '../../api/node-tools.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { CHUNKS_A_PAGE } from '../../ui/chunk-preview/chunk-preview.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { type PreviewParts, partOf } from './preview-parts.ts';
import { changeLoaderPreview, nameSettings, useLoaderPreview } from './preview-store.ts';

/** Chunks of one request: pages are gone through without another one. */
const CHUNKS_A_REQUEST = 100;

/**
 * The preview of a loader, once it was opened. It follows the settings by itself, but for what comes from a service: that is loaded again only by the
 * person.
 */
export function useChunkPreview({ loader, definition, splitter, embedding, nodes }: PreviewParts) {
  const chatflowId = useFlowStore((state) => state.chatflowId);
  const id = `${chatflowId ?? ''} ${loader.id}`;
  const { files, filesNo, asked, page } = useLoaderPreview(id);
  const followsSettings = definition.connects !== true;
  const now = nameSettings(id, nodes, filesNo);
  const settled = useSettled(now);
  const offset = Math.floor((page * CHUNKS_A_PAGE) / CHUNKS_A_REQUEST) * CHUNKS_A_REQUEST;

  useEffect(() => {
    if (followsSettings && asked !== undefined && asked !== settled) changeLoaderPreview(id, { asked: settled });
  }, [followsSettings, asked, settled, id]);

  const query = useQuery({
    queryKey: queryKeys.preview(asked ?? '', offset),
    queryFn: ({ signal }) => {
      const parts = { loader: partOf(loader), splitter, embedding };
      return previewNodes({ ...parts, files, offset, limit: CHUNKS_A_REQUEST, statistics: followsSettings }, signal);
    },
    // What is here now belongs to the settings of the request, and not to newer ones.
    enabled: asked === now,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  function ask(chosen?: readonly File[]): void {
    const next = chosen === undefined ? { files, filesNo } : { files: chosen, filesNo: filesNo + 1 };
    const wanted = nameSettings(id, nodes, next.filesNo);
    changeLoaderPreview(id, { ...next, asked: wanted, page: chosen === undefined ? page : 0 });
    if (wanted === asked) void query.refetch();
  }
  return {
    query,
    files,
    page,
    followsSettings,
    ask,
    isAsked: asked !== undefined,
    isOld: asked !== now || query.isFetching,
    onPage: (wanted: number) => changeLoaderPreview(id, { page: wanted }),
  };
}
