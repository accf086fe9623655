import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type ContentChunk, EDITED_CHARACTERS } from '../../../shared/api/contents.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextArea } from '../../ui/controls/inputs.tsx';
import { dragOutProps } from '../../ui/drag-out.ts';
import { passageTitle, placeInSource, placeUnderTitle, sourceName } from '../../ui/passage/describe-passage.ts';
import { passageFile } from '../../ui/passage/passage-file.ts';

/** What somebody makes of a chunk. */
export interface ChunkDraft {
  readonly pageContent: string;
  readonly metadata: ContentChunk['metadata'];
}

function parseMetadata(text: string): ContentChunk['metadata'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // said beside the field
  }
}

interface ChunkFormProps {
  readonly chunk: ContentChunk;
  readonly isSaving: boolean;
  readonly onSave: (draft: ChunkDraft) => void;
  readonly onCancel: () => void;
}

function ChunkForm({ chunk, isSaving, onSave, onCancel }: ChunkFormProps) {
  const [text, setText] = useState(chunk.pageContent);
  const [facts, setFacts] = useState(() => JSON.stringify(chunk.metadata, undefined, 2));
  const field = useRef<HTMLTextAreaElement>(null);
  const factsId = useId();
  const metadata = parseMetadata(facts);
  const isTooLong = text.length > EDITED_CHARACTERS && text !== chunk.pageContent;
  const canSave = metadata !== undefined && text.trim() !== '' && !isTooLong;
  useEffect(() => field.current?.focus(), []);
  function save() {
    if (canSave) onSave({ pageContent: text, metadata });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it
    <div
      className="mt-2 flex flex-col gap-2"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <textarea
        ref={field}
        aria-label={t('Text of the chunk')}
        className="field-sizing-content min-h-24 w-full resize-y rounded-control border border-border-strong/60 bg-surface px-3 py-2 text-body leading-6 focus-visible:border-accent"
        aria-invalid={isTooLong}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isTooLong ? (
        <p className="text-danger">
          {t(
            'An edited chunk can have at most {count, number} characters: have a splitter cut the text into smaller chunks, and upsert it again.',
            { count: EDITED_CHARACTERS },
          )}
        </p>
      ) : null}
      <label htmlFor={factsId} className="text-secondary text-muted">
        {t('Metadata, as JSON')}
      </label>
      <TextArea
        id={factsId}
        rows={Math.min(12, facts.split('\n').length)}
        className="font-mono text-secondary"
        aria-invalid={metadata === undefined}
        value={facts}
        onChange={(event) => setFacts(event.target.value)}
      />
      {metadata === undefined ? (
        <p className="text-danger">{t('This is no JSON object: check commas and quotes.')}</p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button look="primary" disabled={isSaving || !canSave} onClick={save}>
          {isSaving ? t('Saving…') : t('Save chunk')}
        </Button>
      </div>
    </div>
  );
}

function Metadata({ metadata }: Pick<ContentChunk, 'metadata'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-2">
      <Disclosure label={t('Metadata')} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen ? (
        <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 font-mono text-secondary">
          {Object.entries(metadata).map(([key, value]) => (
            <div key={key} className="contents">
              <dt className="text-muted">{key}</dt>
              <dd className="min-w-0 break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

export interface ChunkCardProps extends ChunkFormProps {
  /** Whether its source is to be named. */
  readonly showsSource: boolean;
  readonly isSelected: boolean;
  readonly isEditing: boolean;
  readonly onSelect: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onUndo: (editId: number) => void;
}

/** A chunk as it is stored. */
export function ChunkCard(props: ChunkCardProps) {
  const { chunk, showsSource, isSelected, isEditing, onSelect, onEdit, onRemove, onUndo } = props;
  const { chunkNo, pageContent, metadata, editId, source } = chunk;
  const title = passageTitle(metadata);
  const place = showsSource ? placeUnderTitle(metadata) : placeInSource(metadata);
  return (
    <article
      aria-label={t('Chunk {number} of {source}', { number: formatCount(chunkNo), source })}
      className={classNames(
        'mx-auto my-1.5 max-w-200 rounded-card border bg-surface px-4 py-3',
        isSelected ? 'border-accent' : 'border-border',
      )}
      onPointerDown={onSelect}
    >
      <header
        className="flex min-h-8 items-center gap-2 text-secondary text-muted"
        {...dragOutProps(() => passageFile(chunk))}
      >
        <span className="tabular font-medium text-ink">{formatCount(chunkNo)}</span>
        {showsSource || title !== sourceName(metadata) ? <span className="min-w-0 truncate">{title}</span> : null}
        {place === undefined ? null : <span className="shrink-0">{place}</span>}
        {editId === null ? null : (
          <span className="shrink-0 rounded bg-accent-soft px-1.5 font-medium text-accent">{t('Edited')}</span>
        )}
        <span className="flex-1" />
        {editId === null || isEditing ? null : (
          <Button look="quiet" className="h-7" onClick={() => onUndo(editId)}>
            {t('Back to the original')}
          </Button>
        )}
        {isEditing ? null : (
          <>
            <IconButton label={t('Edit chunk {number}', { number: chunkNo })} icon={<Pencil />} onClick={onEdit} />
            <IconButton label={t('Delete chunk {number}', { number: chunkNo })} icon={<Trash2 />} onClick={onRemove} />
          </>
        )}
      </header>
      {isEditing ? (
        <ChunkForm key={chunk.id} {...props} />
      ) : (
        <>
          <p className="leading-6 break-words whitespace-pre-wrap">{pageContent}</p>
          <Metadata metadata={metadata} />
        </>
      )}
    </article>
  );
}
