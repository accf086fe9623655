import { FileUp, FolderUp, X } from 'lucide-react';
import { useRef } from 'react';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { FileInput } from '../../forms/file-input.tsx';
import type { PickedFile } from '../../forms/picked-files.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';

/** Rows that are in sight at once; more are scrolled to. */
const ROWS = 6;
const ROW_HEIGHT = 32;

export interface ChosenFilesProps {
  readonly files: readonly PickedFile[];
  /** How many the loader keeps already: new ones take their place. */
  readonly storedCount: number;
  readonly extensions: readonly string[];
  readonly onChange: (files: readonly PickedFile[]) => void;
}

/** Kinds of files that people look for first, where a loader takes more than can be read at a glance. */
const WELL_KNOWN = ['.pdf', '.docx', '.xlsx', '.pptx', '.odt', '.epub', '.html', '.md', '.csv', '.json', '.txt'];
const READABLE_KINDS = 14;

function takenWords(extensions: readonly string[]): string {
  if (extensions.length <= READABLE_KINDS) return t('Takes {extensions}', { extensions: extensions.join(' ') });
  const named = WELL_KNOWN.filter((one) => extensions.includes(one));
  return t('Takes {extensions} and {count} more kinds of text and code', {
    extensions: named.join(' '),
    count: extensions.length - named.length,
  });
}

/** Adds files to those that were chosen before; a path is there once. */
export function joinFiles(before: readonly PickedFile[], added: readonly PickedFile[]): readonly PickedFile[] {
  return [...new Map([...before, ...added].map((picked) => [picked.path, picked])).values()];
}

/** The files that a loader is to read: chosen by buttons, or dropped anywhere on the page. */
export function ChosenFiles({ files, storedCount, extensions, onChange }: ChosenFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const add = (added: readonly PickedFile[]) => onChange(joinFiles(files, added));
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <section
      aria-label={t('Files')}
      className="flex flex-col gap-2 rounded-card border border-dashed border-border-strong/60 p-3"
    >
      <p className="font-medium">
        {files.length > 0
          ? t('{count, plural, one {# file} other {# files}}, {size}', {
              count: files.length,
              size: formatBytes(bytes),
            })
          : storedCount > 0
            ? t('{count, plural, one {# file} other {# files}} kept from before', { count: storedCount })
            : t('Drop files or folders here')}
      </p>
      {files.length > 0 && storedCount > 0 ? (
        <p className="text-secondary text-warning">
          {t('They take the place of the {count, plural, one {# file} other {# files}} from before.', {
            count: storedCount,
          })}
        </p>
      ) : null}
      {files.length === 0 ? null : (
        <div style={{ height: Math.min(files.length, ROWS) * ROW_HEIGHT }}>
          <VirtualList
            label={t('Chosen files')}
            items={files}
            keyOf={({ path }) => path}
            rowHeight={ROW_HEIGHT}
            className="h-full"
            renderRow={({ path, file }) => (
              <div className="flex h-8 items-center gap-2">
                <span className="min-w-0 flex-1 truncate" title={path}>
                  {path}
                </span>
                <span className="tabular text-secondary text-muted">{formatBytes(file.size)}</span>
                <IconButton
                  label={t('Leave out {path}', { path })}
                  icon={<X />}
                  onClick={() => onChange(files.filter((other) => other.path !== path))}
                />
              </div>
            )}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<FileUp />} onClick={() => input.current?.click()}>
          {t('Choose files')}
        </Button>
        <Button icon={<FolderUp />} onClick={() => folderInput.current?.click()}>
          {t('Choose a folder')}
        </Button>
      </div>
      <p className="text-secondary break-words text-muted">{takenWords(extensions)}</p>
      <FileInput ref={input} label={t('Files for the loader')} onFiles={add} />
      <FileInput ref={folderInput} label={t('Folder for the loader')} isFolder onFiles={add} />
    </section>
  );
}
