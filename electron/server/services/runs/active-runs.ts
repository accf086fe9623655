import type { RunEvents } from '../../pipeline/run-events.ts';

export interface ActiveRun {
  readonly events: RunEvents;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * The runs that go on, by id.
 * @param onCount told how many they are when one began or ended
 */
export function createActiveRuns(onCount: (count: number) => void = () => undefined) {
  const runs = new Map<string, ActiveRun>();
  return {
    find: (id: string): ActiveRun | undefined => runs.get(id),
    add(id: string, run: ActiveRun): void {
      runs.set(id, run);
      onCount(runs.size);
    },
    /** @param ended settles `ended` of the run, before `onCount` is told */
    remove(id: string, ended: () => void): void {
      runs.delete(id);
      ended();
      onCount(runs.size);
    },
    /** Stops runs at their next batch. Resolves when they have ended. */
    async stop(reason: () => Error, isMeant: (id: string, run: ActiveRun) => boolean = () => true): Promise<void> {
      const meant = [...runs].flatMap(([id, run]) => (isMeant(id, run) ? [run] : []));
      for (const { controller } of meant) controller.abort(reason());
      await Promise.all(meant.map(({ ended }) => ended));
    },
  };
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>;
