import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { useRunOwners } from '../api/run-list.ts';
import { pauseSyncs, useNewestRuns, useSyncs } from '../api/work.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';
import { useDesktop } from './use-desktop.ts';
import { endedRunOf, endedSince, workOf } from './work-facts.ts';

/** Ids of what the tray has paused: what a person paused before stays so. */
const PAUSED_KEY = 'tributary.paused-by-tray';

const PausedSchema = z.array(z.string()).catch([]);

async function pauseWatching(client: QueryClient, isPaused: boolean): Promise<void> {
  const before = isPaused ? [] : PausedSchema.parse(JSON.parse(localStorage.getItem(PAUSED_KEY) ?? '[]'));
  const changed = await pauseSyncs(client, isPaused, before);
  localStorage.setItem(PAUSED_KEY, JSON.stringify(isPaused ? changed : []));
}

/** Draws nothing: menu, tray, taskbar and notices of the system know by it what the page shows and what goes on, while the window is hidden too. */
export function DesktopWork() {
  useDesktop();
  const client = useQueryClient();
  const { data: runs } = useNewestRuns();
  const { data: syncs } = useSyncs();
  const owners = useRunOwners();
  const known = useRef<Set<string>>(undefined);
  const told = useRef('');
  useEffect(() => {
    const bridge = window.tributary;
    if (bridge === undefined || runs === undefined || syncs === undefined) return;
    const work = workOf(runs, syncs);
    if (JSON.stringify(work) === told.current) return;
    told.current = JSON.stringify(work);
    void bridge.tellWork(work);
  }, [runs, syncs]);
  useEffect(() => {
    if (runs === undefined) return;
    const names = new Map(owners?.map(({ id, name }) => [id, name]));
    const isFirstLook = known.current === undefined;
    known.current ??= new Set();
    for (const run of endedSince(known.current, runs)) {
      known.current.add(run.id);
      const ended = endedRunOf(run, names.get(run.chatflowId) ?? t('a deleted flow or store'));
      if (!isFirstLook && ended !== undefined) void window.tributary?.tellEndedRun(ended);
    }
  }, [runs, owners]);
  useEffect(
    () =>
      window.tributary?.onPauseWatching((isPaused) => {
        pauseWatching(client, isPaused).catch((error: unknown) => showErrorToast(messageOf(error)));
      }),
    [client],
  );
  return null;
}
