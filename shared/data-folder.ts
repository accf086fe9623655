/** Folder in the data folder: what is known of crashes of the window and its server. */
export const CRASH_FOLDER = 'crash-reports';
/** File in the data folder: the secret that identifies the app itself, or another program of the folder's owner. */
export const LOCAL_TOKEN_FILE = 'local.token';
/** Header of a call with that secret. */
export const LOCAL_TOKEN_HEADER = 'x-tributary-token';

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
