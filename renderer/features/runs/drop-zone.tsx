import { ClipboardPaste, FileUp, FolderOpen, Globe } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { FileInput } from '../../forms/file-input.tsx';
import type { PickedFile } from '../../forms/picked-files.ts';
import { takeDrop } from '../../forms/take-files.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { rich } from '../../ui/rich.tsx';
import { cutExtensions } from './choose-files.ts';

/** "Takes .pdf, .docx and 39 more", where the last words open the whole list. */
function AcceptedTypes({ extensions }: { readonly extensions: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, rest } = cutExtensions(extensions);
  if (rest.length === 0 || isWhole)
    return <span>{t('Takes {extensions}', { extensions: extensions.join(', ') })}</span>;
  const open = (words: ReactNode) => (
    <button
      type="button"
      aria-expanded={false}
      className="rounded-sm text-accent underline underline-offset-2 hover:text-accent-hover"
      onClick={() => setIsWhole(true)}
    >
      {words}
    </button>
  );
  return (
    <span>
      {rich('Takes {extensions} and <open>{count} more</open>', {
        extensions: shown.join(', '),
        count: rest.length,
        open,
      })}
    </span>
  );
}

export interface DropZoneProps {
  readonly accepted: readonly string[];
  /** Files are there: they need the room more. */
  readonly isSmall: boolean;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly onAddText: () => void;
  readonly onAddWebPage: () => void;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** Where files are dropped or chosen, and where texts and pages come from. Any file can be chosen, so that a wrong type gets an answer in words. */
export function DropZone({ accepted, isSmall, onFiles, onAddText, onAddWebPage }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);

  function onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  }
  function onDrop(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    void takeDrop(event.dataTransfer, onFiles);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way for the pointer; the button inside does the same from the keyboard.
    <div
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex shrink-0 flex-col gap-2 rounded-card border border-dashed transition-colors duration-80',
        isSmall ? 'px-1 py-1' : 'px-3 py-3',
        isOver ? 'border-accent bg-accent-soft' : 'border-border-strong/60 bg-canvas',
      )}
    >
      {isSmall ? null : (
        <div className="flex items-center gap-3">
          <FileUp
            aria-hidden="true"
            className={classNames('hidden size-5 shrink-0 @2xs:block', isOver ? 'text-accent' : 'text-muted')}
          />
          <div className="min-w-32 flex-1">
            <p className="font-medium">{t('Drop files or folders here')}</p>
            <p className="text-secondary text-muted">
              <AcceptedTypes extensions={accepted} />
            </p>
          </div>
        </div>
      )}
      <Sources isSmall={isSmall} onFiles={onFiles} onAddText={onAddText} onAddWebPage={onAddWebPage} />
    </div>
  );
}

/** The buttons that bring in files, texts and pages. */
function Sources({ isSmall, onFiles, onAddText, onAddWebPage }: Omit<DropZoneProps, 'accepted'>) {
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const others = [
    {
      label: t('Choose a folder'),
      word: t('Folder'),
      icon: <FolderOpen />,
      onClick: () => folderInput.current?.click(),
    },
    { label: t('Paste a text'), word: t('Text'), icon: <ClipboardPaste />, onClick: onAddText },
    { label: t('Add a web page'), word: t('Web page'), icon: <Globe />, onClick: onAddWebPage },
  ];
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button autoFocus look={isSmall ? 'quiet' : 'plain'} className="h-7 px-2" onClick={() => input.current?.click()}>
        {t('Choose files')}
      </Button>
      {others.map(({ label, word, icon, onClick }) =>
        isSmall ? (
          <IconButton key={word} className="size-7" label={label} icon={icon} onClick={onClick} />
        ) : (
          <Button key={word} look="quiet" className="h-7 px-2" aria-label={label} onClick={onClick}>
            {word}
          </Button>
        ),
      )}
      {isSmall ? (
        <span className="self-center truncate px-1 text-secondary text-muted">{t('or drop more')}</span>
      ) : null}
      <FileInput ref={input} label={t('Files to upsert')} onFiles={onFiles} />
      <FileInput ref={folderInput} label={t('Folder to upsert')} isFolder onFiles={onFiles} />
    </div>
  );
}
