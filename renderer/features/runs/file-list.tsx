import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  FileText,
  LoaderCircle,
  RotateCcw,
  X,
} from 'lucide-react';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { type FileChoice, groupByReason, namesInShort } from './choose-files.ts';
import type { FileRow } from './file-rows.ts';

const LOOKS = {
  none: { icon: FileText, className: 'text-muted' },
  waiting: { icon: CircleDashed, className: 'text-muted' },
  active: { icon: LoaderCircle, className: 'text-accent animate-spin' },
  done: { icon: CircleCheck, className: 'text-success' },
  failed: { icon: CircleAlert, className: 'text-danger' },
  stopped: { icon: CircleSlash, className: 'text-muted' },
} as const satisfies Record<FileRow['tone'], unknown>;

export interface FileActions {
  /** Takes a file out of the next upsert; undefined while that is not possible. */
  readonly onRemove: ((path: string) => void) | undefined;
  /** Runs the upsert once more for a file that failed; undefined where this page does not have it. */
  readonly retryOf: (path: string) => (() => void) | undefined;
}

function Row({ row, onRemove, retryOf }: { readonly row: FileRow } & FileActions) {
  const { path, sizeBytes, tone, words, reason } = row;
  const { icon: Icon, className } = LOOKS[tone];
  const onRetry = reason === undefined || tone === 'none' ? undefined : retryOf(path);
  return (
    <div className="flex min-h-8 items-center gap-2 rounded-control py-0.5 pr-1 pl-1 hover:bg-hover">
      <Icon aria-hidden="true" className={classNames('size-4 shrink-0', className)} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={path}>
          {path}
        </p>
        {reason === undefined ? null : (
          <p className={classNames('text-secondary break-words', tone === 'failed' ? 'text-danger' : 'text-warning')}>
            {reason}
          </p>
        )}
      </div>
      <span className="tabular shrink-0 text-secondary text-muted">
        {words ?? (sizeBytes === undefined ? '' : formatBytes(sizeBytes))}
      </span>
      {onRetry === undefined ? null : (
        <IconButton className="size-7" label={t('Try {path} again', { path })} icon={<RotateCcw />} onClick={onRetry} />
      )}
      {onRemove === undefined ? null : (
        <IconButton
          className="size-7"
          label={tone === 'failed' ? t('Leave out {path}', { path }) : t('Remove {path}', { path })}
          icon={<X />}
          onClick={() => onRemove(path)}
        />
      )}
    </div>
  );
}

/** Why files of the last choice were refused, and which were there already. */
export function ChoiceNews({ choice, onDismiss }: { readonly choice: FileChoice; readonly onDismiss: () => void }) {
  return (
    <>
      {choice.refused.length === 0 ? null : (
        <div
          role="alert"
          className="flex shrink-0 items-start gap-2 rounded-control border border-danger/30 bg-danger-soft py-1.5 pr-1 pl-3"
        >
          <ul className="flex min-w-0 flex-1 flex-col gap-1">
            {groupByReason(choice.refused).map(({ reason, names }) => (
              <li key={reason} className="min-w-0">
                <p className="line-clamp-2 font-medium break-words text-danger" title={names.join('\n')}>
                  {namesInShort(names)}
                </p>
                <p className="text-secondary">{reason}</p>
              </li>
            ))}
          </ul>
          <IconButton className="size-7" label={t('Dismiss what was refused')} icon={<X />} onClick={onDismiss} />
        </div>
      )}
      {choice.repeated.length === 0 ? null : (
        <p role="status" className="shrink-0 text-secondary break-words text-muted" title={choice.repeated.join('\n')}>
          {t(
            '{count, plural, one {{names} is in the list already: same name, size and date.} other {{names} are in the list already: same name, size and date.}}',
            { count: choice.repeated.length, names: namesInShort(choice.repeated) },
          )}
        </p>
      )}
    </>
  );
}

export interface FileListProps extends FileActions {
  readonly rows: readonly FileRow[];
  /** Takes all files out; undefined while that is not possible. */
  readonly onClear: (() => void) | undefined;
}

function headOf(rows: readonly FileRow[]): string {
  const bytes = rows.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
  const failed = rows.filter(({ tone }) => tone === 'failed').length;
  const parts = [
    t('{count, plural, one {# file} other {# files}}', { count: rows.length }),
    bytes === 0 ? '' : formatBytes(bytes),
    failed === 0 ? '' : t('{count} failed', { count: failed }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** One row a file: those to be sent, or those of the run with what has become of each. */
export function FileList({ rows, onClear, onRemove, retryOf }: FileListProps) {
  if (rows.length === 0) return null;
  return (
    <div className="flex min-h-36 flex-1 flex-col">
      <div className="tabular flex h-7 shrink-0 items-center justify-between text-secondary text-muted">
        {headOf(rows)}
        {onClear === undefined ? null : (
          <Button look="quiet" className="h-7 px-2 text-secondary" onClick={onClear}>
            {t('Remove all')}
          </Button>
        )}
      </div>
      <VirtualList
        label={t('Files')}
        items={rows}
        keyOf={({ key }) => key}
        rowHeight={32}
        renderRow={(row) => <Row row={row} onRemove={onRemove} retryOf={retryOf} />}
        className="min-h-0 flex-1"
      />
    </div>
  );
}
