import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../../build/lib/paths.mjs';
import { createZoneClock } from '../../../../../electron/server/services/sync/next-time.ts';
import {
  activityOf,
  LONGEST_TIMER_MS,
  MISSED_AFTER_MS,
  type Moment,
  newWorker,
  next,
  retryAfter,
  timingOf,
  type WorkerAction,
  type WorkerEvent,
  type WorkerState,
} from '../../../../../electron/server/services/sync/sync-state.ts';
import type { SyncTrigger } from '../../../../../shared/api/sync.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const TOMORROW = Date.parse('2026-03-11T07:00:00Z');
const timing = timingOf(false);
const AT: Moment = { nowMs: NOON, clockMs: 5000, zone: createZoneClock('UTC'), timing, slowestScanMs: undefined };

const OFF = { ownerId: 'flow', mode: 'off', schedule: null, isPaused: false, nextMs: null, fingerprint: null } as const;
const WATCH = { ...OFF, mode: 'watch' } as const;
const DAILY = { ...OFF, mode: 'schedule', schedule: { every: 'day', at: '07:00' }, nextMs: NOON } as const;
const [off, watching, daily] = [newWorker(OFF, 0), newWorker(WATCH, 0), newWorker(DAILY, 0)];
const paused = newWorker({ ...WATCH, isPaused: true }, 0);
const change = { since: 4000, dueAt: 5000 };

interface Row {
  readonly what: string;
  readonly before: WorkerState;
  readonly event: WorkerEvent;
  readonly at?: Partial<Moment>;
  /** What differs in the state afterwards. */
  readonly state?: Partial<WorkerState>;
  /** What is done besides waiting. */
  readonly actions?: readonly WorkerAction[];
  /** The wait afterwards; not compared if it is left out. */
  readonly waitMs?: number | undefined;
}

const refreshOf = (trigger: SyncTrigger) => ({ type: 'refresh', trigger }) as const;
const requested = (trigger: SyncTrigger) => ({ type: 'requested', trigger }) as const;
const [timeout, finished, closed] = [{ type: 'timeout' }, { type: 'finished' }, { type: 'closed' }] as const;
const failed = { type: 'failed', code: 'OUTPUT_FAILED', message: 'The disk is full.' } as const;
const failedEntry = {
  trigger: 'person',
  outcome: 'failed',
  message: failed.message,
  runId: 'run',
  result: null,
} as const;

const rows: readonly Row[] = [
  {
    what: 'settings that watch begin a refresh',
    before: { ...off, failures: 2, retryMs: NOON, change },
    event: { type: 'configured', settings: WATCH },
    state: { settings: WATCH, current: 'start', failures: 0, retryMs: undefined, change: undefined },
    actions: [{ type: 'forgetLogged' }, refreshOf('start')],
    waitMs: undefined,
  },
  {
    what: 'settings that watch queue a refresh behind one at work',
    before: { ...off, current: 'person' },
    event: { type: 'configured', settings: WATCH },
    state: { settings: WATCH, queued: 'start' },
    actions: [{ type: 'forgetLogged' }],
  },
  {
    what: 'settings that do not watch close the folders',
    before: watching,
    event: { type: 'configured', settings: OFF },
    state: { settings: OFF },
    actions: [{ type: 'forgetLogged' }, { type: 'unwatch' }],
    waitMs: undefined,
  },
  {
    what: 'settings that do not watch leave the folders to a refresh at work',
    before: { ...watching, current: 'person' },
    event: { type: 'configured', settings: OFF },
    state: { settings: OFF },
    actions: [{ type: 'forgetLogged' }],
  },
  {
    what: 'a request begins a refresh, which sees what has changed',
    before: { ...watching, change },
    event: requested('person'),
    state: { current: 'person', change: undefined },
    actions: [refreshOf('person')],
  },
  {
    what: 'a request during a refresh is queued',
    before: { ...off, current: 'person' },
    event: requested('person'),
    state: { queued: 'person' },
  },
  {
    what: 'of two requests the one that asks for more is queued',
    before: { ...watching, current: 'watch', queued: 'watch' },
    event: requested('person'),
    state: { queued: 'person' },
  },
  {
    what: 'a weaker request changes nothing',
    before: { ...watching, current: 'watch', queued: 'person' },
    event: requested('watch'),
  },
  {
    what: 'a change waits until nothing more changes',
    before: watching,
    event: { type: 'changed' },
    state: { change: { since: 5000, dueAt: 5000 + timing.quietMs } },
    waitMs: timing.quietMs,
  },
  {
    what: 'changes that do not pause wait for the longest time only',
    before: { ...watching, change: { since: 2600, dueAt: 5050 } },
    event: { type: 'changed' },
    state: { change: { since: 2600, dueAt: 2600 + timing.longestWaitMs } },
    waitMs: 2600 + timing.longestWaitMs - 5000,
  },
  { what: 'a change in what is not watched is nothing', before: paused, event: { type: 'changed' }, waitMs: undefined },
  {
    what: 'a change after a failure waits for the next try',
    before: { ...watching, retryMs: NOON + 10_000 },
    event: { type: 'changed' },
    state: { change: { since: 5000, dueAt: 5000 + timing.quietMs } },
    waitMs: 10_000,
  },
  {
    what: 'a change that is due begins a refresh',
    before: { ...watching, change },
    event: timeout,
    state: { current: 'watch', change: undefined },
    actions: [refreshOf('watch')],
  },
  {
    what: 'a change that is due during a refresh is queued',
    before: { ...watching, current: 'person', change },
    event: timeout,
    state: { queued: 'watch', change: undefined },
    waitMs: undefined,
  },
  { what: 'nothing is due', before: watching, event: timeout, waitMs: LONGEST_TIMER_MS },
  {
    what: 'the folders are looked through in case a change was missed',
    before: watching,
    event: timeout,
    at: { clockMs: timing.sweepMs },
    state: { current: 'watch' },
    actions: [{ type: 'markAll' }, refreshOf('watch')],
  },
  {
    what: 'folders that report no changes are looked through more often',
    before: watching,
    event: timeout,
    at: { clockMs: timing.pollMs, slowestScanMs: 1 },
    state: { current: 'watch' },
    actions: [{ type: 'markAll' }, refreshOf('watch')],
  },
  {
    what: 'a failed refresh is tried again',
    before: { ...watching, retryMs: NOON },
    event: timeout,
    state: { current: 'watch' },
    actions: [refreshOf('watch')],
  },
  {
    what: 'the schedule is due',
    before: daily,
    event: timeout,
    state: { current: 'schedule' },
    actions: [refreshOf('schedule')],
  },
  {
    what: 'the schedule was due long ago',
    before: daily,
    event: timeout,
    at: { nowMs: NOON + MISSED_AFTER_MS + 1 },
    state: { current: 'missed' },
    actions: [refreshOf('missed')],
  },
  {
    what: 'a schedule that is due waits for the refresh at work',
    before: { ...daily, current: 'person' },
    event: timeout,
    waitMs: undefined,
  },
  {
    what: 'a run is shown',
    before: { ...off, current: 'person' },
    event: { type: 'runStarted', runId: 'run' },
    state: { runId: 'run' },
  },
  {
    what: 'the settings with which everything was stored are saved',
    before: { ...watching, current: 'start' },
    event: { type: 'stored', fingerprint: 'f' },
    state: { settings: { ...WATCH, fingerprint: 'f' } },
    actions: [{ type: 'save', settings: { ...WATCH, fingerprint: 'f' } }],
  },
  {
    what: 'the end of a refresh is the start of the next wait, whatever it has seen',
    before: { ...watching, current: 'watch', runId: 'run', failures: 1, retryMs: NOON },
    event: finished,
    at: { clockMs: timing.sweepMs },
    state: { current: undefined, runId: undefined, failures: 0, retryMs: undefined, endedAt: timing.sweepMs },
    waitMs: LONGEST_TIMER_MS,
  },
  {
    what: 'a refresh of what is not watched closes the folders',
    before: { ...off, current: 'person' },
    event: finished,
    state: { current: undefined, endedAt: 5000 },
    actions: [{ type: 'unwatch' }],
    waitMs: undefined,
  },
  {
    what: 'what is queued follows at once',
    before: { ...watching, current: 'watch', queued: 'person' },
    event: finished,
    state: { current: 'person', queued: undefined, endedAt: 5000 },
    actions: [refreshOf('person')],
  },
  {
    what: 'a schedule that was due is set to its next time',
    before: { ...daily, current: 'missed' },
    event: finished,
    state: { current: undefined, endedAt: 5000, settings: { ...DAILY, nextMs: TOMORROW } },
    actions: [{ type: 'save', settings: { ...DAILY, nextMs: TOMORROW } }, { type: 'unwatch' }],
    waitMs: LONGEST_TIMER_MS,
  },
  {
    what: 'a failure is logged and tried again, with everything',
    before: { ...watching, current: 'person', runId: 'run' },
    event: failed,
    state: { current: undefined, runId: undefined, failures: 1, retryMs: NOON + retryAfter(1), endedAt: 5000 },
    actions: [{ type: 'markAll' }, { type: 'log', entry: failedEntry }],
    waitMs: LONGEST_TIMER_MS,
  },
  {
    what: 'who stops a refresh waits longest for the next',
    before: { ...watching, current: 'person', runId: 'run' },
    event: { ...failed, code: 'RUN_CANCELLED' },
    state: { current: undefined, runId: undefined, failures: 4, retryMs: NOON + 60 * MINUTE_MS, endedAt: 5000 },
    actions: [{ type: 'markAll' }, { type: 'log', entry: failedEntry }],
  },
  {
    what: 'a failure of what is not watched waits for a person or the schedule',
    before: { ...off, current: 'person', runId: 'run' },
    event: failed,
    state: { current: undefined, runId: undefined, failures: 1, endedAt: 5000 },
    actions: [{ type: 'markAll' }, { type: 'log', entry: failedEntry }, { type: 'unwatch' }],
    waitMs: undefined,
  },
  {
    what: 'the end closes the folders and waits for nothing',
    before: { ...daily, queued: 'person' },
    event: closed,
    state: { isClosed: true },
    actions: [{ type: 'unwatch' }],
    waitMs: undefined,
  },
];

describe('a sync worker', () => {
  test.each(rows)('$event.type: $what', ({ before, event, at, state = {}, actions = [], ...row }) => {
    const { state: after, actions: done } = next(before, { ...event, at: { ...AT, ...at } });
    expect(after).toEqual({ ...before, ...state });
    expect(done.filter(({ type }) => type !== 'wait')).toEqual(actions);
    if ('waitMs' in row) expect(done.at(-1)).toEqual({ type: 'wait', ms: row.waitMs });
  });

  test.each(rows)('that is closed does nothing any more: $event.type, $what', ({ before, event }) => {
    const state = { ...before, isClosed: true };
    expect(next(state, { ...event, at: AT })).toEqual({ state, actions: [] });
  });

  test('has a row in README.md for each event', () => {
    const readme = readFileSync(join(root, 'electron/server/services/sync/README.md'), 'utf8');
    const named = [...readme.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(named).toEqual([...new Set(rows.map(({ event }) => event.type))]);
  });

  test.each([
    ['running', { ...off, current: 'person', runId: 'run' }, false],
    ['checking', { ...off, current: 'person' }, false],
    ['off', off, true],
    ['paused', paused, true],
    ['waiting', { ...watching, retryMs: NOON }, false],
    ['waiting', watching, true],
    ['idle', watching, false],
  ] as const)('is %s', (activity, state, hasProblem) => {
    expect(activityOf(state, hasProblem)).toBe(activity);
  });
});
