import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, session } from 'electron';
import { LOCAL_TOKEN_FILE } from '../../shared/data-folder.ts';
import { handleRequests } from './bridge/ipc-main.ts';
import { readLaunchOptions } from './launch-options.ts';
import { allowPageScheme, servePage } from './page/page-scheme.ts';
import { watchPage } from './page/page-watch.ts';
import { restrictPermissions, sendAsApp } from './page/security.ts';
import { PAGE_FOLDER, SERVER_ENTRY } from './places.ts';
import { type ServerChild, spawnNodeServer } from './server/server-child.ts';
import { ServerProcess } from './server/server-process.ts';
import { forkUtilityServer } from './server/utility-server.ts';
import { Closing } from './shell/closing.ts';
import { Desktop } from './shell/desktop.ts';
import { readUpdateUrl } from './updates/read-update-url.ts';
import { watchUpdates } from './updates/watch-updates.ts';

const options = readLaunchOptions(process.argv.slice(1), {
  env: process.env,
  platform: process.platform,
  home: homedir(),
});

function startServerChild(port: string | undefined): ServerChild {
  const args = ['serve', '--headless', '--data-dir', options.dataFolder];
  const wantedPort = port ?? options.port;
  if (wantedPort !== undefined) args.push('--port', wantedPort);
  if (options.host !== undefined) args.push('--host', options.host);
  const node = process.env.TRIBUTARY_SERVER_NODE;
  return node ? spawnNodeServer(node, SERVER_ENTRY, args) : forkUtilityServer(SERVER_ENTRY, args);
}

const server = new ServerProcess({
  startChild: startServerChild,
  onStatus: (status) => desktop.showServer(status),
  onLine: (line) => process.stderr.write(`${line}\n`),
});

const desktop = new Desktop({
  dataFolder: options.dataFolder,
  isHidden: options.isHidden,
  onOpened(window) {
    watchPage(window);
    closing.watch(window, process.platform);
  },
});

const closing = new Closing(server, desktop.keeping());

let isQuitting = false;

/** Stops the server before the app ends, whatever ends the app. */
function stopServerOnQuit(): void {
  let isStopped = false;
  app.on('will-quit', (event) => {
    isQuitting = true;
    if (isStopped) return;
    event.preventDefault();
    void server.stop().then(() => {
      isStopped = true;
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] satisfies NodeJS.Signals[])
    process.on(signal, () => closing.order());
  // The channel to `npm start` closes when that process is killed: perhaps no user is there to answer a question.
  process.on('disconnect', () => closing.order());
}

async function run(): Promise<void> {
  stopServerOnQuit();
  desktop.openFor(process.argv);
  app.on('second-instance', (_event, argv) => desktop.openFor(argv));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const [url] = await Promise.all([server.start(), app.whenReady()]);
  process.stdout.write(`Tributary is ready: ${url}\n`);
  const localToken = readFileSync(join(options.dataFolder, LOCAL_TOKEN_FILE), 'utf8').trim();
  restrictPermissions(session.defaultSession);
  sendAsApp(session.defaultSession, url, localToken);
  servePage(PAGE_FOLDER, () => url);
  handleRequests(
    {
      'app-info': () => ({ version: app.getVersion(), platform: process.platform }),
      ...desktop.requests(),
      'ready-to-close': (page) => closing.pageSaved(page),
    },
    () => url,
  );
  await desktop.start();
  const updateUrl = readUpdateUrl(options.dataFolder);
  if (updateUrl !== undefined) await watchUpdates(updateUrl);
}

allowPageScheme();
// Chromium's files are inside the data folder, so its single-instance lock allows one window per data folder.
app.setPath('userData', join(options.dataFolder, 'window'));
if (app.requestSingleInstanceLock()) {
  run().catch((error: unknown) => {
    if (isQuitting) return;
    dialog.showErrorBox('Tributary could not start', error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else {
  process.stderr.write('Tributary is already open with this data folder: its window comes to the front.\n');
  app.quit();
}
