import { type ChildProcess, fork } from 'node:child_process';
import { type EntryName, entryUrl } from './entry-url.ts';

/**
 * Starts a program of the server as a child process, with a channel for messages (structured clones).
 * @param stderr `pipe` for whoever reads its last words
 */
export function forkEntry(name: EntryName, stderr: 'pipe' | 'ignore' = 'ignore'): ChildProcess {
  return fork(entryUrl(name), {
    // Handed on unread; the flag makes Electron's binary a plain Node, and means nothing to Node itself.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  });
}
