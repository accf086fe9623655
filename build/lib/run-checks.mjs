// @ts-check
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { nodeBinary, root, say } from './paths.mjs';
import { passSignals } from './run-child.mjs';
import { timesTable } from './times-table.mjs';

/** @typedef {readonly [name: string, script: string, args: readonly string[]]} Check a script relative to node_modules */
/** @typedef {{ name: string, passed: boolean, output: Buffer, ms: number }} Result */

/**
 * Runs one check; its output is buffered, so that the outputs of two do not mix.
 * @param {Check} check
 * @returns {Promise<Result>}
 */
function runCheck([name, script, args]) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(nodeBinary, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const forward = passSignals(child);
    /** @type {Buffer[]} */
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    /** @param {boolean} passed */
    const end = (passed) => {
      forward.stop();
      resolve({ name, passed, output: Buffer.concat(parts), ms: performance.now() - started });
    };
    child.once('error', (error) => {
      parts.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * Runs every check to its end, as many at a time as there are cores, so that one call shows all problems, and sets the exit code of this process.
 * @param {string} title
 * @param {readonly Check[]} checks the longest first
 * @param {readonly string[]} args of the command: `--times` lists what each check took
 * @returns {Promise<void>}
 */
export async function runChecks(title, checks, args) {
  try {
    await ensureInstalled();
    const started = performance.now();
    const waiting = [...checks];
    /** @type {Result[]} */
    const results = [];
    await Promise.all(
      Array.from({ length: availableParallelism() }, async () => {
        for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
          const result = await runCheck(check);
          process.stderr.write(result.output);
          results.push(result);
        }
      }),
    );
    const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
    if (args.includes('--times')) say(timesTable(results));
    const seconds = Math.round((performance.now() - started) / 1000);
    say(
      failed.length === 0
        ? `${title}: all checks passed in ${seconds} s.`
        : `${title} failed after ${seconds} s: ${failed.join(', ')}.`,
    );
    process.exitCode = failed.length === 0 ? 0 : 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
