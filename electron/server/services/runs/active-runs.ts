import type { RunEvents, WatchedRun } from '../../pipeline/run-events.ts';

/** A short run is over before its caller subscribes: the events of this many ended runs stay for that. */
const STORED_ENDED = 32;

export interface ActiveRun {
  readonly events: RunEvents;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * The runs that go on, by id, and the events of those that ended last.
 * @param onCount called with their number when one began or ended
 */
export function createActiveRuns(onCount: (count: number) => void = () => undefined) {
  const runs = new Map<string, ActiveRun>();
  const ended = new Map<string, WatchedRun>();

  function storeEvents(id: string, { events }: ActiveRun): void {
    ended.set(id, events.ended());
    const [oldest] = ended.keys();
    if (ended.size > STORED_ENDED && oldest !== undefined) ended.delete(oldest);
  }

  return {
    find: (id: string): ActiveRun | undefined => runs.get(id),
    /** The events of a run that goes on, or has just ended. */
    eventsOf: (id: string): WatchedRun | undefined => runs.get(id)?.events ?? ended.get(id),
    add(id: string, run: ActiveRun): void {
      runs.set(id, run);
      onCount(runs.size);
    },
    /** @param settle settles `ended` of the run, before `onCount` is called */
    remove(id: string, settle: () => void): void {
      const run = runs.get(id);
      if (run !== undefined) storeEvents(id, run);
      runs.delete(id);
      settle();
      onCount(runs.size);
    },
    /** Stops runs at their next batch. Resolves when they have ended. */
    async stop(
      reason: (run: ActiveRun) => Error,
      isMeant: (id: string, run: ActiveRun) => boolean = () => true,
    ): Promise<void> {
      const meant = [...runs].flatMap(([id, run]) => (isMeant(id, run) ? [run] : []));
      for (const run of meant) run.controller.abort(reason(run));
      await Promise.all(meant.map(({ ended }) => ended));
    },
  };
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>;
