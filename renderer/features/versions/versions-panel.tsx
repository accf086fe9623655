import { BookmarkPlus, History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FlowVersion } from '../../../shared/api/flow-versions.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useFlowVersions, useVersionChanges } from '../../api/flow-versions.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { closeVersions, useVersionsStore } from '../../stores/versions-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NameForm } from './name-form.tsx';
import { VersionDetails } from './version-details.tsx';
import { DifferenceWords, VersionList } from './version-list.tsx';

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
