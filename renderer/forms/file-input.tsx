import { type RefObject, useEffect } from 'react';
import { type PickedFile, pickedFiles } from './picked-files.ts';
import { takeChosen } from './take-files.ts';

export interface FileInputProps {
  /** Its click opens the window; the input itself is not seen. */
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly PickedFile[]) => void;
}

/** What opens the system's window for files, or for a folder with all that is in it. */
export function FileInput({ ref, label, isFolder = false, onFiles }: FileInputProps) {
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
