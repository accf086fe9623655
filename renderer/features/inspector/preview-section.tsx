import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useRef } from 'react';
import type { NodePreview } from '../../../shared/api/node-tools.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { previewNodes } from '../../api/node-tools.ts';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { PREVIEW_BUTTON_ID } from '../../stores/editor-layout-store.ts';
import { ChunkExcerpt } from '../../ui/chunk-excerpt.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { type PreviewParts, partOf } from './preview-parts.ts';

/** Chunks that are shown: enough to judge the settings by. */
const SHOWN_CHUNKS = 5;
/** The panel is narrow. */
const FOLDED_CHARACTERS = 280;

function Chunks({ preview }: { readonly preview: NodePreview }) {
  if (preview.chunks.length === 0) return <p className="text-muted">There is no text to make chunks of.</p>;
  const count = countOf(preview.chunks.length, 'chunk');
  return (
    <>
      <p className="text-secondary text-muted">
        {preview.isComplete ? `${count} in all.` : `The first ${count}; there are more.`}
      </p>
      <ol className="flex flex-col gap-2">
        {preview.chunks.map((chunk) => (
          <li key={chunk.chunkNo}>
            <ChunkExcerpt chunk={chunk} foldedAt={FOLDED_CHARACTERS} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Shows the first chunks that a loader gives with its splitter, before anything is stored. */
export function PreviewSection({ parts }: { readonly parts: PreviewParts }) {
  const input = useRef<HTMLInputElement>(null);
  const newSignal = useAbortOnLeave();
  const { loader, definition, splitter, embedding } = parts;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (files: readonly File[]) =>
      previewNodes({ loader: partOf(loader), splitter, embedding, limit: SHOWN_CHUNKS, files }, newSignal()),
  });
  const { upload } = definition;
  const needsFile = upload !== undefined && (loader.data.inputs[upload.param] ?? '') === '';
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <h3 className="font-semibold">Preview</h3>
      <p className="text-secondary text-muted">
        {needsFile
          ? 'Choose a file to see what chunks it gives. Nothing is stored.'
          : 'Shows the first chunks. Nothing is stored.'}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to preview"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) mutate(files);
        }}
      />
      <Button
        id={PREVIEW_BUTTON_ID}
        className="self-start"
        icon={<Eye />}
        disabled={isPending}
        onClick={() => (needsFile ? input.current?.click() : mutate([]))}
      >
        {isPending ? 'Loading…' : needsFile ? 'Choose a file to preview' : 'Preview chunks'}
      </Button>
      <div role="status" className="flex flex-col gap-2">
        {isPending ? null : error === null ? (
          data === undefined ? null : (
            <Chunks preview={data} />
          )
        ) : (
          <ErrorNotice {...splitMessage(messageOf(error))} />
        )}
      </div>
    </section>
  );
}
