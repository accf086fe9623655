// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How often to check whether npm still runs, in ms. npm gives its scripts no pipe that would close. */
const CHECK_MS = 500;
/** npm, the shell in which it starts us, and one more that a `script-shell` may add. */
const MOST_ANCESTORS = 3;
/** npm under its own name, or Node with npm's script. */
const NPM = /^(?:npm|npx|pnpm|yarn)\b|^\S*node(?:js)?(?:\.exe)? \S*(?:npm|npx|pnpm|yarn)/;

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string } | undefined} undefined when there is no such process, or no way to ask
 */
function describeProcess(pid) {
  if (process.platform === 'linux') {
    try {
      // The name in parentheses may contain any character; state and parent follow it.
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

/** @returns {number | undefined} the process id of the npm that runs us, if it can be found */
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
 * Calls back when the npm that runs us has ended, or the shell in which it started us. This is needed because npm passes signals only to that shell,
 * a shell killed by a signal leaves its programs running, and a shell whose npm was killed keeps waiting for them.
 * @param {() => void} onGone
 * @returns {() => void} ends the watch
 */
export function watchNpm(onGone) {
  // A process started by hand may outlive its shell; Windows does not report that a parent has ended.
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
