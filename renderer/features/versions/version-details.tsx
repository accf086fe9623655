import { ArrowLeft, Minus, Pencil, PencilLine, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FlowVersion } from '../../../shared/api/flow-versions.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useFlowVersion, useVersionChanges } from '../../api/flow-versions.ts';
import { type ChangedPart, type ChangeLine, listChanges } from '../../editor/difference/change-words.ts';
import { type FlowDifference, isNoDifference } from '../../editor/difference/flow-difference.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { restoreVersion } from '../../stores/flow/restore-version.ts';
import { undoEdit } from '../../stores/flow/undo-edits.ts';
import { showVersionDetails } from '../../stores/versions-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { NameForm } from './name-form.tsx';
import { type Side, useDifference } from './use-difference.ts';
import { REASONS, versionTime } from './version-words.ts';

const MARKS: Readonly<Record<ChangeLine['kind'], { readonly icon: ReactNode; readonly words: string }>> = {
  added: { icon: <Plus aria-hidden="true" className="size-3.5 text-success" />, words: t('Added') },
  changed: { icon: <PencilLine aria-hidden="true" className="size-3.5 text-warning" />, words: t('Changed') },
  removed: { icon: <Minus aria-hidden="true" className="size-3.5 text-danger" />, words: t('Removed') },
};

function Part({ part }: { readonly part: ChangedPart }) {
  return (
    <div className="contents">
      <dt className="text-muted">{part.title}</dt>
      <dd className="min-w-0 break-words">
        {part.before === undefined || part.after === undefined ? (
          t('another one')
        ) : (
          <>
            <del className="rounded-sm bg-danger-soft px-0.5 text-danger">{part.before}</del>{' '}
            <ins className="rounded-sm bg-success-soft px-0.5 text-success no-underline">{part.after}</ins>
          </>
        )}
      </dd>
    </div>
  );
}

function Line({ line, canGo }: { readonly line: ChangeLine; readonly canGo: boolean }) {
  const { icon, words } = MARKS[line.kind];
  const { nodeId } = line;
  return (
    <li className="flex gap-2 py-1.5">
      <span className="flex h-5 items-center">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="sr-only">{words}: </span>
          {nodeId === undefined || !canGo ? (
            line.title
          ) : (
            <button
              type="button"
              className="text-left underline decoration-border-strong/60 underline-offset-2 hover:decoration-ink"
              onClick={() => goToNode(nodeId)}
            >
              {line.title}
            </button>
          )}
        </p>
        {line.parts.length === 0 ? null : (
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-secondary">
            {line.parts.map((part) => (
              <Part key={part.title} part={part} />
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

interface ChangeListProps {
  readonly difference: FlowDifference;
  /** Whether the later side is the open flow, whose nodes can be gone to. */
  readonly canGo: boolean;
}

/** All that differs between two contents. */
function ChangeList({ difference, canGo }: ChangeListProps) {
  const lines = listChanges(difference);
  if (lines.length === 0) return <p className="text-muted">{t('Nothing differs.')}</p>;
  return (
    <ul aria-label={t('What differs')} className="flex flex-col divide-y divide-border">
      {lines.map((line, index) => (
        // Two lines may read alike, as edges without a node do.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew as a whole
        <Line key={index} line={line} canGo={canGo} />
      ))}
    </ul>
  );
}

interface VersionProps {
  readonly chatflowId: string;
  readonly version: FlowVersion;
}

/** The name of a version, which can be given, changed and taken away, and its time. */
function Title({ chatflowId, version }: VersionProps) {
  const { rename } = useVersionChanges(chatflowId);
  const [isNaming, setIsNaming] = useState(false);
  const time = versionTime(version.savedDate, new Date());
  if (isNaming) {
    return (
      <NameForm
        label={t('Name of the version')}
        start={version.name ?? ''}
        submit={t('Save')}
        isBusy={rename.isPending}
        onCancel={() => setIsNaming(false)}
        onName={(name) =>
          rename.mutate(
            { versionId: version.id, name },
            { onSuccess: () => setIsNaming(false), onError: (error) => showErrorToast(messageOf(error)) },
          )
        }
      />
    );
  }
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold break-words">{version.name ?? time}</h3>
        <p className="text-secondary text-muted">
          {version.name === null ? REASONS[version.reason] : `${time} · ${REASONS[version.reason]}`}
        </p>
      </div>
      <IconButton
        label={version.name === null ? t('Name this version') : t('Rename this version')}
        icon={<Pencil />}
        onClick={() => setIsNaming(true)}
      />
    </div>
  );
}

interface RestoreProps extends VersionProps {
  readonly isSame: boolean;
  /** The button itself cannot keep the focus then. */
  readonly onDone: () => void;
}

function RestoreButton({ chatflowId, version, isSame, onDone }: RestoreProps) {
  const { data } = useFlowVersion(chatflowId, version.id);
  const { refresh } = useVersionChanges(chatflowId);
  const [isBusy, setIsBusy] = useState(false);
  async function restore() {
    if (data === undefined) return;
    setIsBusy(true);
    try {
      const isDone = await restoreVersion(chatflowId, data);
      const time = versionTime(version.savedDate, new Date());
      if (isDone) showToast(t('The flow is as it was: {time}.', { time }), { label: t('Undo'), onClick: undoEdit });
      else showErrorToast(t('Your last changes are not saved yet, so nothing was restored. Try again once they are.'));
    } catch (error) {
      showErrorToast(messageOf(error));
    }
    setIsBusy(false);
    onDone();
    await refresh();
  }
  return (
    <Button
      icon={<RotateCcw aria-hidden="true" />}
      disabled={isBusy || isSame || data === undefined}
      onClick={() => void restore()}
    >
      {isSame ? t('The flow is like this now') : t('Restore this version')}
    </Button>
  );
}

function RemoveButton({ chatflowId, version }: VersionProps) {
  const { remove } = useVersionChanges(chatflowId);
  return (
    <Button
      look="quiet-danger"
      icon={<Trash2 aria-hidden="true" />}
      disabled={remove.isPending}
      onClick={() =>
        remove.mutate(version.id, {
          onSuccess: () => showVersionDetails(undefined),
          onError: (error) => showErrorToast(messageOf(error)),
        })
      }
    >
      {t('Remove')}
    </Button>
  );
}

function sidesOf(
  version: FlowVersion,
  earlier: FlowVersion | undefined,
  isWithEarlier: boolean,
): readonly [Side, Side] {
  const own: Side = { kind: 'version', id: version.id };
  return isWithEarlier && earlier !== undefined
    ? [{ kind: 'version', id: earlier.id }, own]
    : [own, { kind: 'present' }];
}

function Comparison({ chatflowId, version, earlier }: VersionProps & { readonly earlier: FlowVersion | undefined }) {
  const [isWithEarlier, setIsWithEarlier] = useState(false);
  const { difference, error } = useDifference(chatflowId, ...sidesOf(version, earlier, isWithEarlier));
  return (
    <section className="flex flex-col gap-2">
      <Select
        aria-label={t('Compare')}
        value={isWithEarlier ? 'earlier' : 'present'}
        onValueChange={(value) => setIsWithEarlier(value === 'earlier')}
        options={[
          { value: 'present', label: t('What changed since then') },
          ...(earlier === undefined ? [] : [{ value: 'earlier', label: t('What changed up to then') }]),
        ]}
      />
      {error === null ? null : <ErrorNotice {...splitMessage(error.message)} />}
      {difference === undefined ? (
        error === null && (
          <p role="status" className="text-muted">
            {t('Comparing…')}
          </p>
        )
      ) : (
        <ChangeList difference={difference} canGo={!isWithEarlier} />
      )}
    </section>
  );
}

/** One version: what it is, how it differs, and what can be done with it. */
export function VersionDetails({
  chatflowId,
  version,
  earlier,
}: VersionProps & { readonly earlier: FlowVersion | undefined }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const { difference } = useDifference(chatflowId, { kind: 'version', id: version.id }, { kind: 'present' });
  return (
    <div className="flex flex-col gap-4 p-4">
      <Button
        ref={back}
        look="quiet"
        className="-ml-2 self-start"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => showVersionDetails(undefined)}
      >
        {t('All versions')}
      </Button>
      <Title chatflowId={chatflowId} version={version} />
      <div className="flex flex-wrap items-center gap-2">
        <RestoreButton
          chatflowId={chatflowId}
          version={version}
          onDone={() => back.current?.focus()}
          isSame={difference !== undefined && isNoDifference(difference)}
        />
        <RemoveButton chatflowId={chatflowId} version={version} />
      </div>
      <Comparison chatflowId={chatflowId} version={version} earlier={earlier} />
    </div>
  );
}
