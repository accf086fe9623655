import { join } from 'node:path';

/** What the build lays beside the bundle of this process. */
const dist = join(import.meta.dirname, '..');

export const SERVER_ENTRY = join(dist, 'server', 'cli.js');
export const PRELOAD = join(dist, 'preload', 'preload.cjs');
export const PAGE_FOLDER = join(dist, 'renderer');
