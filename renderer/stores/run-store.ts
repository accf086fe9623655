import { create } from 'zustand';
import type { RunProgress } from '../../shared/api/run-files.ts';
import type { FailedFile, NodeRun, Run, RunEvent, UpsertCounts } from '../../shared/api/runs.ts';

/** What is known of the last run of a flow; filled from its event stream, read by the node cards and the run drawer. */
export interface ActiveRun {
  readonly runId: string;
  readonly status: Run['status'];
  readonly nodes: Readonly<Record<string, NodeRun>>;
  /** Counts so far; null until the first are known. */
  readonly counts: UpsertCounts | null;
  /** What it went on without; empty until it has finished. */
  readonly failedFiles: readonly FailedFile[];
  /** Whether there are more of them. */
  readonly hasMoreFailed: boolean;
  readonly error: Run['error'];
  /** How far it is, in files and chunks; null until that is known. */
  readonly progress: RunProgress | null;
  /** ISO date; null while it goes on. */
  readonly finishedDate: string | null;
  /** False for a run that can't be resumed. */
  readonly resumable?: Run['resumable'];
  /** ISO date; undefined unless it was undone. */
  readonly undoneDate: string | undefined;
}

interface RunStore {
  readonly activeRunByFlow: Readonly<Record<string, ActiveRun>>;
  /** Ids of the runs that are being cancelled. */
  readonly cancelling: ReadonlySet<string>;
  /** Takes in one event of a flow's run. An event of a run that is not the flow's active one is passed over, unless it is a whole `run`. */
  readonly applyRunEvent: (chatflowId: string, runId: string, event: RunEvent) => void;
  /** Forgets the run of a flow: the cards show nothing then. */
  readonly clearRun: (chatflowId: string) => void;
}

/** The state of a flow's run after an event. */
export function reduceRun(active: ActiveRun | undefined, runId: string, event: RunEvent): ActiveRun | undefined {
  if (event.type === 'run') {
    const { run } = event;
    const nodes = Object.fromEntries(run.nodes.map((node) => [node.nodeId, node]));
    const counts = run.result ?? (active?.runId === run.id ? active.counts : null);
    const { failedFiles = [], failedFilesTruncated: hasMoreFailed = false } = run.result ?? {};
    const progress = run.progress ?? (active?.runId === run.id ? active.progress : null);
    const { status, error, finishedDate, undoneDate, resumable } = run;
    return {
      runId: run.id,
      status,
      nodes,
      counts,
      failedFiles,
      hasMoreFailed,
      error,
      progress,
      finishedDate,
      undoneDate,
      ...(resumable === undefined ? {} : { resumable }),
    };
  }
  if (active === undefined || active.runId !== runId) return active;
  if (event.type === 'node') return { ...active, nodes: { ...active.nodes, [event.node.nodeId]: event.node } };
  if (event.type === 'files') return { ...active, progress: event.progress };
  return { ...active, counts: event.counts };
}

export const useRunStore = create<RunStore>()((set) => ({
  activeRunByFlow: {},
  cancelling: new Set(),
  applyRunEvent: (chatflowId, runId, event) =>
    set(({ activeRunByFlow }) => {
      const next = reduceRun(activeRunByFlow[chatflowId], runId, event);
      return next === undefined ? {} : { activeRunByFlow: { ...activeRunByFlow, [chatflowId]: next } };
    }),
  clearRun: (chatflowId) =>
    set(({ activeRunByFlow }) => ({
      activeRunByFlow: Object.fromEntries(Object.entries(activeRunByFlow).filter(([id]) => id !== chatflowId)),
    })),
}));
/** Whether the run is being cancelled, and goes on to its next safe point. */
export function useIsCancelling(runId: string | undefined): boolean {
  return useRunStore(({ cancelling }) => runId !== undefined && cancelling.has(runId));
}

/** The run of one node, for its card; nothing of one that was undone. */
export function useNodeRun(chatflowId: string, nodeId: string): NodeRun | undefined {
  return useRunStore(({ activeRunByFlow }) => {
    const run = activeRunByFlow[chatflowId];
    return run?.undoneDate === undefined ? run?.nodes[nodeId] : undefined;
  });
}
