import { ChevronRight, CircleAlert, Workflow } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { FlowProblem } from '../../../shared/flow/flow-problem.ts';
import { describeCounts, describeForetold } from '../../../shared/text/describe-counts.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import {
  closeUpsert,
  DRAWER_HEIGHT,
  openQuery,
  openSettings,
  useEditorLayoutStore,
} from '../../stores/editor-layout-store.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { select, useFlowStore } from '../../stores/flow/flow-store.ts';
import { replaceInFlow, useReplaceable } from '../../stores/flow/replace-unknown.ts';
import { type ActiveRun, useIsCancelling, useRunStore } from '../../stores/run-store.ts';
import { ResizeHandle } from '../../ui/controls/resize-handle.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ReplaceOffer } from '../../ui/feedback/replace-offer.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/panel.tsx';
import { filesToRetry } from './choose-files.ts';
import { Checking, DryRunView } from './dry-run-view.tsx';
import { type FileRow, rowsOfChoice, rowsOfRun } from './file-rows.ts';
import { badFilesOf, RunFailure } from './run-failure.tsx';
import { useFilesOf, useFilesOfEnded } from './run-files.ts';
import { Outcome, Running, Sending } from './run-view.tsx';
import { UpsertForm } from './upsert-form.tsx';
import {
  cancelUpsert,
  chooseSent,
  closeDryRun,
  goOnWith,
  isAboutRun,
  isBusy,
  runDryRun,
  runUpsert,
  tryAgain,
  type UpsertSession,
  useUpsertSession,
} from './upsert-session.ts';
import { type FlowFacts, labelOfNode, showWholeFlow, useFlowFacts } from './use-flow.ts';

/** Where a problem without a node is said: in the settings of the flow. */
function showFlow(): void {
  select([]);
  openSettings();
}

/** Where the flow has to be mended before it can run: each place once, which says the rest. */
function ProblemsFirst({ problems }: { readonly problems: readonly FlowProblem[] }) {
  const replacements = useReplaceable();
  const places = [...Map.groupBy(problems, ({ nodeId }) => nodeId)];
  return (
    <section aria-label={t('Problems')} className="flex flex-col gap-2">
      <h3 className="tabular font-semibold">
        {t('{count, plural, one {# problem} other {# problems}} to fix first', { count: problems.length })}
      </h3>
      <ul className="flex flex-col gap-1">
        {places.map(([nodeId, found]) => (
          <li key={nodeId ?? ''}>
            <button
              type="button"
              className="flex w-full items-center gap-2 rounded-control bg-warning-soft px-2 py-1.5 text-left hover:brightness-98"
              onClick={() => (nodeId === undefined ? showFlow() : goToNode(nodeId))}
            >
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
              <span className="min-w-0 flex-1 truncate font-medium">
                {nodeId === undefined ? t('The flow as a whole') : (labelOfNode(nodeId) ?? nodeId)}
              </span>
              <span className="tabular shrink-0 text-secondary">
                {t('{count, plural, one {# problem} other {# problems}}', { count: found.length })}
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <ReplaceOffer replacements={replacements} onReplace={() => replaceInFlow(replacements)} />
    </section>
  );
}

/** The server runs what it has: the flow on the screen is saved before it is run. */
async function saveFlow(): Promise<void> {
  if (!(await saveNow())) throw new Error(t('The flow could not be saved: check that Tributary is still running.'));
}

/** What a screen reader announces; only what changes few times in a run. */
function announcement({ state, choice }: UpsertSession, run: ActiveRun | undefined, isCancelling: boolean): string {
  if (state.step === 'sending') return choice.files.length > 0 ? t('Sending the files') : t('Starting the upsert');
  if (state.step === 'checking') return t('The dry run is going on');
  if (state.step === 'checked') return describeForetold(state.result);
  if (state.step === 'running') return isCancelling ? t('Stopping the upsert') : t('The upsert is running');
  if (state.step === 'ended' && run?.undoneDate !== undefined) return t('The upsert was undone.');
  if (state.step !== 'ended' || run?.status !== 'FINISHED' || run.counts === null) return ''; // failures are alerts
  return t('Upsert finished: {counts}', { counts: describeCounts(run.counts) });
}

/** The files of the drawer: those of the run, or those that are chosen. */
function useFileRows(session: UpsertSession, run: ActiveRun | undefined): readonly FileRow[] {
  const isOfRun = isAboutRun(session);
  const runFiles = useFilesOf(run?.runId);
  const isUndone = run?.undoneDate !== undefined;
  useFilesOfEnded(run?.runId, isOfRun && session.state.step === 'ended');
  const { state, choice } = session;
  const { files } = choice;
  const failed = useMemo(() => {
    if (state.step === 'checked') return state.result.failedFiles;
    return state.step === 'failed' ? badFilesOf(state.failure) : undefined;
  }, [state]);
  return useMemo(
    () => (isOfRun && runFiles.size > 0 ? rowsOfRun(runFiles.values(), isUndone) : rowsOfChoice(files, failed)),
    [isOfRun, runFiles, isUndone, files, failed],
  );
}

interface RunSideProps {
  readonly chatflowId: string;
  readonly session: UpsertSession;
  readonly facts: FlowFacts;
  readonly run: ActiveRun | undefined;
  readonly retryFiles: RetryFiles;
  readonly onUpsert: () => void;
  readonly onDryRun: () => void;
}

/** Sends files of the last upsert once more; undefined where this page can't. */
type RetryFiles = (
  failed: readonly { readonly name: string }[],
  hasMoreFailed: boolean,
) => { readonly label: string; readonly onClick: () => void } | undefined;

function retryFilesOf(chatflowId: string, session: UpsertSession, facts: FlowFacts): RetryFiles {
  return (failed, hasMoreFailed) => {
    const retry = filesToRetry(session.sent, failed, facts.cleansUpInFull || hasMoreFailed);
    if (retry === undefined || facts.problems.length > 0 || isBusy(session)) return undefined;
    const onClick = () => {
      chooseSent(chatflowId, retry.files);
      void runUpsert(chatflowId, saveFlow);
    };
    return { label: retry.label, onClick };
  };
}

function RunSide({ chatflowId, session, facts, run, retryFiles, onUpsert, onDryRun }: RunSideProps) {
  const { state, choice } = session;
  const isCancelling = useIsCancelling(run?.runId);
  const graph = useFlowStore((store) => store.history.present.graph);
  const canRetry = facts.problems.length === 0 && (!facts.needsFiles || choice.files.length > 0);
  const onRetry = canRetry ? onUpsert : undefined;
  // What a loader finds by itself needs nothing but another run.
  const again = onRetry === undefined || facts.needsFiles ? undefined : { label: t('Try again'), onClick: onRetry };
  const retryOf = ({ failedFiles, hasMoreFailed }: ActiveRun) => retryFiles(failedFiles, hasMoreFailed) ?? again;
  const common = { labelOf: labelOfNode, onSelectNode: goToNode, onRetry };
  const cancel = () => {
    cancelUpsert(chatflowId).catch((error: unknown) => showErrorToast(messageOf(error)));
  };
  if (state.step === 'sending') {
    return <Sending hasFiles={choice.files.length > 0} progress={state.progress} onCancel={cancel} />;
  }
  if (state.step === 'checking') {
    return <Checking fileCount={choice.files.length} progress={state.progress} onCancel={cancel} />;
  }
  if (state.step === 'checked') {
    const isOld = state.graph !== graph;
    const onClose = () => closeDryRun(chatflowId);
    return <DryRunView result={state.result} isOld={isOld} onUpsert={onUpsert} onClose={onClose} onAgain={onDryRun} />;
  }
  if (state.step === 'running') {
    const { isConnected } = state;
    return (
      <Running
        run={run}
        isConnected={isConnected}
        isCancelling={isCancelling}
        onCancel={cancel}
        onSelectNode={goToNode}
      />
    );
  }
  if (facts.problems.length > 0) return <ProblemsFirst problems={facts.problems} />;
  if (state.step === 'failed') return <RunFailure failure={state.failure} {...common} />;
  if (state.step === 'ended' && run !== undefined) {
    const goOn = () => void goOnWith(chatflowId, run.runId, saveFlow);
    // Other files than those of the run are a new upsert.
    const sendAgain = isAboutRun(session)
      ? () => void tryAgain(chatflowId, run.runId, { prepare: saveFlow, canSend: canRetry })
      : onRetry;
    return <Outcome run={run} onQuery={openQuery} onGoOn={goOn} {...common} retryOf={retryOf} onRetry={sendAgain} />;
  }
  return (
    <EmptyState icon={<Workflow aria-hidden="true" />} title={t('Ready to run')}>
      {t(
        'Each step of the flow shows its progress here, and at the end what was added, updated, deleted and unchanged.',
      )}
    </EmptyState>
  );
}

/** The bottom drawer of the editor: drop zone, steps and counts of the flow's run. */
export function RunDrawer({ chatflowId }: { readonly chatflowId: string }) {
  const session = useUpsertSession(chatflowId);
  const run = useRunStore((state) => state.activeRunByFlow[chatflowId]);
  const isCancelling = useIsCancelling(run?.runId);
  const facts = useFlowFacts();
  useEffect(() => {
    // The canvas learns its new size a frame later.
    const frame = requestAnimationFrame(() => requestAnimationFrame(showWholeFlow));
    return () => cancelAnimationFrame(frame);
  }, []);
  const rows = useFileRows(session, run);
  const wanted = useEditorLayoutStore((state) => state.drawerHeight);
  // A difference is read, not glanced at.
  const height = session.state.step === 'checked' ? Math.max(wanted, Math.round(window.innerHeight * 0.62)) : wanted;
  const retryFiles = retryFilesOf(chatflowId, session, facts);
  const upsert = () => {
    if (!isBusy(session)) void runUpsert(chatflowId, saveFlow);
  };
  const dryRun = () => {
    if (!isBusy(session)) void runDryRun(chatflowId, saveFlow);
  };
  const retryOf = (path: string) => retryFiles([{ name: path }], false)?.onClick;
  return (
    <>
      <ResizeHandle
        label={t('Height of the upsert panel')}
        side="top"
        size={wanted}
        limits={DRAWER_HEIGHT}
        onResize={(drawerHeight) => useEditorLayoutStore.setState({ drawerHeight })}
      />
      <div className="flex max-h-[85%] shrink-0" style={{ height }}>
        <Panel title={t('Upsert')} closeLabel={t('Close upsert')} onClose={closeUpsert} className="@container flex-1">
          <div className="flex flex-col @xl:h-full @xl:flex-row @xl:divide-x @xl:divide-border">
            <div className="@container flex min-h-0 flex-col @xl:w-2/5 @xl:max-w-130 @xl:min-w-60">
              <UpsertForm
                chatflowId={chatflowId}
                session={session}
                facts={facts}
                rows={rows}
                retryOf={retryOf}
                onUpsert={upsert}
                onDryRun={dryRun}
              />
            </div>
            <div className="@container min-w-0 flex-1 p-4 @xl:overflow-y-auto">
              <RunSide
                chatflowId={chatflowId}
                session={session}
                facts={facts}
                run={run}
                retryFiles={retryFiles}
                onUpsert={upsert}
                onDryRun={dryRun}
              />
            </div>
          </div>
          <p role="status" className="sr-only">
            {announcement(session, run, isCancelling)}
          </p>
        </Panel>
      </div>
    </>
  );
}
