import { Eye, FileText } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { PREVIEW_BUTTON_ID } from '../../stores/editor-layout-store.ts';
import { ChunkPreview } from '../../ui/chunk-preview/chunk-preview.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import type { PreviewParts } from './preview-parts.ts';
import { useChunkPreview } from './use-chunk-preview.ts';

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
