import { FileInput, Plus, Workflow } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Chatflow, ChatflowName } from '../../../shared/api/chatflows.ts';
import { joinWords } from '../../../shared/text/format.ts';
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
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { type RemotePlaces, remotePlaces } from './describe-flow.ts';
import { FlowRow } from './flow-row.tsx';

const NOWHERE: RemotePlaces = { places: [], lacksRecords: false };

/** Whether deleting a flow needs a choice: what it has in remote stores. */
function needsQuestion(chatflow: Chatflow): boolean {
  return remotePlaces(chatflow.flowData).places.length > 0;
}

interface ReachProps extends RemotePlaces {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function ReachRemote({ places, lacksRecords, isChosen, onChoose }: ReachProps) {
  const hint = useId();
  return (
    <div className="mt-4 flex items-start gap-2">
      <input
        id={`${hint}-box`}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        aria-describedby={hint}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="min-w-0 break-words">
        <label htmlFor={`${hint}-box`}>
          {t('Then also delete what this flow stored in {places}', { places: joinWords(places) })}
        </label>
        <p id={hint} className="text-muted">
          {lacksRecords
            ? t('Without records of it the whole collection goes, if Tributary made it and no other flow uses it.')
            : t('What others have stored there stays.')}
        </p>
      </div>
    </div>
  );
}

interface DeleteQuestionProps {
  /** Undefined: no question is shown. */
  readonly chatflow: Chatflow | undefined;
  readonly onClose: () => void;
  readonly onDelete: (chatflow: Chatflow, reachesRemote: boolean) => void;
}

/** Asks before a flow with remote storage goes into the bin. */
function DeleteQuestion({ chatflow, onClose, onDelete }: DeleteQuestionProps) {
  const [reachesRemote, setReachesRemote] = useState(false);
  const remote = chatflow === undefined ? NOWHERE : remotePlaces(chatflow.flowData);
  function close() {
    setReachesRemote(false);
    onClose();
  }
  function confirm() {
    if (chatflow !== undefined) onDelete(chatflow, reachesRemote);
    close();
  }
  return (
    <ConfirmDialog
      isOpen={chatflow !== undefined}
      title={t('Delete “{name}”?', { name: chatflow?.name ?? '' })}
      confirmLabel={t('Delete flow')}
      onConfirm={confirm}
      onCancel={close}
      choice={<ReachRemote {...remote} isChosen={reachesRemote} onChoose={setReachesRemote} />}
    >
      {t(
        'The flow can be brought back from the bin for 7 days. Then it goes, with its records, its files and the history of its runs. What it has stored in {places} stays there, unless you choose to delete it below.',
        { places: joinWords(remote.places) },
      )}
    </ConfirmDialog>
  );
}

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
