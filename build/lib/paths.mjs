// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project folder, without a separator at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** The Node 24 that the npm package `node` brings, whatever Node runs npm. */
export const nodeBinary = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** True when the pinned Node is there. */
export function hasPinnedNode() {
  return existsSync(nodeBinary);
}

/**
 * One line for the person at the terminal. Standard output belongs to the line that says where the server is.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
