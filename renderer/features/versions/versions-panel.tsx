import { Bookmark, BookmarkPlus, History } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FlowVersion } from '../../../shared/api/flow-versions.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useFlowVersions, useVersionChanges } from '../../api/flow-versions.ts';
import { summarizeChanges } from '../../editor/difference/change-words.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { closeVersions, showVersionDetails, useVersionsStore } from '../../stores/versions-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NameForm } from './name-form.tsx';
import { type Side, useDifference } from './use-difference.ts';
import { VersionDetails } from './version-details.tsx';
import { REASONS, versionTime } from './version-words.ts';

/** Whether an element has been in sight yet. */
function useInSight(ref: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isSeen || element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isSeen]);
  return isSeen;
}

interface WordsProps {
  readonly chatflowId: string;
  readonly before: Side;
  readonly after: Side;
  readonly isWanted?: boolean;
}

/** What differs, in a line; "…" while that is found out. */
function DifferenceWords({ chatflowId, before, after, isWanted = true }: WordsProps) {
  const { difference, error } = useDifference(chatflowId, before, after, isWanted);
  if (error !== null) return <>{t('This version cannot be read.')}</>;
  return <>{difference === undefined ? '…' : summarizeChanges(difference)}</>;
}

interface RowProps {
  readonly chatflowId: string;
  readonly version: FlowVersion;
  /** The version before it. */
  readonly earlier: FlowVersion | undefined;
  /** It was looked at last. */
  readonly isLast: boolean;
}

function Row({ chatflowId, version, earlier, isLast }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isSeen = useInSight(button);
  useEffect(() => {
    if (isLast) button.current?.focus();
  }, [isLast]);
  const time = versionTime(version.savedDate, new Date());
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="flex w-full flex-col gap-0.5 rounded-control px-2 py-2 text-left transition-colors duration-80 hover:bg-hover"
        onClick={() => showVersionDetails(version.id)}
      >
        <span className="flex w-full items-baseline gap-2">
          {version.name === null ? null : (
            <Bookmark aria-hidden="true" className="size-3.5 shrink-0 self-center text-accent" />
          )}
          <span className="min-w-0 flex-1 truncate font-medium">{version.name ?? time}</span>
          {version.name === null ? null : <span className="tabular shrink-0 text-secondary text-muted">{time}</span>}
        </span>
        <span className="line-clamp-2 text-secondary break-words">
          {earlier === undefined ? (
            t('The first one that is kept')
          ) : (
            <DifferenceWords
              chatflowId={chatflowId}
              before={{ kind: 'version', id: earlier.id }}
              after={{ kind: 'version', id: version.id }}
              isWanted={isSeen}
            />
          )}
        </span>
        <span className="text-secondary text-muted">{REASONS[version.reason]}</span>
      </button>
    </li>
  );
}

interface ListProps {
  readonly chatflowId: string;
  readonly versions: readonly FlowVersion[];
  readonly lastId: string | undefined;
}

/** The versions, the newest first, each with what was done since the one before. */
function VersionList({ chatflowId, versions, lastId }: ListProps) {
  return (
    <ul aria-label={t('Earlier versions')} className="flex flex-col gap-0.5">
      {versions.map((version, index) => (
        <Row
          key={version.id}
          chatflowId={chatflowId}
          version={version}
          earlier={versions[index + 1]}
          isLast={version.id === lastId}
        />
      ))}
    </ul>
  );
}

/** Keeps the flow as it is now, under a name. */
function KeepVersion({ chatflowId }: { readonly chatflowId: string }) {
  const [isNaming, setIsNaming] = useState(false);
  const { keep } = useVersionChanges(chatflowId);
  async function onName(name: string) {
    if (!(await saveNow())) {
      showErrorToast(t('Your last changes are not saved yet. Try again once they are.'));
      return;
    }
    keep.mutate(name, {
      onSuccess: () => setIsNaming(false),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  if (!isNaming) {
    return (
      <Button className="self-start" icon={<BookmarkPlus aria-hidden="true" />} onClick={() => setIsNaming(true)}>
        {t('Keep this version')}
      </Button>
    );
  }
  return (
    <NameForm
      label={t('Name of the version')}
      submit={t('Keep')}
      isBusy={keep.isPending}
      onCancel={() => setIsNaming(false)}
      onName={(name) => void onName(name)}
    />
  );
}

function Present({ chatflowId, newest }: { readonly chatflowId: string; readonly newest: FlowVersion | undefined }) {
  return (
    <section className="flex flex-col gap-2 border-b border-border p-4">
      <div>
        <h3 className="font-semibold">{t('As it is now')}</h3>
        {newest === undefined ? null : (
          <p className="text-secondary break-words text-muted">
            <DifferenceWords
              chatflowId={chatflowId}
              before={{ kind: 'version', id: newest.id }}
              after={{ kind: 'present' }}
            />
          </p>
        )}
      </div>
      <KeepVersion chatflowId={chatflowId} />
    </section>
  );
}

interface ContentProps {
  readonly chatflowId: string;
  readonly versions: readonly FlowVersion[];
}

function Content({ chatflowId, versions }: ContentProps) {
  const versionId = useVersionsStore((state) => state.versionId);
  const [lastId, setLastId] = useState(versionId);
  if (versionId !== undefined && versionId !== lastId) setLastId(versionId);
  const index = versions.findIndex(({ id }) => id === versionId);
  const version = versions[index];
  if (version !== undefined) {
    return <VersionDetails key={version.id} chatflowId={chatflowId} version={version} earlier={versions[index + 1]} />;
  }
  return (
    <>
      <Present chatflowId={chatflowId} newest={versions[0]} />
      {versions.length === 0 ? (
        <EmptyState icon={<History aria-hidden="true" />} title={t('Earlier versions will be here')}>
          {t(
            'While you work, a version is kept every ten minutes, and each time that you upsert. You can compare them, and go back.',
          )}
        </EmptyState>
      ) : (
        <div className="p-2">
          <VersionList chatflowId={chatflowId} versions={versions} lastId={lastId} />
        </div>
      )}
    </>
  );
}

/** How the flow was: its versions, what differs, and the way back. */
export function VersionsPanel({ chatflowId }: { readonly chatflowId: string }) {
  const query = useFlowVersions(chatflowId);
  const { refresh } = useVersionChanges(chatflowId);
  const savedAt = useFlowStore(({ save }) => (save.status === 'saved' ? save.at : undefined));
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    region.current?.focus();
  }, []);
  // A save may have made a version. At first the panel loads them anyway.
  const asked = useRef(savedAt);
  useEffect(() => {
    if (savedAt === undefined || savedAt === asked.current) return;
    asked.current = savedAt;
    void refresh();
  }, [savedAt, refresh]);
  return (
    <div ref={region} tabIndex={-1} data-versions="" className="flex h-full outline-none">
      <Panel title={t('Versions')} closeLabel={t('Close versions')} onClose={closeVersions} className="flex-1">
        <QueryState query={query} loading={t('Loading the versions…')}>
          {(versions) => <Content chatflowId={chatflowId} versions={versions} />}
        </QueryState>
      </Panel>
    </div>
  );
}
