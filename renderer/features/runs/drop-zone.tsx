import { FileUp } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type PickedFile, pickedFiles } from '../../forms/picked-files.ts';
import { takeChosen, takeDrop } from '../../forms/take-files.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AcceptedTypes } from './accepted-types.tsx';

export interface DropZoneProps {
  readonly accepted: readonly string[];
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly PickedFile[]) => void;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

interface FileInputProps extends Pick<DropZoneProps, 'onFiles'> {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly isFolder?: boolean;
}

/** What opens the system's window for files, or for a folder with all that is in it. */
function FileInput({ ref, label, isFolder = false, onFiles }: FileInputProps) {
  useEffect(() => {
    // React's types do not know the attribute, which all browsers do.
    ref.current?.toggleAttribute('webkitdirectory', isFolder);
  }, [ref, isFolder]);
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      onChange={(event) => {
        void takeChosen(pickedFiles(event.target.files ?? []), onFiles);
        event.target.value = '';
      }}
    />
  );
}

/** Where files are dropped or chosen. Any file can be chosen, so that a wrong type gets an answer in words. */
export function DropZone({ accepted, isDisabled, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy';
    setIsOver(!isDisabled);
  }
  function onDrop(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    if (!isDisabled) void takeDrop(event.dataTransfer, onFiles);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way for the pointer; the button inside does the same from the keyboard.
    <div
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-dashed px-3 py-3 transition-colors duration-80',
        isOver ? 'border-accent bg-accent-soft' : 'border-border-strong/60 bg-canvas',
      )}
    >
      <FileUp
        aria-hidden="true"
        className={classNames('hidden size-5 shrink-0 @2xs:block', isOver ? 'text-accent' : 'text-muted')}
      />
      <div className="min-w-32 flex-1">
        <p className="font-medium">Drop files or folders here</p>
        <p className="text-secondary text-muted">
          <AcceptedTypes extensions={accepted} />
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        <Button autoFocus disabled={isDisabled} onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <Button look="quiet" disabled={isDisabled} onClick={() => folderInput.current?.click()}>
          Choose a folder
        </Button>
      </div>
      <FileInput ref={input} label="Files to upsert" onFiles={onFiles} />
      <FileInput ref={folderInput} label="Folder to upsert" isFolder onFiles={onFiles} />
    </div>
  );
}
