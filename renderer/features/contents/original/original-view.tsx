import { useMutation } from '@tanstack/react-query';
import { Download, ExternalLink, FileQuestion, FolderSearch, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { formatBytes } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import {
  fetchOriginal,
  type Original,
  type Passage,
  type ShownChunk,
  type SourceOf,
  useOriginal,
  usePassage,
} from '../../../api/originals.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import { showInFolder } from '../../../ui/show-in-folder.ts';
import { TableView } from './table-view.tsx';
import { TextView } from './text-view.tsx';

// pdf.js is large: only who looks at a PDF loads it.
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

export interface OriginalViewProps {
  readonly ownerId: string;
  /** `source` in the metadata of its chunks. */
  readonly source: string;
  /** Of a document store: the loader, where several have such a file. */
  readonly docId?: string | undefined;
  /** What to mark; undefined shows the beginning. */
  readonly chunk: ShownChunk | undefined;
  /** Closes it, where it stands beside something. */
  readonly onClose?: () => void;
}

function Loading() {
  return (
    <p role="status" className="p-4 text-muted">
      {t('Opening the original…')}
    </p>
  );
}

function Nowhere({ original }: { readonly original: Original }) {
  const { place, url, message } = original;
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FileQuestion aria-hidden="true" />}
        title={place === 'web' ? t('The original is on the web') : t('There is no original to show')}
        action={
          url === null ? undefined : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1.5 text-accent underline"
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {t('Open {host}', { host: new URL(url).host })}
            </a>
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}

/** What people should know of the mark. */
function MarkNote({ found, isWanted }: { readonly found: Passage['found']; readonly isWanted: boolean }) {
  if (!isWanted || found === 'whole') return null;
  return (
    <p role="status" className="border-b border-border bg-warning-soft px-4 py-1.5 text-secondary text-warning">
      {found === 'partly'
        ? t('The chunk differs from the original: what they have in common is marked.')
        : t('The chunk is not in the original as it is now. This is where it should be.')}
    </p>
  );
}

function Shown({ of, original, chunk }: { of: SourceOf; original: Original; chunk: ShownChunk | undefined }) {
  const query = usePassage(of, chunk);
  return (
    <QueryState query={query} loading={t('Looking for the chunk in the original…')}>
      {(passage) => (
        <div className="flex min-h-0 flex-1 flex-col" data-passage={query.isPlaceholderData ? 'old' : passage.found}>
          <MarkNote found={passage.found} isWanted={chunk !== undefined} />
          {passage.kind === 'text' ? <TextView name={of.source} passage={passage} /> : null}
          {passage.kind === 'table' ? <TableView name={of.source} passage={passage} /> : null}
          {passage.kind === 'pdf' ? (
            <Suspense fallback={<Loading />}>
              <PdfView of={of} sizeBytes={original.sizeBytes ?? 0} passage={passage} />
            </Suspense>
          ) : null}
        </div>
      )}
    </QueryState>
  );
}

/** In the app, of a file that lies on this machine where a person finds it. */
function ShowPlace({ path }: { readonly path: string | null }) {
  if (window.tributary === undefined || path === null) return null;
  return <IconButton label={t('Show in folder')} icon={<FolderSearch />} onClick={() => void showInFolder(path)} />;
}

/** The file that a chunk was made from, with the chunk marked in it, to be put beside a list of chunks. Fills its container. */
export function OriginalView({ ownerId, source, docId, chunk, onClose }: OriginalViewProps) {
  const of: SourceOf = { ownerId, source, docId };
  const query = useOriginal(of);
  const download = useMutation({
    async mutationFn() {
      const { name, content } = await fetchOriginal(of);
      await saveBlob(name, content);
    },
  });
  const isHere = query.data?.sizeBytes !== null && query.data !== undefined;
  return (
    <section aria-label={t('Original')} className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex min-h-12 shrink-0 items-center justify-between gap-3 border-b border-border px-4">
        <div className="min-w-0">
          <h2 className="truncate font-semibold" title={source}>
            {source}
          </h2>
          {isHere ? (
            <p className="truncate text-secondary text-muted" title={query.data.message}>
              {formatBytes(query.data.sizeBytes ?? 0)} · {query.data.message}
            </p>
          ) : null}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {isHere ? (
            <Button
              look="quiet"
              icon={<Download aria-hidden="true" />}
              disabled={download.isPending}
              onClick={() => download.mutate()}
            >
              {t('Download')}
            </Button>
          ) : null}
          {query.data === undefined ? null : <ShowPlace path={query.data.path} />}
          {onClose === undefined ? null : <IconButton label={t('Close the original')} icon={<X />} onClick={onClose} />}
        </div>
      </header>
      {download.error === null ? null : (
        <p role="alert" className="border-b border-border bg-danger-soft px-4 py-1.5 text-secondary text-danger">
          {download.error.message}
        </p>
      )}
      <QueryState query={query} loading={t('Looking for the original…')}>
        {(original) => (isHere ? <Shown of={of} original={original} chunk={chunk} /> : <Nowhere original={original} />)}
      </QueryState>
    </section>
  );
}
