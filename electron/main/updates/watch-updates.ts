import { app } from 'electron';
import { t } from '../../../shared/texts/t.ts';
import { note } from '../logs/app-log.ts';
import { askUser } from '../shell/ask-user.ts';
import { isPortable } from '../shell/own-start.ts';
import { Updates, type UpdateTalk } from './updates.ts';

/** Once a day, and at the start. */
const PERIOD_MS = 24 * 60 * 60_000;

const FETCH = 0;

const talk: UpdateTalk = {
  async shouldFetch(version) {
    const { response } = await askUser({
      type: 'question',
      message: t('Tributary {version} is there. Fetch it?', { version }),
      detail: t('This is {version}. The new version is installed when you quit; your data stays as it is.', {
        version: app.getVersion(),
      }),
      buttons: [t('Fetch'), t('Not now')],
      defaultId: FETCH,
      cancelId: 1,
    });
    return response === FETCH;
  },
  async tellReady(version) {
    const message = t('Tributary {version} is installed when you quit.', { version });
    await askUser({ type: 'info', message, buttons: [t('OK')] });
  },
  log: (line) => note('warning', line),
};

/** The channel of a processor, as `publish` of electron-builder.yml names it: the feeds differ by themselves for Linux only. */
export function channelOf(processor: string): string {
  return `latest-${processor}`;
}

/**
 * Looks for newer versions at an address (docs/desktop.md), if the app is packed, and not as a portable program: what is fetched is an installer.
 * electron-updater checks it: its SHA-512 in the feed on every system, on Windows and macOS also its signature, if this app is signed.
 * @param url of the folder that has the feeds, `latest-….yml`
 */
export async function watchUpdates(url: string): Promise<void> {
  if (!app.isPackaged || isPortable(process.env)) return;
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.logger = null;
  // electron-updater would identify this machine by a number of its own, for releases to a share of users.
  autoUpdater.requestHeaders = { 'x-user-staging-id': '' };
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.setFeedURL({ provider: 'generic', url, channel: channelOf(process.arch) });
  // A failure also rejects the promise, and is reported there; without a listener the event would end the app.
  autoUpdater.on('error', () => undefined);
  const updates = new Updates(autoUpdater, talk);
  setInterval(() => void updates.check(), PERIOD_MS).unref();
  await updates.check();
}
