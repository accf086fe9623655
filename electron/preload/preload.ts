import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { DesktopBridge, EventChannels, RequestChannels } from '../../shared/ipc/bridge.ts';
import { SERVER_ADDRESS } from '../../shared/ipc/server-address.ts';

/** What Electron puts in front of the message of a handler that threw. */
const PREFIX = /^Error invoking remote method '[\w-]+': (?:\w*Error: )?/;

async function request<Channel extends keyof RequestChannels>(
  channel: Channel,
  ...request: Parameters<RequestChannels[Channel]>
): Promise<ReturnType<RequestChannels[Channel]>> {
  try {
    return await ipcRenderer.invoke(channel, ...request);
  } catch (error) {
    throw error instanceof Error ? new Error(error.message.replace(PREFIX, ''), { cause: error }) : error;
  }
}

function subscribe<Channel extends keyof EventChannels>(
  channel: Channel,
  listener: (payload: EventChannels[Channel]) => void,
): () => void {
  function forward(_event: IpcRendererEvent, payload: EventChannels[Channel]): void {
    listener(payload);
  }
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.off(channel, forward);
  };
}

const bridge: DesktopBridge = {
  serverAddress: String(ipcRenderer.sendSync(SERVER_ADDRESS)),
  appInfo: () => request('app-info'),
  showChromiumLicences: () => request('show-chromium-licences'),
  showFolder: (folder) => request('show-folder', folder),
  readLog: () => request('read-log'),
  readCrashReports: () => request('read-crash-reports'),
  readKeyFacts: () => request('read-key-facts'),
  moveKey: (to) => request('move-key', to),
  editText: (edit) => request('edit-text', edit),
  pathOf: (file) => webUtils.getPathForFile(file),
  offerCommands: (commands) => request('offer-commands', commands),
  chooseLook: (look) => request('choose-look', look),
  nameRecentFlows: (flows) => request('name-recent-flows', flows),
  readPreferences: () => request('read-preferences'),
  changePreferences: (preferences) => request('change-preferences', preferences),
  tellWork: (work) => request('tell-work', work),
  tellEndedRun: (run) => request('tell-ended-run', run),
  takeOpened: () => request('take-opened'),
  onOpened: (listener) => subscribe('something-opened', () => listener()),
  choosePath: (wanted) => request('choose-path', wanted),
  saveFile: (content) => request('save-file', content),
  dragOut: (file) => request('drag-out', file),
  showInFolder: (path) => request('show-in-folder', path),
  onPauseWatching: (listener) => subscribe('pause-watching', listener),
  onServerStatus: (listener) => subscribe('server-status', listener),
  onMenuCommand: (listener) => subscribe('menu-command', listener),
  onBeforeClose: (save) =>
    subscribe('before-close', () => {
      void save().finally(() => request('ready-to-close'));
    }),
};

contextBridge.exposeInMainWorld('tributary', bridge);
