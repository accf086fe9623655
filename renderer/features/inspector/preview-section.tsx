import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Eye, FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { previewNodes } from '../../api/node-tools.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PREVIEW_BUTTON_ID } from '../../stores/editor-layout-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { CHUNKS_A_PAGE, ChunkPreview } from '../../ui/chunk-preview/chunk-preview.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { type PreviewParts, partOf } from './preview-parts.ts';

/** What is previewed of a loader. It outlives the form: another node may be selected meanwhile. */
interface LoaderPreview {
  /** In the place of the files that the loader keeps; numbered, since two may have the same name. */
  readonly files: readonly File[];
  readonly filesNo: number;
  /** The settings of the last request; undefined: there was none. */
  readonly asked: string | undefined;
  /** From 0. */
  readonly page: number;
}

const none: LoaderPreview = { files: [], filesNo: 0, asked: undefined, page: 0 };

const usePreviewStore = create<{ readonly byLoader: Readonly<Record<string, LoaderPreview>> }>()(() => ({
  byLoader: {},
}));

function useLoaderPreview(loader: string): LoaderPreview {
  return usePreviewStore(({ byLoader }) => byLoader[loader] ?? none);
}

/** Changes what is previewed of a loader, named by its flow and node. */
function changeLoaderPreview(loader: string, change: Partial<LoaderPreview>): void {
  usePreviewStore.setState(({ byLoader }) => ({
    byLoader: { ...byLoader, [loader]: { ...(byLoader[loader] ?? none), ...change } },
  }));
}

const numbers = new WeakMap<GraphNode['data'], number>();
let last = 0;

function numberOf({ data }: GraphNode): number {
  const known = numbers.get(data);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(data, last);
  return last;
}

/** A name for the settings of nodes as they are now. (They may hold files of many MB: they are not written out.) */
function nameSettings(loader: string, nodes: readonly GraphNode[], filesNo: number): string {
  return [loader, filesNo, ...nodes.map(numberOf)].join(' ');
}

/** Chunks of one request: pages are gone through without another one. */
const CHUNKS_A_REQUEST = 100;

/**
 * The preview of a loader, once it was opened. It follows the settings by itself, but for what comes from a service: that is loaded again only by the
 * person.
 */
function useChunkPreview({ loader, definition, splitter, embedding, nodes }: PreviewParts) {
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

/** The panel is narrow. */
const FOLDED_CHARACTERS = 280;

function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  const [first] = files;
  if (first === undefined) return null;
  return (
    <p className="flex min-w-0 items-center gap-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
      <FileText aria-hidden="true" />
      <span className="truncate" title={files.map(({ name }) => name).join('\n')}>
        {first.name}
      </span>
      {files.length > 1 ? (
        <span className="shrink-0 text-muted">
          {t('and {count, plural, one {# more file} other {# more files}}', { count: files.length - 1 })}
        </span>
      ) : null}
    </p>
  );
}

function lead(needsFile: boolean, preview: ReturnType<typeof useChunkPreview>): string {
  if (preview.isAsked && !preview.followsSettings) return t('The chunks that were loaded last. Nothing is stored.');
  if (preview.isAsked) return t('The chunks of these settings; they follow as you change them. Nothing is stored.');
  return needsFile
    ? t('Choose a file to see what chunks it gives. Nothing is stored.')
    : t('Shows the chunks that these settings give. Nothing is stored.');
}

/** Shows the chunks that a loader gives with its splitter, before anything is stored. */
export function PreviewSection({ parts }: { readonly parts: PreviewParts }) {
  const input = useRef<HTMLInputElement>(null);
  const preview = useChunkPreview(parts);
  const { query, files, page, followsSettings, isAsked, isOld, ask, onPage } = preview;
  const { data, error } = query;
  const { upload } = parts.definition;
  const needsFile = upload !== undefined && (parts.loader.data.inputs[upload.param] ?? '') === '';
  const label = !isAsked
    ? t('Preview chunks')
    : followsSettings
      ? t('Load again')
      : isOld
        ? t('Preview these settings')
        : t('Load again');
  const fileLabel = files.length === 0 ? t('Choose a file to preview') : t('Choose other files');
  return (
    <section aria-label={t('Preview')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('Preview')}</h3>
      <p className="text-secondary text-muted">{lead(needsFile, preview)}</p>
      <ChosenFiles files={files} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Files to preview')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) ask(chosen);
        }}
      />
      <Button
        id={PREVIEW_BUTTON_ID}
        className="self-start"
        icon={<Eye />}
        disabled={query.isLoading}
        onClick={() => (needsFile ? input.current?.click() : ask())}
      >
        {query.isLoading ? t('Loading…') : needsFile ? fileLabel : label}
      </Button>
      {error === null ? null : (
        <div role="status">
          <ErrorNotice {...splitMessage(messageOf(error))} />
        </div>
      )}
      {data === undefined || !isAsked ? null : (
        <ChunkPreview preview={data} page={page} onPage={onPage} canGoOn isOld={isOld} foldedAt={FOLDED_CHARACTERS} />
      )}
    </section>
  );
}
