import { FileInput, Plus, Workflow } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Chatflow, ChatflowName } from '../../../shared/api/chatflows.ts';
import { t } from '../../../shared/texts/t.ts';
import { useBinCount, usePutIntoBin, useRestoreFromBin } from '../../api/bin.ts';
import { readChatflow, useCreateChatflow, useFlowNames, useUpdateChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { copyOf, namesOf } from '../../api/new-flow.ts';
import { useOverview } from '../../api/overview.ts';
import { saveArchive, saveFlowFile } from '../../stores/flow/files-on-demand.ts';
import { navigate } from '../../stores/router.ts';
import { BinLink } from '../../ui/bin-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { DeleteQuestion, needsQuestion } from './delete-question.tsx';
import { FlowRow } from './flow-row.tsx';

export interface FlowsPageProps {
  readonly hrefOfFlow: (id: string) => string;
  readonly binHref: string;
  readonly onNew: () => void;
  readonly onImport: () => void;
  /** Above the list: something to begin with. */
  readonly offer?: ReactNode;
}

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

/** Puts a flow into the bin, with a way back for some seconds; later the bin has it. */
function useRemoveFlow() {
  const bin = usePutIntoBin();
  const restore = useRestoreFromBin();
  return ({ id, name }: ChatflowName, reachesRemote = false) =>
    bin.mutate(
      { id, kind: 'chatflow', reachesRemote },
      {
        onError: showFailure,
        onSuccess: () =>
          showToast(t('“{name}” is in the bin for 7 days.', { name }), {
            label: t('Undo'),
            onClick: () => restore.mutate(id, { onError: showFailure }),
          }),
      },
    );
}

/** Rows that are drawn at first, and with each "Show more". */
const ROWS = 50;

function FlowList({
  flows,
  hrefOfFlow,
}: {
  readonly flows: readonly ChatflowName[];
  readonly hrefOfFlow: (id: string) => string;
}) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(ROWS);
  const [toDelete, setToDelete] = useState<Chatflow>();
  const create = useCreateChatflow();
  const update = useUpdateChatflow();
  const putIntoBin = useRemoveFlow();
  const overview = useOverview();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = flows.filter((flow) => words.every((word) => flow.name.toLowerCase().includes(word)));
  async function duplicate(id: string): Promise<void> {
    await create.mutateAsync(copyOf(await readChatflow(id), namesOf(flows)));
  }
  async function remove(flow: ChatflowName): Promise<void> {
    const chatflow = await readChatflow(flow.id);
    if (needsQuestion(chatflow)) setToDelete(chatflow);
    else putIntoBin(chatflow);
  }
  return (
    <>
      <SearchField label={t('Search flows')} className="mb-3" value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <EmptyState
          title={t('No flow is called “{query}”', { query })}
          action={<Button onClick={() => setQuery('')}>{t('Show all flows')}</Button>}
        />
      ) : (
        <ul className="overflow-hidden rounded-card border border-border bg-surface">
          {found.slice(0, shown).map((flow) => (
            <FlowRow
              key={flow.id}
              chatflow={flow}
              overview={overview?.get(flow.id)}
              href={hrefOfFlow(flow.id)}
              onRename={(name) => update.mutate({ id: flow.id, fields: { name } }, { onError: showFailure })}
              onDuplicate={() => void duplicate(flow.id).catch(showFailure)}
              onExport={() => saveFlowFile(flow.id)}
              onDelete={() => void remove(flow).catch(showFailure)}
              onExportContents={() => saveArchive(flow)}
              onMove={() => navigate({ page: 'flows', search: { move: flow.id } })}
            />
          ))}
        </ul>
      )}
      {found.length > shown ? (
        <div className="flex justify-center py-3">
          <Button onClick={() => setShown(shown + ROWS)}>{t('Show more')}</Button>
        </div>
      ) : null}
      <DeleteQuestion chatflow={toDelete} onClose={() => setToDelete(undefined)} onDelete={putIntoBin} />
    </>
  );
}

function NoFlows({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-border-strong/60">
      <EmptyState
        icon={<Workflow aria-hidden="true" />}
        title={t('Your flows will be here')}
        action={<Button onClick={onNew}>{t('Create a flow')}</Button>}
      >
        {t('A flow takes documents in, cuts them into chunks and keeps them where they can be searched.')}
      </EmptyState>
    </div>
  );
}

/** The list of flows, newest first: open, create, import, rename, duplicate, export, delete. */
export function FlowsPage({ hrefOfFlow, binHref, onNew, onImport, offer }: FlowsPageProps) {
  const query = useFlowNames();
  const binned = useBinCount();
  return (
    <Page
      title={t('Flows')}
      count={query.data?.length}
      width="wide"
      actions={
        <>
          <Button icon={<FileInput aria-hidden="true" />} onClick={onImport}>
            {t('Import')}
          </Button>
          <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={onNew}>
            {t('New flow')}
          </Button>
        </>
      }
    >
      {offer}
      <QueryState query={query} loading={t('Loading flows…')}>
        {(flows) => (flows.length > 0 ? <FlowList flows={flows} hrefOfFlow={hrefOfFlow} /> : <NoFlows onNew={onNew} />)}
      </QueryState>
      <BinLink count={binned} href={binHref} />
    </Page>
  );
}
