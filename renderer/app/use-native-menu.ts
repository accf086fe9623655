import { useEffect } from 'react';
import { COMMANDS, type CommandId } from '../../shared/commands/command-table.ts';
import type { DesktopBridge } from '../../shared/ipc/bridge.ts';
import { TEXT_EDIT_OF } from '../../shared/ipc/text-edits.ts';
import { useFlowNames } from '../api/chatflows.ts';
import { canRun, runCommand } from '../commands/registry.ts';
import { useCanvasViewStore } from '../stores/canvas-view-store.ts';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { spokenLanguage } from '../stores/language-store.ts';
import { rememberFlow, useRecentFlows } from '../stores/recent-flows.ts';
import { useRunStore } from '../stores/run-store.ts';
import { useThemeStore } from '../stores/theme-store.ts';
import { isAboutFlow } from './use-keymap.ts';

/** After a change the menu is updated within this time, in ms: sooner than a person opens it. */
const SETTLE_MS = 150;

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
    timer ??= window.setTimeout(tell, SETTLE_MS);
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
export function useNativeMenu(): void {
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
