import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, safeStorage, session } from 'electron';
import { CRASH_FOLDER, LOCAL_TOKEN_FILE, LOG_FOLDER } from '../../shared/data-folder.ts';
import { OperationalError } from '../../shared/errors/errors.ts';
import type { ServerStatus } from '../../shared/ipc/bridge.ts';
import { OpenRequestSchema } from '../../shared/ipc/opened.ts';
import { KEY_WITH_PARENT } from '../../shared/ipc/server-messages.ts';
import { handleRequests } from './bridge/ipc-main.ts';
import { KeyKeeper, type Keyring } from './keys/key-keeper.ts';
import { keyRequests } from './keys/key-requests.ts';
import { readLaunchOptions } from './launch-options.ts';
import { keepLogIn, messageOf, note } from './logs/app-log.ts';
import { CRASHES, type Crashed, writeCrashReport } from './logs/crash-reports.ts';
import { logRequests, showFolder } from './logs/log-requests.ts';
import { versions } from './logs/versions.ts';
import { allowPageScheme, servePage } from './page/page-scheme.ts';
import { watchPage } from './page/page-watch.ts';
import { restrictPermissions, sendAsApp } from './page/security.ts';
import { PAGE_FOLDER, SERVER_ENTRY } from './places.ts';
import { askAboutOthers } from './server/ask-about-others.ts';
import { type ServerChild, spawnNodeServer } from './server/server-child.ts';
import { ANY_PORT, ServerProcess } from './server/server-process.ts';
import { forkUtilityServer } from './server/utility-server.ts';
import { aboutRequests } from './shell/about-requests.ts';
import { Closing } from './shell/closing.ts';
import { Desktop } from './shell/desktop.ts';
import { askForAnotherPort, askToGoOn, failToStart } from './shell/failure-questions.ts';
import { OneInstance } from './shell/one-instance.ts';
import { openArguments } from './shell/open-arguments.ts';
import { openBySystem } from './shell/open-by-system.ts';
import { idForWindows } from './shell/own-start.ts';
import { readUpdateUrl } from './updates/read-update-url.ts';
import { watchUpdates } from './updates/watch-updates.ts';

const options = readLaunchOptions(process.argv.slice(1), {
  env: process.env,
  platform: process.platform,
  home: homedir(),
});

/** A Node for the server in place of Electron's own. */
const node = process.env.TRIBUTARY_SERVER_NODE;

function startServerChild(port: string | undefined): ServerChild {
  const args = ['serve', '--headless', '--data-dir', options.dataFolder];
  const wantedPort = port ?? options.port;
  if (wantedPort !== undefined) args.push('--port', wantedPort);
  if (options.host !== undefined) args.push('--host', options.host);
  const env = { [KEY_WITH_PARENT]: keeper.place === 'keyring' ? '1' : '0' };
  const program = { entry: SERVER_ENTRY, args, env };
  return node ? spawnNodeServer(node, program) : forkUtilityServer(program);
}

keepLogIn(join(options.dataFolder, LOG_FOLDER));

/** Keychain of macOS, DPAPI of Windows, and on Linux the Secret Service or KWallet. Only after Electron is ready. */
const systemKeyring: Keyring = {
  isAvailable() {
    if (!safeStorage.isEncryptionAvailable()) return false;
    // Without a keyring, Chromium on Linux seals with a password that everybody knows.
    return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  },
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
};

const keeper = new KeyKeeper(options.dataFolder, systemKeyring);

/** The key that the system's keyring keeps, for the server; without it the server says what to do when it needs it. */
function readSealedKey(): string | null {
  try {
    return keeper.openSealed();
  } catch (error) {
    note('error', messageOf(error));
    return null;
  }
}

/** Of the server; the page is loaded for one address, which its policy names. */
let address = '';

function connectTo(url: string): void {
  address = url;
  const localToken = readFileSync(join(options.dataFolder, LOCAL_TOKEN_FILE), 'utf8').trim();
  sendAsApp(session.defaultSession, url, localToken);
}

function onStatus(status: ServerStatus): void {
  const hasMoved = status.state === 'restarted' && status.url !== address;
  if (hasMoved) connectTo(status.url);
  desktop.showServer(status);
  if (hasMoved) desktop.window.window?.webContents.reload();
}

function keepCrashReport(what: Crashed, lines: readonly string[]): void {
  const crash = { what, at: new Date(), versions: versions(), lines };
  const report = writeCrashReport(join(options.dataFolder, CRASH_FOLDER), crash);
  note('error', `${CRASHES[what]}: what is known of it is in ${report}.`);
}

const server = new ServerProcess({
  version: app.getVersion(),
  startChild: startServerChild,
  readKey: readSealedKey,
  onStatus,
  onLongOpening: () => desktop.sayPreparing(),
  onCrash: (lastLines) => keepCrashReport('server', lastLines),
  onLine: (line) => process.stderr.write(`${line}\n`),
});

const desktop = new Desktop({
  dataFolder: options.dataFolder,
  isUsualFolder: options.isUsualFolder,
  isHidden: options.isHidden,
  showDataFolder() {
    showFolder(options.dataFolder, 'data').catch((error: unknown) =>
      dialog.showErrorBox('Tributary', messageOf(error)),
    );
  },
  onOpened(window) {
    watchPage(window, (reason) => keepCrashReport('page', [reason]));
    closing.watch(window, process.platform);
  },
});

// Chromium's files are inside the data folder, so its lock is for the data folder.
const browserFolder = join(options.dataFolder, 'window');
const instance = new OneInstance(join(browserFolder, 'closing'));
const closing = new Closing(server, desktop.keeping(), instance);

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
      // A joined server has nothing to wait for, and what is said while Electron still asks is not heard.
      setImmediate(() => app.quit());
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] satisfies NodeJS.Signals[])
    process.on(signal, () => closing.order());
  // The channel to `npm start` closes when that process is killed: perhaps no user is there to answer a question.
  process.on('disconnect', () => closing.order());
}

/**
 * Starts the server; where its port is taken, the user chooses.
 * @param dressed settles when dialogs speak the user's language
 */
async function startServer(dressed: Promise<void>): Promise<string> {
  await askAboutOthers(options.dataFolder, dressed);
  // Electron starts no utility process sooner.
  if (!node) await app.whenReady();
  try {
    // The keyring can't be used before Electron is ready.
    if (keeper.place === 'keyring') await dressed;
    return await server.start();
  } catch (error) {
    await dressed;
    if (!(error instanceof OperationalError) || error.code !== 'PORT_IN_USE') throw error;
    if (await askForAnotherPort(error.details)) return await server.start(ANY_PORT);
    isQuitting = true;
    app.quit();
    throw error;
  }
}

/** Says why the app can't start, in the user's language if that is known, and ends it. */
async function stopStarting(error: unknown): Promise<void> {
  note('error', `Tributary could not start: ${messageOf(error)}`);
  await desktop.dress().catch((reason: unknown) => note('error', messageOf(reason)));
  await failToStart(error, options.dataFolder);
}

let hasStarted = false;

async function run(): Promise<void> {
  stopServerOnQuit();
  desktop.open(request);
  // Chromium hands over the arguments in another order: what they ask for comes beside them.
  app.on('second-instance', (_event, _argv, _folder, theirs) => {
    if (!instance.isLeaving) desktop.open(OpenRequestSchema.parse(theirs));
  });
  openBySystem((request) => desktop.open(request));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const dressed = desktop.dress();
  const [url] = await Promise.all([startServer(dressed), dressed]);
  process.stdout.write(`Tributary is ready: ${url}\n`);
  restrictPermissions(session.defaultSession);
  connectTo(url);
  servePage({
    folder: PAGE_FOLDER,
    server: () => address,
    openedFile: (url) => desktop.opened.fileAt(url),
  });
  handleRequests(
    {
      ...aboutRequests(),
      ...desktop.requests(),
      ...logRequests(options.dataFolder),
      ...keyRequests({
        keeper,
        keyring: systemKeyring,
        server,
        isInEnvironment: process.env.TRIBUTARY_SECRET_KEY !== undefined,
      }),
      'ready-to-close': (page) => closing.pageSaved(page),
    },
    () => address,
  );
  keeper.finishMove();
  desktop.start();
  hasStarted = true;
  const updateUrl = readUpdateUrl(options.dataFolder);
  if (updateUrl !== undefined) await watchUpdates(updateUrl);
}

/** The service of every program that this process has started: whoever started it reports its end. */
const OWN_PROGRAMS = 'node.mojom.NodeService';

/** All that is known of anything that was thrown. */
function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Notes what would otherwise go wrong unseen: promises that fail unheard, and processes of Chromium that end.
 * @param onUncaught is called with each error that nothing else handles, in place of Electron's own box
 */
function watchFailures(onUncaught: (error: unknown) => void): void {
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', (reason) => note('error', `Something failed unheard: ${stackOf(reason)}`));
  app.on('child-process-gone', (_event, { type, reason, exitCode, name = '', serviceName }) => {
    if (reason === 'clean-exit' || serviceName === OWN_PROGRAMS) return;
    note('warning', `The process ${name || type} of Chromium ended: ${reason}, exit code ${exitCode}.`);
  });
}

watchFailures((error) => {
  keepCrashReport('app', [stackOf(error)]);
  void (hasStarted ? askToGoOn() : stopStarting(error));
});
const request = openArguments(options.opens, { workingFolder: process.cwd(), appPath: app.getAppPath() });
allowPageScheme();
if (process.platform === 'win32')
  app.setAppUserModelId(idForWindows({ isPackaged: app.isPackaged, execPath: process.execPath }));
app.setPath('userData', browserFolder);
if (instance.take(request)) {
  run().catch((error: unknown) => {
    if (isQuitting) return;
    void stopStarting(error);
  });
} else {
  process.stderr.write('Tributary is already open with this data folder: its window comes to the front.\n');
  app.quit();
}
