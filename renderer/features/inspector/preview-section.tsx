import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { NodePreview } from '../../../shared/api/node-tools.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { previewNodes } from '../../api/node-tools.ts';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldButton } from '../../ui/controls/fold-button.tsx';
import { placeInSource, sourceName } from '../../ui/describe-passage.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { type PreviewParts, partOf } from './preview-parts.ts';

/** Chunks that are shown: enough to judge the settings by. */
const SHOWN_CHUNKS = 5;
/** Longer chunks are folded, so that several are seen at once. */
const FOLDED_CHARACTERS = 280;

function ChunkCard({ chunk }: { readonly chunk: NodePreview['chunks'][number] }) {
  const place = placeInSource(chunk.metadata);
  const textId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = chunk.pageContent.length > FOLDED_CHARACTERS;
  const text = isLong && !isWhole ? `${chunk.pageContent.slice(0, FOLDED_CHARACTERS)} …` : chunk.pageContent;
  return (
    <li className="flex flex-col gap-1 rounded-card border border-border bg-surface p-2.5">
      <p className="tabular flex flex-wrap gap-x-3 text-secondary text-muted">
        <span className="min-w-0 truncate font-medium text-ink">{sourceName(chunk.metadata)}</span>
        {place === undefined ? null : <span>{place}</span>}
        <span>{countOf(chunk.pageContent.length, 'character')}</span>
      </p>
      <p id={textId} className="font-mono text-secondary leading-5 break-words whitespace-pre-wrap">
        {text}
      </p>
      {isLong ? <FoldButton isWhole={isWhole} controls={textId} onToggle={() => setIsWhole(!isWhole)} /> : null}
    </li>
  );
}

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
          <ChunkCard key={chunk.chunkNo} chunk={chunk} />
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
