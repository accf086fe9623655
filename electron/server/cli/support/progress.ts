import {
  isFinalStatus,
  type NodeRun,
  type Run,
  type RunEvent,
  type UpsertCounts,
} from '../../../../shared/api/runs.ts';
import { countOf, describeProgress } from '../../../../shared/text/format.ts';
import { note, printable } from './output.ts';

/** Shows the progress of a run on standard error. */
export interface Progress {
  show(event: RunEvent): void;
  /** Removes the bar before other output is written. */
  end(): void;
}

const BAR_WIDTH = 24;
/** The width of a terminal that does not report one. */
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

/** The share of the bar that stays empty until the run has ended. */
const MOST_BEFORE_END = 0.99;

/**
 * The progress of a run, between 0 and 1: the share of the files that has been read, minus the share of its chunks that are not written yet. Small
 * files are read all at once, so it is only an estimate.
 */
export function progressShare(nodes: readonly NodeRun[], counts: UpsertCounts | undefined): number | undefined {
  const loaders = nodes.filter((node) => node.unit === 'bytes' && node.total !== undefined);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  const total = sum(loaders.map((node) => node.total ?? 0));
  if (total === 0 || counts === undefined) return undefined;
  const read = sum(loaders.map((node) => node.done ?? 0)) / total;
  const stored = counts.numAdded + counts.numUpdated + counts.numSkipped;
  const loaded = Math.max(stored, ...nodes.flatMap((node) => (node.unit === 'chunks' ? [node.done ?? 0] : [])));
  return loaded === 0 ? 0 : Math.min(MOST_BEFORE_END, (read * stored) / loaded);
}

function describeState(run: Run | undefined, nodes: readonly NodeRun[], counts: UpsertCounts | undefined): string {
  if (run?.status === 'QUEUED') return 'waiting for its turn';
  for (const node of nodes) {
    if (node.status === 'running' && node.message !== undefined) return `${node.label}: ${node.message}`;
  }
  if (counts === undefined) return 'starting';
  return `${countOf(counts.numAdded, 'chunk')} added, ${counts.numSkipped + counts.numUpdated} known`;
}

function bar(share: number | undefined): string {
  if (share === undefined) return `[${' '.repeat(BAR_WIDTH)}]     `;
  const filled = Math.round(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]${percent}`;
}

function createBar(columns: () => number): Progress {
  const nodes = new Map<string, NodeRun>();
  let run: Run | undefined;
  let counts: UpsertCounts | undefined;
  let share: number | undefined;
  return {
    show(event) {
      if (event.type === 'run') {
        run = event.run;
        for (const node of run.nodes) nodes.set(node.nodeId, node);
      } else if (event.type === 'node') nodes.set(event.node.nodeId, event.node);
      else if (event.type === 'counts') counts = event.counts;
      if (run !== undefined && isFinalStatus(run.status)) return;
      const all = [...nodes.values()];
      const now = progressShare(all, counts);
      // The bar never goes back, even if the estimate was too high.
      if (now !== undefined) share = Math.max(share ?? 0, now);
      const line = `${bar(share)}  ${describeState(run, all, counts)}`;
      // One column less than the terminal has: a full line would wrap in some terminals.
      process.stderr.write(`${CLEAR_LINE}${printable(line).slice(0, columns() - 1)}`);
    },
    end: () => void process.stderr.write(CLEAR_LINE),
  };
}

const STATUS_WORDS = {
  queued: undefined,
  running: 'started',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<NodeRun['status'], string | undefined>;

function describeStep(node: NodeRun): string {
  const details = node.status === 'done' ? describeProgress(node) : node.message;
  return `${node.label}: ${STATUS_WORDS[node.status]}${details === undefined ? '' : `, ${details}`}`;
}

/** One line per step, for files and pipes. */
function createLines(): Progress {
  const told = new Map<string, NodeRun['status']>();
  function tell(node: NodeRun): void {
    if (told.get(node.nodeId) === node.status) return;
    told.set(node.nodeId, node.status);
    if (STATUS_WORDS[node.status] !== undefined) note(describeStep(node));
  }
  return {
    show(event) {
      if (event.type === 'node') tell(event.node);
      else if (event.type === 'run') for (const node of event.run.nodes) tell(node);
    },
    end: () => undefined,
  };
}

/** A bar where standard error is a terminal, plain lines elsewhere. */
export function createProgress(): Progress {
  return process.stderr.isTTY ? createBar(() => process.stderr.columns || DEFAULT_COLUMNS) : createLines();
}
