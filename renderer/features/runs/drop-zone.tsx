import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AcceptedTypes } from './accepted-types.tsx';

export interface DropZoneProps {
  readonly accepted: readonly string[];
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** Where files are dropped or chosen. Any file can be chosen, so that a wrong type gets an answer in words. */
export function DropZone({ accepted, isDisabled, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
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
    if (!isDisabled) onFiles([...event.dataTransfer.files]);
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
        <p className="font-medium">Drop files here</p>
        <p className="text-secondary text-muted">
          <AcceptedTypes extensions={accepted} />
        </p>
      </div>
      <Button autoFocus disabled={isDisabled} onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upsert"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
