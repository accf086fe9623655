import { FileText, X } from 'lucide-react';
import { formatBytes } from '../../../shared/text/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import type { FileChoice } from './choose-files.ts';

export interface FileListProps {
  readonly choice: FileChoice;
  readonly isDisabled: boolean;
  readonly onRemove: (name: string) => void;
}

/** Why files were refused, and the chosen ones with their sizes. */
export function FileList({ choice, isDisabled, onRemove }: FileListProps) {
  return (
    <>
      {choice.refused.length === 0 ? null : (
        <div role="alert" className="rounded-control border border-danger/30 bg-danger-soft px-3 py-2">
          <ul className="flex flex-col gap-2">
            {choice.refused.map((file) => (
              <li key={file.name} className="min-w-0">
                <p className="truncate font-medium text-danger">{file.name}</p>
                <p className="text-secondary">{file.reason}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {choice.files.length === 0 ? null : (
        <ul aria-label="Files to upsert" className="flex flex-col">
          {choice.files.map((file) => (
            <li key={file.name} className="flex h-8 items-center gap-2 pl-1">
              <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate" title={file.name}>
                {file.name}
              </span>
              <span className="tabular text-secondary text-muted">{formatBytes(file.size)}</span>
              <IconButton
                className="size-7"
                label={`Remove ${file.name}`}
                icon={<X />}
                disabled={isDisabled}
                onClick={() => onRemove(file.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
