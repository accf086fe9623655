import { FILES_PER_EVENT } from '../../../shared/api/run-files.ts';
import { isFinalStatus, type NodeRun, type UpsertCounts } from '../../../shared/api/runs.ts';
import { createEventStream, type EventListener, type EventStream } from '../core/event-stream.ts';
import type { LibraryRun, LibraryRunEvent } from '../core/library-run.ts';
import { createRunFiles, type RunFiles } from './run-files.ts';

/** Progress of one node is reported at most this often; changes of its state always. */
const PROGRESS_INTERVAL_MS = 100;
/** Files are reported at most this often. */
const FILES_INTERVAL_MS = 250;
/** Events stored for a client that reconnects; a client further behind gets the whole state anyway. */
const STORED_EVENTS = 500;

/** A run for whoever looks on. */
export interface WatchedRun {
  /** The whole state now. */
  run(): LibraryRun;
  /**
   * Events after `lastEventId` (all stored ones without it), then each as it comes, until the returned function is called. About files it
   * reports the progress, and then the changes: the list is another request.
   */
  subscribe(listener: EventListener<LibraryRunEvent>, lastEventId?: number): () => void;
}

/** State of a run while it goes on, and its events. */
export interface RunEvents extends WatchedRun {
  /** Its files: changes are reported a few times a second. */
  readonly files: RunFiles;
  /** Merges into a node's state; `elapsedMs` is computed here. */
  updateNode(nodeId: string, change: Partial<Omit<NodeRun, 'nodeId' | 'label' | 'elapsedMs'>>): void;
  updateCounts(counts: UpsertCounts): void;
  updateRun(change: Partial<Pick<LibraryRun, 'status' | 'finishedDate' | 'result' | 'error'>>): void;
  /** What is left to look at when it has ended: nothing of its files. */
  ended(): WatchedRun;
}

function endedRun(run: LibraryRun, stream: EventStream<LibraryRunEvent>): WatchedRun {
  return { run: () => run, subscribe: (listener, lastEventId = 0) => stream.subscribe(listener, lastEventId) };
}

/** Starts the events of a run that is about to begin. `clock` gives milliseconds that only grow. */
export function createRunEvents(initial: LibraryRun, clock: () => number): RunEvents {
  let run = initial;
  const stream = createEventStream<LibraryRunEvent>(STORED_EVENTS);
  const startedAt = new Map<string, number>();
  const reportedAt = new Map<string, number>();
  let filesTimer: NodeJS.Timeout | undefined;

  function elapsedOf(nodeId: string, status: NodeRun['status']): number | undefined {
    if (status === 'queued') return undefined;
    const start = startedAt.get(nodeId) ?? clock();
    startedAt.set(nodeId, start);
    return Math.round(clock() - start);
  }

  const files = createRunFiles(clock, () => {
    filesTimer ??= setTimeout(reportFiles, FILES_INTERVAL_MS).unref();
  });
  const changedFiles = files.follow();

  /** They are not stored: who reconnects requests the list. */
  function reportFiles(): void {
    clearTimeout(filesTimer);
    filesTimer = undefined;
    if (changedFiles.size === 0) return;
    const changed = changedFiles.take(FILES_PER_EVENT);
    const isPartial = changedFiles.size > 0 ? { isPartial: true as const } : {};
    changedFiles.clear();
    stream.pass({ type: 'files', files: changed, ...isPartial, progress: files.progress() });
  }

  stream.append({ type: 'run', run });
  return {
    run: () => ({ ...run, progress: files.progress() }),
    files,
    updateNode(nodeId, change) {
      const before = run.nodes.find((node) => node.nodeId === nodeId);
      if (before === undefined) return;
      const merged = { ...before, ...change };
      const elapsedMs = elapsedOf(nodeId, merged.status);
      const node: NodeRun = elapsedMs === undefined ? merged : { ...merged, elapsedMs };
      run = { ...run, nodes: run.nodes.map((other) => (other.nodeId === nodeId ? node : other)) };
      const isProgress = before.status === node.status && before.message === node.message;
      if (isProgress && clock() - (reportedAt.get(nodeId) ?? -Infinity) < PROGRESS_INTERVAL_MS) return;
      reportedAt.set(nodeId, clock());
      stream.append({ type: 'node', node });
    },
    updateCounts(counts) {
      files.noteCounts(counts);
      stream.append({ type: 'counts', counts: { ...counts } });
    },
    updateRun(change) {
      run = { ...run, ...change };
      reportFiles();
      // Events are stored: the progress in an earlier one would be out of date for later subscribers.
      stream.append({ type: 'run', run: isFinalStatus(run.status) ? { ...run, progress: files.progress() } : run });
    },
    subscribe(listener, lastEventId = 0) {
      if (isFinalStatus(run.status)) return stream.subscribe(listener, lastEventId);
      const progress = files.progress();
      return stream.subscribe(listener, lastEventId, { type: 'files', files: [], isPartial: true, progress });
    },
    ended: () => endedRun({ ...run, progress: files.progress() }, stream),
  };
}
