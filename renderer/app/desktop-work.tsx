import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { COMMANDS, type CommandId } from '../../shared/commands/command-table.ts';
import type { DesktopBridge, ServerStatus } from '../../shared/ipc/bridge.ts';
import { TEXT_EDIT_OF } from '../../shared/ipc/text-edits.ts';
import { t } from '../../shared/texts/t.ts';
import { useFlowNames } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { useRunOwners } from '../api/run-list.ts';
import { pauseSyncs, useNewestRuns, useSyncs } from '../api/work.ts';
import { canRun, runCommand } from '../commands/registry.ts';
import { indexOf } from '../editor/graph-index.ts';
import { useCanvasViewStore } from '../stores/canvas-view-store.ts';
import { currentGraph, select, useFlowStore } from '../stores/flow/flow-store.ts';
import { flushFlow } from '../stores/flow/flush-flow.ts';
import { spokenLanguage } from '../stores/language-store.ts';
import { rememberFlow, useRecentFlows } from '../stores/recent-flows.ts';
import { useRunStore } from '../stores/run-store.ts';
import { useThemeStore } from '../stores/theme-store.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { isAboutFlow } from './use-keymap.ts';
import { endedRunOf, endedSince, workOf } from './work-facts.ts';

const STORAGE_KEY = 'tributary.selection';

/** More are as quickly selected again by a box. */
const MOST_NODES = 200;

/** While a box is drawn the selection changes with each move; ms. */
const SELECTION_SETTLE_MS = 300;

const StoredSchema = z.object({ chatflowId: z.string(), nodeIds: z.array(z.string()).max(MOST_NODES) });

function readStored(): z.infer<typeof StoredSchema> | undefined {
  const text = localStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : StoredSchema.safeParse(JSON.parse(text)).data;
}

function keep(): void {
  const { chatflowId, selectedNodeIds } = useFlowStore.getState();
  if (chatflowId === undefined) return;
  const kept = { chatflowId, nodeIds: [...selectedNodeIds].slice(0, MOST_NODES) };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/** In the desktop window: the flow that was open when it was closed has its selection again. */
function useStoredSelection(): void {
  useEffect(() => {
    if (window.tributary === undefined) return undefined;
    let stored = readStored();
    let timer: number | undefined;
    function restore(chatflowId: string | undefined): void {
      if (chatflowId === undefined || stored === undefined) return;
      const { nodes } = indexOf(currentGraph());
      const again = stored.chatflowId === chatflowId ? stored.nodeIds.filter((id) => nodes.has(id)) : [];
      stored = undefined;
      if (again.length > 0) select(again);
    }
    // The flow may be open already: on a busy computer its page comes before the work of the desktop.
    restore(useFlowStore.getState().chatflowId);
    const stop = useFlowStore.subscribe(({ chatflowId, selectedNodeIds }, before) => {
      restore(chatflowId);
      if (selectedNodeIds === before.selectedNodeIds && chatflowId === before.chatflowId) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, SELECTION_SETTLE_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}

/** After a change the menu is updated within this time, in ms: sooner than a person opens it. */
const MENU_SETTLE_MS = 150;

/** Does a command of the native menu: to the text that has the focus where it is about that, as its key would, else to the flow. */
function runMenuCommand(bridge: DesktopBridge, id: CommandId): void {
  const edit = TEXT_EDIT_OF[id];
  const isDone = edit === undefined || isAboutFlow(id) ? runCommand(id) : false;
  if (!isDone && edit !== undefined) void bridge.editText(edit);
}

function isOffered(id: CommandId): boolean {
  return canRun(id) || (TEXT_EDIT_OF[id] !== undefined && !isAboutFlow(id));
}

/** Tells the native menu, whenever it may have changed, which of its commands can be done. @returns a function that ends it */
function offerCommands(bridge: DesktopBridge): () => void {
  let told = '';
  let timer: number | undefined;
  function tell(): void {
    timer = undefined;
    const offered = COMMANDS.map(({ id }) => id).filter(isOffered);
    if (offered.join() === told) return;
    told = offered.join();
    void bridge.offerCommands(offered);
  }
  function look(): void {
    timer ??= window.setTimeout(tell, MENU_SETTLE_MS);
  }
  const stops = [useFlowStore, useCanvasViewStore, useRunStore].map((store) => store.subscribe(look));
  const events = ['focusin', 'focusout', 'selectionchange'];
  for (const event of events) document.addEventListener(event, look);
  window.addEventListener('hashchange', look);
  look();
  return () => {
    for (const stop of stops) stop();
    for (const event of events) document.removeEventListener(event, look);
    window.removeEventListener('hashchange', look);
    window.clearTimeout(timer);
  };
}

/** The flows that were open last and are still there, by the names that they have now. */
function useTellRecentFlows(): void {
  const { data: flows } = useFlowNames();
  const ids = useRecentFlows((state) => state.ids);
  const openId = useFlowStore((state) => state.chatflowId);
  useEffect(() => {
    if (openId !== undefined) rememberFlow(openId);
  }, [openId]);
  useEffect(() => {
    if (flows === undefined) return;
    const names = new Map(flows.map(({ id, name }) => [id, name]));
    const recent = ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
    void window.tributary?.nameRecentFlows(recent);
  }, [flows, ids]);
}

/** In the desktop window: the native menu does what the page does, and looks and speaks as it. */
function useNativeMenu(): void {
  const theme = useThemeStore((state) => state.theme);
  useTellRecentFlows();
  useEffect(() => {
    void window.tributary?.chooseLook({ theme, language: spokenLanguage() });
  }, [theme]);
  useEffect(() => {
    const bridge = window.tributary;
    if (bridge === undefined) return undefined;
    const stopMenu = bridge.onMenuCommand((id) => runMenuCommand(bridge, id));
    const stopOffers = offerCommands(bridge);
    return () => {
      stopMenu();
      stopOffers();
    };
  }, []);
}

/** What the desktop app says of its server. */
const SERVER_WORDS: Readonly<Record<ServerStatus['state'], string>> = {
  starting: t('The server stopped unexpectedly and is being started again.'),
  replacing: t('The server that another program had started has ended. Tributary starts one of its own.'),
  restarted: t('The server is back. No committed data was lost.'),
  stopped: t('The server keeps stopping: quit Tributary and start it again.'),
  finishing: t('Tributary closes when the upsert has ended.'),
  running: t('Tributary stays open.'),
};

/** In the desktop window: notices about the server, saving before it closes, and what the system shows of the app. In a browser: nothing. */
function useDesktop(): void {
  const client = useQueryClient();
  useNativeMenu();
  useStoredSelection();
  useEffect(() => {
    const bridge = window.tributary;
    if (bridge === undefined) return undefined;
    const stopStatus = bridge.onServerStatus((status) => {
      if (status.state === 'stopped') showErrorToast(SERVER_WORDS[status.state]);
      else showToast(SERVER_WORDS[status.state]);
      if (status.state === 'restarted') void client.invalidateQueries();
    });
    const stopSaving = bridge.onBeforeClose(flushFlow);
    return () => {
      stopSaving();
      stopStatus();
    };
  }, [client]);
}

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
