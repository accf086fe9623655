import { Workflow } from 'lucide-react';
import { useEffect } from 'react';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { goToNode } from '../../stores/canvas-view-store.ts';
import { closeUpsert, openQuery } from '../../stores/editor-layout-store.ts';
import { saveNow } from '../../stores/flow/flow-session.ts';
import { type ActiveRun, useRunStore } from '../../stores/run-store.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/panel.tsx';
import { filesToRetry } from './choose-files.ts';
import { RunFailure } from './run-failure.tsx';
import { Outcome, Running, Sending } from './run-view.tsx';
import { UpsertForm } from './upsert-form.tsx';
import {
  cancelUpsert,
  chooseSent,
  goOnWith,
  isBusy,
  runUpsert,
  type UpsertSession,
  useUpsertSession,
} from './upsert-session.ts';
import { useActiveRun } from './use-active-run.ts';
import { type FlowFacts, labelOfNode, showWholeFlow, useFlowFacts } from './use-flow.ts';

/** The server runs what it has: the flow on the screen is saved before it is run. */
async function saveFlow(): Promise<void> {
  if (!(await saveNow())) throw new Error('The flow could not be saved: check that Tributary is still running.');
}

/** What a screen reader is told; only what changes few times in a run. */
function announcement({ state, choice }: UpsertSession, run: ActiveRun | undefined): string {
  if (state.step === 'sending') return choice.files.length > 0 ? 'Sending the files' : 'Starting the upsert';
  if (state.step === 'running') return state.isCancelling ? 'Stopping the upsert' : 'The upsert is running';
  if (state.step !== 'ended' || run?.status !== 'FINISHED' || run.counts === null) return ''; // failures are alerts
  return `Upsert finished: ${describeCounts(run.counts)}`;
}

interface RunSideProps {
  readonly chatflowId: string;
  readonly session: UpsertSession;
  readonly facts: FlowFacts;
  readonly run: ActiveRun | undefined;
  readonly onUpsert: () => void;
}

function RunSide({ chatflowId, session, facts, run, onUpsert }: RunSideProps) {
  const { state, choice } = session;
  const canRetry = facts.problems.length === 0 && (!facts.needsFiles || choice.files.length > 0);
  const retryOf = ({ failedFiles, hasMoreFailed }: ActiveRun) => {
    const retry = filesToRetry(session.sent, failedFiles, facts.cleansUpInFull || hasMoreFailed);
    if (retry === undefined || facts.problems.length > 0) return undefined;
    const onClick = () => {
      chooseSent(chatflowId, retry.files);
      onUpsert();
    };
    return { label: retry.label, onClick };
  };
  const onRetry = canRetry ? onUpsert : undefined;
  const common = { labelOf: labelOfNode, onSelectNode: goToNode, onRetry };
  const cancel = () => {
    cancelUpsert(chatflowId).catch((error: unknown) => showErrorToast(messageOf(error)));
  };
  if (state.step === 'sending') {
    return <Sending hasFiles={choice.files.length > 0} progress={state.progress} onCancel={cancel} />;
  }
  if (state.step === 'running') {
    const { isConnected, isCancelling } = state;
    return <Running {...{ run, isConnected, isCancelling }} onCancel={cancel} onSelectNode={goToNode} />;
  }
  if (facts.problems.length > 0) return <ProblemsFirst problems={facts.problems} />;
  if (state.step === 'failed') return <RunFailure failure={state.failure} {...common} />;
  if (state.step === 'ended' && run !== undefined) {
    const goOn = () => void goOnWith(chatflowId, run.runId, saveFlow);
    return <Outcome run={run} onQuery={openQuery} onGoOn={goOn} retryOf={retryOf} {...common} />;
  }
  return (
    <EmptyState icon={<Workflow aria-hidden="true" />} title="Ready to run">
      Each step of the flow shows its progress here, and at the end what was added, updated, deleted and unchanged.
    </EmptyState>
  );
}

function ProblemsFirst({ problems }: Pick<FlowFacts, 'problems'>) {
  return (
    <section aria-label="Problems" className="flex flex-col gap-2">
      <h3 className="font-semibold">{countOf(problems.length, 'problem')} to fix first</h3>
      <ProblemList problems={problems} onSelectNode={goToNode} />
    </section>
  );
}

/** The bottom drawer of the editor: drop zone, steps and counts of the flow's run. */
export function RunDrawer({ chatflowId }: { readonly chatflowId: string }) {
  const session = useUpsertSession(chatflowId);
  const run = useRunStore((state) => state.activeRunByFlow[chatflowId]);
  const facts = useFlowFacts();
  useActiveRun(chatflowId);
  useEffect(() => {
    // The canvas learns its new size a frame later.
    const frame = requestAnimationFrame(() => requestAnimationFrame(showWholeFlow));
    return () => cancelAnimationFrame(frame);
  }, []);
  const upsert = () => {
    if (!isBusy(session)) void runUpsert(chatflowId, saveFlow);
  };
  return (
    <Panel
      title="Upsert"
      onClose={closeUpsert}
      className="@container h-[clamp(260px,40vh,440px)] shrink-0 border-t border-border"
    >
      <div className="flex flex-col @xl:h-full @xl:flex-row @xl:divide-x @xl:divide-border">
        <div className="@container flex min-h-0 flex-col @xl:w-2/5 @xl:max-w-100 @xl:min-w-60">
          <UpsertForm chatflowId={chatflowId} session={session} facts={facts} onUpsert={upsert} />
        </div>
        <div className="@container min-w-0 flex-1 p-4 @xl:overflow-y-auto">
          <RunSide chatflowId={chatflowId} session={session} facts={facts} run={run} onUpsert={upsert} />
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement(session, run)}
      </p>
    </Panel>
  );
}
