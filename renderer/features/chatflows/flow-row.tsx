import {
  Check,
  CircleSlash,
  CircleX,
  CopyPlus,
  FileOutput,
  FolderSync,
  Layers,
  Loader,
  PackageOpen,
  PencilLine,
  Trash2,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import type { ChatflowName } from '../../../shared/api/chatflows.ts';
import type { Overview } from '../../../shared/api/overview.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useListedDrawing } from '../../api/chatflows.ts';
import { flowFile } from '../../stores/flow/files-on-demand.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/controls/menu.tsx';
import { dragOutProps } from '../../ui/drag-out.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { FlowDrawing } from '../../ui/flow-drawing.tsx';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { glanceAt } from './describe-flow.ts';

type LastRun = NonNullable<Overview['lastRun']>;

function Badge({ run }: { readonly run: LastRun }) {
  if (run.undoneDate !== undefined)
    return (
      <StatusBadge tone="warning" icon={<Undo2 aria-hidden="true" />}>
        {t('Undone')}
      </StatusBadge>
    );
  switch (run.status) {
    case 'FINISHED':
      return run.result?.failedFiles === undefined ? (
        <StatusBadge tone="success" icon={<Check aria-hidden="true" />}>
          {t('Done')}
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={<Check aria-hidden="true" />}>
          {t('Done in part')}
        </StatusBadge>
      );
    case 'FAILED':
      return (
        <StatusBadge tone="danger" icon={<CircleX aria-hidden="true" />}>
          {t('Failed')}
        </StatusBadge>
      );
    case 'CANCELLED':
    case 'INTERRUPTED':
      return (
        <StatusBadge tone="warning" icon={<CircleSlash aria-hidden="true" />}>
          {run.status === 'CANCELLED' ? t('Cancelled') : t('Cut off')}
        </StatusBadge>
      );
    default:
      return (
        <StatusBadge tone="active" icon={<Loader aria-hidden="true" />}>
          {run.status === 'QUEUED' ? t('Waiting') : t('Running')}
        </StatusBadge>
      );
  }
}

/** "2 of 40 files failed". */
function failedWords({ result, progress }: LastRun): string | undefined {
  const failed = progress?.files.failed ?? result?.failedFiles?.length ?? 0;
  if (failed === 0) return undefined;
  const total = progress?.files.total ?? 0;
  return total > 0
    ? t('{failed, number} of {total, plural, one {# file} other {# files}} failed', { failed, total })
    : t('{count, plural, one {# file} other {# files}} failed', { count: failed });
}

function wordsOf({ status, result, error }: LastRun): string | undefined {
  if (status === 'FAILED') return error?.message;
  return result === null ? undefined : describeCounts(result);
}

/** How the last run of a flow ended, with a link to it, or that there was none. */
function LastRun({ run }: { readonly run: LastRun | null }) {
  if (run === null) return <span className="text-secondary text-muted">{t('Not run yet')}</span>;
  const words = wordsOf(run);
  const failed = run.status === 'FINISHED' && run.undoneDate === undefined ? failedWords(run) : undefined;
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 text-secondary text-muted">
        <Badge run={run} />
        <TimeAgo date={run.undoneDate ?? run.finishedDate ?? run.createdDate} />
      </p>
      {failed === undefined && words === undefined ? null : (
        <a
          // Above the link that covers the row.
          className="relative z-10 mt-0.5 block truncate text-secondary text-muted hover:text-ink hover:underline"
          href={hrefOf({
            page: 'run',
            runId: run.id,
            ...(failed === undefined ? {} : { search: { files: 'failed' } }),
          })}
          title={words}
        >
          {failed === undefined ? words : <span className="text-danger">{failed}</span>}
          {failed === undefined || words === undefined ? null : ` · ${words}`}
        </a>
      )}
    </div>
  );
}

export interface FlowRowProps {
  readonly chatflow: ChatflowName;
  /** How it stands; undefined while that is not known. */
  readonly overview: Overview | undefined;
  readonly href: string;
  readonly onRename: (name: string) => void;
  readonly onDuplicate: () => void;
  readonly onExport: () => void;
  readonly onExportContents: () => void;
  readonly onMove: () => void;
  readonly onDelete: () => void;
}

function RenameField({ name, onDone }: { readonly name: string; readonly onDone: (name: string | undefined) => void }) {
  const [draft, setDraft] = useState(name);
  const [isCancelled, setIsCancelled] = useState(false);
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') onDone(draft.trim());
    if (event.key === 'Escape') {
      setIsCancelled(true);
      onDone(undefined);
    }
  }
  return (
    <TextInput
      ref={(input) => input?.focus()}
      aria-label={t('New name')}
      maxLength={255}
      className="max-w-80 font-semibold"
      value={draft}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (isCancelled ? undefined : onDone(draft.trim()))}
      onKeyDown={onKeyDown}
    />
  );
}

function RowMenu({
  name,
  onContents,
  onRename,
  onDuplicate,
  onExport,
  onExportContents,
  onMove,
  onDelete,
}: {
  readonly name: string;
  readonly onContents: () => void;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onExport: () => void;
  readonly onExportContents: () => void;
  readonly onMove: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <Menu label={t('More for {name}', { name })}>
      <MenuItem icon={<Layers aria-hidden="true" />} label={t('Show contents')} onSelect={onContents} />
      <MenuItem icon={<PencilLine aria-hidden="true" />} label={t('Rename')} onSelect={onRename} />
      <MenuItem icon={<CopyPlus aria-hidden="true" />} label={t('Duplicate')} onSelect={onDuplicate} />
      <MenuItem icon={<FileOutput aria-hidden="true" />} label={t('Export to a file')} onSelect={onExport} />
      <MenuItem
        icon={<PackageOpen aria-hidden="true" />}
        label={t('Export with contents')}
        onSelect={onExportContents}
      />
      <MenuItem icon={<FolderSync aria-hidden="true" />} label={t('Move to another vector store')} onSelect={onMove} />
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden="true" />} label={t('Delete')} onSelect={onDelete} isDanger />
    </Menu>
  );
}

/** What is in the store: "3 files", "41 chunks · 101 KB". */
function Stored({ overview }: { readonly overview: Overview | undefined }) {
  if (overview === undefined) return null;
  const { chunks, sources, sizeBytes, keepsElsewhere } = overview;
  if (keepsElsewhere) return <span className="text-secondary text-muted">{t('In a remote store')}</span>;
  if (chunks === 0) return <span className="text-secondary text-muted">{t('Empty')}</span>;
  return (
    <span className="tabular text-secondary">
      {sources === null ? null : (
        <span className="block">{t('{count, plural, one {# file} other {# files}}', { count: sources })}</span>
      )}
      <span className="block truncate text-muted">
        {t('{count, plural, one {# chunk} other {# chunks}}', { count: chunks })} · {formatBytes(sizeBytes)}
      </span>
    </span>
  );
}

function nodeWords(count: number): string {
  return count === 0 ? t('No nodes yet') : t('{count, plural, one {# node} other {# nodes}}', { count });
}

/** One flow in the list; the whole row opens it. */
export const FlowRow = memo(function FlowRow(props: FlowRowProps) {
  const { chatflow, overview, href, onRename, onDuplicate, onExport, onExportContents, onMove, onDelete } = props;
  const drawing = useListedDrawing(chatflow);
  const glance = useMemo(() => glanceAt(drawing ?? ''), [drawing]);
  const [isRenaming, setIsRenaming] = useState(false);
  function finishRename(name: string | undefined) {
    setIsRenaming(false);
    if (name !== undefined && name !== '' && name !== chatflow.name) onRename(name);
  }
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-b border-border py-2 pr-3 pl-5 transition-colors duration-80 last:border-b-0 hover:bg-hover">
      <FlowDrawing
        flow={glance.flow}
        className="h-12 w-24 shrink-0 rounded-control border border-border bg-canvas p-1 max-md:hidden"
      />
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <RenameField name={chatflow.name} onDone={finishRename} />
        ) : (
          <a
            href={href}
            {...dragOutProps(() => flowFile(chatflow.id))}
            className="block truncate font-semibold after:absolute after:inset-0"
          >
            {chatflow.name}
          </a>
        )}
        <p className="truncate text-secondary text-muted">
          {drawing === undefined ? null : <>{nodeWords(glance.nodeCount)} · </>}
          {rich('changed {when}', { when: <TimeAgo date={chatflow.updatedDate} /> })}
        </p>
      </div>
      <div className="w-40 shrink-0 max-md:hidden">
        <Stored overview={overview} />
      </div>
      <div className="w-64 shrink-0 max-lg:hidden">
        {overview === undefined ? null : <LastRun run={overview.lastRun} />}
      </div>
      <RowMenu
        name={chatflow.name}
        onContents={() => navigate({ page: 'contents', ownerId: chatflow.id })}
        onRename={() => setIsRenaming(true)}
        onDuplicate={onDuplicate}
        onExport={onExport}
        onExportContents={onExportContents}
        onMove={onMove}
        onDelete={onDelete}
      />
    </li>
  );
});
