import { FileText, X } from 'lucide-react';
import { countOf, formatBytes } from '../../../shared/text/format.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { type FileChoice, groupByReason, namesInShort } from './choose-files.ts';

export interface FileListProps {
  readonly choice: FileChoice;
  readonly isDisabled: boolean;
  readonly onRemove: (path: string) => void;
  readonly onClear: () => void;
}

/** A folder of thousands needs no row for each. */
const SHOWN = 100;

function bytesOf(files: readonly PickedFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Why files were refused, and the chosen ones with their sizes. */
export function FileList({ choice, isDisabled, onRemove, onClear }: FileListProps) {
  return (
    <>
      {choice.refused.length === 0 ? null : (
        <div role="alert" className="rounded-control border border-danger/30 bg-danger-soft px-3 py-2">
          <ul className="flex flex-col gap-2">
            {groupByReason(choice.refused).map(({ reason, names }) => (
              <li key={reason} className="min-w-0">
                <p className="line-clamp-2 font-medium break-words text-danger" title={names.join('\n')}>
                  {namesInShort(names)}
                </p>
                <p className="text-secondary">{reason}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {choice.repeated.length === 0 ? null : (
        <p role="status" className="text-secondary break-words text-muted" title={choice.repeated.join('\n')}>
          {namesInShort(choice.repeated)} {choice.repeated.length === 1 ? 'is' : 'are'} in the list already: same name,
          size and date.
        </p>
      )}
      {choice.files.length === 0 ? null : (
        <ul aria-label="Files to upsert" className="flex flex-col">
          {choice.files.slice(0, SHOWN).map(({ path, file }) => (
            <li key={path} className="flex h-8 items-center gap-2 pl-1">
              <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate" title={path}>
                {path}
              </span>
              <span className="tabular text-secondary text-muted">{formatBytes(file.size)}</span>
              <IconButton
                className="size-7"
                label={`Remove ${path}`}
                icon={<X />}
                disabled={isDisabled}
                onClick={() => onRemove(path)}
              />
            </li>
          ))}
          {choice.files.length <= SHOWN ? null : (
            <li className="tabular flex h-8 items-center justify-between pl-7 text-muted">
              and {countOf(choice.files.length - SHOWN, 'more file')}, {formatBytes(bytesOf(choice.files))} in all
              <Button look="quiet" className="h-7" disabled={isDisabled} onClick={onClear}>
                Remove all
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}
