import type { MenuItemConstructorOptions } from 'electron';
import type { ServerStatus } from '../../../../shared/ipc/bridge.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import type { Work } from '../../../../shared/ipc/work.ts';
import { t } from '../../../../shared/texts/t.ts';
import { flowItems } from './menu-template.ts';

export interface TrayState {
  readonly server: ServerStatus['state'];
  readonly work: Work;
  readonly flows: readonly FlowName[];
}

export interface TrayActions {
  readonly show: () => void;
  /** Shows a page, "#/…". */
  readonly goTo: (page: string) => void;
  readonly pauseWatching: (isPaused: boolean) => void;
  readonly quit: () => void;
}

function serverWords(server: TrayState['server']): string {
  switch (server) {
    case 'starting':
    case 'replacing':
      return t('The server is being started again');
    case 'stopped':
      return t('The server has stopped');
    case 'finishing':
      return t('Tributary closes when the upsert has ended');
    default:
      return t('The server is running');
  }
}

/** What goes on, in words: "2 upserts are running, 40 %". */
export function workWords({ running, share }: Work): string {
  if (running === 0) return t('No upsert is running');
  if (share === null)
    return t('{running, plural, one {# upsert is running} other {# upserts are running}}', { running });
  const percent = Math.floor(share * 100);
  return t('{running, plural, one {# upsert is running} other {# upserts are running}}, {percent} %', {
    running,
    percent,
  });
}

/** The menu of the icon in the system's tray. */
export function trayTemplate({ server, work, flows }: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const { watching, missing } = work;
  const question: MenuItemConstructorOptions = {
    id: 'missing',
    label: t('{count, plural, one {# file is} other {# files are}} missing: is a drive away?', { count: missing }),
    click: actions.show,
  };
  return [
    { id: 'server', label: serverWords(server), enabled: false },
    { id: 'work', label: workWords(work), enabled: false },
    ...(missing === 0 ? [] : [question]),
    line,
    { id: 'open', label: t('Open Tributary'), click: actions.show },
    { label: t('Recent flows'), enabled: flows.length > 0, submenu: flowItems(flows, actions.goTo) },
    {
      id: 'pause',
      label: watching === 'paused' ? t('Watch again') : t('Pause watching'),
      enabled: watching !== 'nothing',
      click: () => actions.pauseWatching(watching !== 'paused'),
    },
    line,
    { id: 'quit', label: t('Quit Tributary'), click: actions.quit },
  ];
}
