import type { SyncLogEntry, SyncState, SyncTrigger } from '../../../../shared/api/sync.ts';
import type { StoredSync } from '../../storage/repositories/sync-repository.ts';
import { nextTime, type ZoneClock } from './next-time.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The waits of a worker. */
export interface SyncTiming {
  /** A change is synced when nothing more has changed for so long, */
  readonly quietMs: number;
  /** or after so long at the latest. */
  readonly longestWaitMs: number;
  /** A folder that reports no changes is scanned so often at most, */
  readonly pollMs: number;
  /** and one that reports them so often, in case one was missed. */
  readonly sweepMs: number;
}

/** A changed file is in the store within 5 s, with reading and embedding. */
const ON_MAINS: SyncTiming = {
  quietMs: 700,
  longestWaitMs: 2500,
  pollMs: 30 * SECOND_MS,
  sweepMs: 10 * MINUTE_MS,
};

/** On battery a minute more matters less than the battery. */
const ON_BATTERY: SyncTiming = {
  quietMs: 10 * SECOND_MS,
  longestWaitMs: MINUTE_MS,
  pollMs: 5 * MINUTE_MS,
  sweepMs: 30 * MINUTE_MS,
};

export function timingOf(isOnBattery: boolean): SyncTiming {
  return isOnBattery ? ON_BATTERY : ON_MAINS;
}

/** Scans of a folder take at most a twentieth of the time. */
const SCAN_SHARE = 20;

/** How often a folder is scanned whose scan takes `scanMs`. */
export function pollEvery({ pollMs }: SyncTiming, scanMs: number): number {
  return Math.max(pollMs, scanMs * SCAN_SHARE);
}

/** Waits after failures in a row. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/** So many failures in a row, and more, wait longest. */
const LAST_RETRY = RETRIES_MS.length;

/** @param failures in a row, from 1 */
export function retryAfter(failures: number): number {
  return RETRIES_MS[Math.min(failures, LAST_RETRY) - 1] ?? MINUTE_MS;
}

/** When to try a file again that could not be read: another program may just have had it open. */
export function fileRetryAfter(code: string): number {
  return code === 'FILE_UNREADABLE' ? 5 * MINUTE_MS : 60 * MINUTE_MS;
}

/** So much later than planned a scheduled run counts as missed. */
export const MISSED_AFTER_MS = 2 * MINUTE_MS;
/** The longest timer: the clock may be set, or the machine sleep, meanwhile. */
export const LONGEST_TIMER_MS = 30 * SECOND_MS;

/** A worker that syncs one library, between two events. */
export interface WorkerState {
  readonly settings: StoredSync;
  /** What began the refresh at work; undefined: none is at work. */
  readonly current: SyncTrigger | undefined;
  /** Run of that refresh. */
  readonly runId: string | undefined;
  /** What requested the refresh after it. */
  readonly queued: SyncTrigger | undefined;
  /** In a row. */
  readonly failures: number;
  /** When to try again after a failure, ms since 1970. */
  readonly retryMs: number | undefined;
  /** When the last refresh ended, by the clock. */
  readonly endedAt: number;
  /** A change that no refresh has seen: since when, and when a refresh of it is due, by the clock. */
  readonly change: { readonly since: number; readonly dueAt: number } | undefined;
  readonly isClosed: boolean;
}

/** When an event happened, and what the waits after it depend on. */
export interface Moment {
  /** ms since 1970. */
  readonly nowMs: number;
  /** Milliseconds that only grow. */
  readonly clockMs: number;
  readonly zone: ZoneClock;
  readonly timing: SyncTiming;
  /** The longest scan of the folders that report no changes; undefined: all report them. */
  readonly slowestScanMs: number | undefined;
}

/** What can happen to a worker. The table of events is in README.md. */
export type WorkerEvent =
  | { readonly type: 'configured'; readonly settings: StoredSync }
  | { readonly type: 'requested'; readonly trigger: SyncTrigger }
  | { readonly type: 'changed' | 'timeout' | 'finished' | 'closed' }
  | { readonly type: 'runStarted'; readonly runId: string }
  | { readonly type: 'stored'; readonly fingerprint: string }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

/** What a worker does after an event. */
export type WorkerAction =
  | { readonly type: 'refresh'; readonly trigger: SyncTrigger }
  /** @param ms until `timeout`, instead of the wait before; undefined: none */
  | { readonly type: 'wait'; readonly ms: number | undefined }
  | { readonly type: 'save'; readonly settings: StoredSync }
  | { readonly type: 'log'; readonly entry: Omit<SyncLogEntry, 'id' | 'date'> }
  /** Scan all folders the next time; close them; log their problems anew. */
  | { readonly type: 'markAll' | 'unwatch' | 'forgetLogged' };

interface Step {
  readonly state: WorkerState;
  readonly actions: readonly WorkerAction[];
}

/** @param clockMs as in `Moment` */
export function newWorker(settings: StoredSync, clockMs: number): WorkerState {
  const nothing = { current: undefined, runId: undefined, queued: undefined, retryMs: undefined, change: undefined };
  return { settings, ...nothing, failures: 0, endedAt: clockMs, isClosed: false };
}

export function isWatching({ settings, isClosed }: WorkerState): boolean {
  return settings.mode === 'watch' && !settings.isPaused && !isClosed;
}

/** When the schedule is due, ms since 1970; null: nothing is scheduled. */
export function scheduledAt({ settings: { mode, isPaused, nextMs } }: WorkerState): number | null {
  return mode === 'schedule' && !isPaused ? nextMs : null;
}

/** @param hasProblem whether a folder can't be read now */
export function activityOf({ settings, ...state }: WorkerState, hasProblem: boolean): SyncState['activity'] {
  if (state.runId !== undefined) return 'running';
  if (state.current !== undefined) return 'checking';
  if (settings.mode === 'off') return 'off';
  if (settings.isPaused) return 'paused';
  return state.retryMs !== undefined || hasProblem ? 'waiting' : 'idle';
}

/** The state after an event, and what to do, in this order. One refresh is at work at a time. */
export function next(state: WorkerState, event: WorkerEvent & { readonly at: Moment }): Step {
  if (state.isClosed) return { state, actions: [] };
  const after = afterEvent(state, event);
  const trigger = after.state.current === undefined ? after.state.queued : undefined;
  if (trigger === undefined || after.state.isClosed) return withWait(after, event.at);
  const begun = { ...after.state, current: trigger, queued: undefined, change: undefined };
  return withWait({ state: begun, actions: [...after.actions, { type: 'refresh', trigger }] }, event.at);
}

function afterEvent(state: WorkerState, event: WorkerEvent & { readonly at: Moment }): Step {
  switch (event.type) {
    case 'configured':
      return configured({ ...state, settings: event.settings });
    case 'requested':
      return { state: queue(state, event.trigger), actions: [] };
    case 'changed':
      return { state: isWatching(state) ? noteChange(state, event.at) : state, actions: [] };
    case 'timeout':
      return timeout(state, event.at);
    case 'runStarted':
      return { state: { ...state, runId: event.runId }, actions: [] };
    case 'stored':
      return save(state, { fingerprint: event.fingerprint });
    case 'finished':
      return ended({ ...state, failures: 0, retryMs: undefined }, [], event.at);
    case 'failed':
      return failed(state, event, event.at);
    case 'closed':
      return { state: { ...state, isClosed: true }, actions: [{ type: 'unwatch' }] };
  }
}

const RANK: Readonly<Record<SyncTrigger, number>> = { watch: 0, start: 1, schedule: 2, missed: 2, person: 3 };

/** Of two requests the stronger stays. */
function queue(state: WorkerState, trigger: SyncTrigger): WorkerState {
  const { queued } = state;
  return { ...state, queued: queued === undefined || RANK[trigger] > RANK[queued] ? trigger : queued };
}

function save(state: WorkerState, change: Partial<StoredSync>): Step {
  const settings = { ...state.settings, ...change };
  return { state: { ...state, settings }, actions: [{ type: 'save', settings }] };
}

function configured(given: WorkerState): Step {
  const state = { ...given, failures: 0, retryMs: undefined, change: undefined };
  if (isWatching(state)) return { state: queue(state, 'start'), actions: [{ type: 'forgetLogged' }] };
  return { state, actions: [{ type: 'forgetLogged' }, ...unwatched(state)] };
}

/** A refresh at work needs its folders. */
function unwatched(state: WorkerState): readonly WorkerAction[] {
  return state.current === undefined && !isWatching(state) ? [{ type: 'unwatch' }] : [];
}

function noteChange(state: WorkerState, { clockMs, timing }: Moment): WorkerState {
  const since = state.change?.since ?? clockMs;
  return { ...state, change: { since, dueAt: Math.min(clockMs + timing.quietMs, since + timing.longestWaitMs) } };
}

function failed(state: WorkerState, { code, message }: { code: string; message: string }, at: Moment): Step {
  const { current: trigger = 'watch', runId = null } = state;
  // A person who stops a refresh does not want the next one at once.
  const failures = code === 'RUN_CANCELLED' ? LAST_RETRY : state.failures + 1;
  const retryMs = isWatching(state) ? at.nowMs + retryAfter(failures) : state.retryMs;
  const entry = { trigger, outcome: 'failed', message, runId, result: null } as const;
  return ended({ ...state, failures, retryMs }, [{ type: 'markAll' }, { type: 'log', entry }], at);
}

/** The next time is saved when a scheduled refresh ends: one that is interrupted is due at the next start. */
function ended(given: WorkerState, actions: readonly WorkerAction[], { nowMs, clockMs, zone }: Moment): Step {
  const { schedule } = given.settings;
  const wasScheduled = given.current === 'schedule' || given.current === 'missed';
  const idle = { ...given, current: undefined, runId: undefined, endedAt: clockMs };
  const isNextDue = wasScheduled && schedule !== null && scheduledAt(idle) !== null;
  const saved = isNextDue ? save(idle, { nextMs: nextTime(schedule, nowMs, zone) }) : { state: idle, actions: [] };
  return { state: saved.state, actions: [...actions, ...saved.actions, ...unwatched(saved.state)] };
}

interface Due {
  readonly inMs: number;
  readonly trigger: SyncTrigger;
  /** Whether all folders are scanned. */
  readonly isSweep: boolean;
}

/** What begins by itself after an event, the first of what may; undefined: nothing does. */
function dueAfter(state: WorkerState, { nowMs, clockMs, timing, slowestScanMs }: Moment): Due | undefined {
  const { change, retryMs, endedAt, isClosed } = state;
  if (isClosed) return undefined;
  const isIdle = state.current === undefined;
  const scheduledMs = scheduledAt(state);
  if (isIdle && scheduledMs !== null) {
    const inMs = scheduledMs - nowMs;
    return { inMs, trigger: -inMs > MISSED_AFTER_MS ? 'missed' : 'schedule', isSweep: false };
  }
  if (!isWatching(state)) return undefined;
  // After a failure a change waits for its turn with what failed.
  if (retryMs !== undefined) return isIdle ? { inMs: retryMs - nowMs, trigger: 'watch', isSweep: false } : undefined;
  if (change !== undefined) return { inMs: change.dueAt - clockMs, trigger: 'watch', isSweep: false };
  const everyMs = slowestScanMs === undefined ? timing.sweepMs : pollEvery(timing, slowestScanMs);
  return isIdle ? { inMs: endedAt + everyMs - clockMs, trigger: 'watch', isSweep: true } : undefined;
}

function timeout(state: WorkerState, at: Moment): Step {
  const due = dueAfter(state, at);
  if (due === undefined || due.inMs > 0) return { state, actions: [] };
  const actions: WorkerAction[] = due.isSweep ? [{ type: 'markAll' }] : [];
  return { state: queue({ ...state, change: undefined }, due.trigger), actions };
}

function withWait({ state, actions }: Step, at: Moment): Step {
  const due = dueAfter(state, at);
  const ms = due === undefined ? undefined : Math.min(LONGEST_TIMER_MS, Math.max(0, due.inMs));
  return { state, actions: [...actions, { type: 'wait', ms }] };
}
