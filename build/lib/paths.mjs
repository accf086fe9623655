// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project folder, without a separator at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** The Node 24 of the npm package `node`, whatever Node runs npm. */
export const nodeBinary = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** True if the pinned Node is installed. */
export function hasPinnedNode() {
  return existsSync(nodeBinary);
}

/**
 * Prints one line for the user. Standard output is reserved for the line with the server's address.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
