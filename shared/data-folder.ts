/** Folder in the data folder: what is known of crashes of the window and its server. */
export const CRASH_FOLDER = 'crash-reports';
/** Folder in the data folder: the server's log. */
export const LOG_FOLDER = 'logs';
/** File in the data folder: the secret that identifies the app itself, or another program of the folder's owner. */
export const LOCAL_TOKEN_FILE = 'local.token';
/** File in the data folder: the key that encrypts credentials. */
export const SECRET_KEY_FILE = 'secret.key';
/** The same key, encrypted by the keyring of the system; in place of {@link SECRET_KEY_FILE}. Only the desktop app can open it. */
export const SEALED_KEY_FILE = 'secret.key.sealed';
/** Header of a call with that secret. */
export const LOCAL_TOKEN_HEADER = 'x-tributary-token';

const LOG_FILE = /^tributary\.(0|[1-9]\d{0,14})\.log$/;

/** The file of the log with this number; the newest has the largest. */
export function logFileName(number: number): string {
  return `tributary.${number}.log`;
}

/** The numbers of the log files among the names in a folder, the smallest first. */
export function logFileNumbers(names: readonly string[]): number[] {
  return names
    .flatMap((name) => LOG_FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where each system keeps an application's data, as path segments to join: `TRIBUTARY_DATA_DIR` if it is set, otherwise the system's usual place. The
 * server and the window's main process must agree on it.
 */
export function dataFolderSegments(platform: string, env: Environment, home: string): readonly string[] {
  if (env.TRIBUTARY_DATA_DIR) return [env.TRIBUTARY_DATA_DIR];
  if (platform === 'darwin') return [home, 'Library', 'Application Support', 'Tributary'];
  if (platform === 'win32') return [...(env.APPDATA ? [env.APPDATA] : [home, 'AppData', 'Roaming']), 'Tributary'];
  return [...(env.XDG_DATA_HOME ? [env.XDG_DATA_HOME] : [home, '.local', 'share']), 'tributary'];
}
