// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How soon we notice that npm is gone, in ms. npm leaves no pipe to its scripts whose end could tell. */
const CHECK_MS = 500;
/** npm, the shell that it starts us in, and one more that a `script-shell` may put between. */
const MOST_ANCESTORS = 3;
/** npm as it calls itself, or Node with npm's script. */
const NPM = /^(?:npm|npx|pnpm|yarn)\b|^\S*node(?:js)?(?:\.exe)? \S*(?:npm|npx|pnpm|yarn)/;

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string } | undefined} undefined when there is no such process, or no way to ask
 */
function describeProcess(pid) {
  if (process.platform === 'linux') {
    try {
      // The name in parentheses may contain anything; after it come the state and the parent.
      const [, parent = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return { parent: Number(parent), command };
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  return parent === undefined || command === undefined ? undefined : { parent: Number(parent), command };
}

/** @returns {number | undefined} the process of the npm that runs us, when it can be told */
function findNpm() {
  let pid = process.ppid;
  for (let count = 0; count < MOST_ANCESTORS && pid > 1; count += 1) {
    const found = describeProcess(pid);
    if (found === undefined) return undefined;
    if (NPM.test(found.command)) return pid;
    pid = found.parent;
  }
  return undefined;
}

/** @param {number} pid @returns {boolean} */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Calls back when the npm that runs us is gone, or the shell that it started us in: npm passes signals to that shell
 * only, a shell that dies of one leaves its programs running, and one whose npm was killed goes on waiting for them.
 * @param {() => void} onGone
 * @returns {() => void} ends the watch
 */
export function watchNpm(onGone) {
  // Started by hand, we may well outlive the shell; Windows never tells of a parent that is gone.
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => undefined;
  const parent = process.ppid;
  const npm = findNpm();
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isThere(npm))) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
