// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root, say } from './paths.mjs';
import { exitCode, passSignals } from './run-child.mjs';

/** The line by which the server says that it accepts requests. */
const READY_LINE = /^Tributary is ready: http:\/\/\S+$/;

/**
 * @typedef {object} Launch
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * Runs the app to its end. Its output is passed through, signals are passed on, and it ends if this process is killed.
 * @param {Launch} launch
 * @returns {Promise<{ code: number, wasReady: boolean, wasStopped: boolean }>} the exit code (127: could not be started), whether the ready line was
 * seen, and whether a signal asked us to stop
 */
export function launch({ command, args, env = process.env }) {
  return new Promise((resolve) => {
    // In its own process group, so that a Ctrl+C at the terminal reaches it only once: from us.
    const child = spawn(command, args, {
      cwd: root,
      env,
      // The channel closes when this process ends in any way, and the app notices (parent-link.ts).
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    const signals = passSignals(child);
    let wasReady = false;
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        process.stdout.write(`${line}\n`);
        wasReady ||= READY_LINE.test(line);
      });
    }
    child.once('error', (error) => {
      say(`${command} could not be started: ${error.message}`);
      resolve({ code: 127, wasReady, wasStopped: signals.stop() });
    });
    child.once('close', (code, signal) => {
      resolve({ code: exitCode(code, signal), wasReady, wasStopped: signals.stop() });
    });
  });
}
