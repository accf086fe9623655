// @ts-check
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { nodeBinary, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

/**
 * Runs every check to its end, so that one call shows all problems, and sets the exit code of this process.
 * @param {string} title
 * @param {readonly (readonly [name: string, script: string, args: readonly string[]])[]} checks scripts relative to node_modules
 * @returns {Promise<void>}
 */
export async function runChecks(title, checks) {
  try {
    await ensureInstalled();
    /** @type {string[]} */
    const failed = [];
    for (const [name, script, args] of checks) {
      const code = await run(nodeBinary, [join(root, 'node_modules', script), ...args], { cwd: root });
      if (code !== 0) failed.push(name);
    }
    say(failed.length === 0 ? `${title}: all checks passed.` : `${title} failed: ${failed.join(', ')}.`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
