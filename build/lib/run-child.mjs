// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { watchNpm } from './watch-npm.mjs';

/**
 * The exit code that a shell would report for a process: its own, or 128 + the signal's number.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number}
 */
export function exitCode(code, signal) {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Runs a program to its end, with its output on our standard error.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, timeoutMs?: number, stdout?: 'inherit' }} options
 * @returns {Promise<number>} its exit code; 127 if it could not be started
 */
export function run(command, args, { cwd, env = process.env, shell = false, timeoutMs, stdout }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', stdout ?? 2, 2],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    });
    const forward = passSignals(child);
    /** @param {number} code */
    function end(code) {
      forward.stop();
      resolve(code);
    }
    child.once('error', () => end(127));
    child.once('exit', (code, signal) => end(exitCode(code, signal)));
  });
}

/**
 * Passes SIGINT, SIGTERM and SIGHUP on to a child, and SIGTERM when npm ends. A terminal and npm may both deliver the same Ctrl+C, so a signal within
 * a second after another counts as the same.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {{ stop(): boolean }} `stop` ends this and says whether a signal was passed on
 */
export function passSignals(child) {
  let lastAt = 0;
  /** @param {NodeJS.Signals} signal */
  function pass(signal) {
    if (Date.now() - lastAt < 1000) return;
    lastAt = Date.now();
    child.kill(signal);
  }
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const endWatch = watchNpm(() => pass('SIGTERM'));
  return {
    stop() {
      endWatch();
      for (const signal of signals) process.off(signal, pass);
      return lastAt > 0;
    },
  };
}
