import { isFinalStatus, type Run, type RunEvent, type UpsertCounts } from '../../../shared/api/runs.ts';

/** What is known of a run: its last whole state, and counts that arrived since. */
export interface RunView {
  readonly run: Run | undefined;
  readonly counts: UpsertCounts | undefined;
}

export const emptyRunView: RunView = { run: undefined, counts: undefined };

/** The view after an event. A `node` or `counts` before the first `run` is dropped: that `run` will hold it. */
export function applyRunEvent(view: RunView, event: RunEvent): RunView {
  if (event.type === 'run') return { run: event.run, counts: event.run.result ?? view.counts };
  if (view.run === undefined || isFinalStatus(view.run.status)) return view;
  if (event.type === 'counts') return { ...view, counts: event.counts };
  const known = view.run.nodes.some((node) => node.nodeId === event.node.nodeId);
  const nodes = known
    ? view.run.nodes.map((node) => (node.nodeId === event.node.nodeId ? event.node : node))
    : [...view.run.nodes, event.node];
  return { ...view, run: { ...view.run, nodes } };
}
