import { join } from 'node:path';

/** What the build lays beside the bundle of this process. */
const dist = join(import.meta.dirname, '..');

export const SERVER_ENTRY = join(dist, 'server', 'cli.js');
export const PRELOAD = join(dist, 'preload', 'preload.cjs');
export const PAGE_FOLDER = join(dist, 'renderer');
export const APP_ICON = join(dist, 'icons', 'icon.png');
/** Beside it lies the one for screens of twice the density, which Electron finds by its name. */
export const TRAY_ICON = join(dist, 'icons', process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
