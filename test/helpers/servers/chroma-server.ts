import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { listenOnFreePort } from '../fakes/listen-on-free-port.ts';

const require = createRequire(import.meta.url);
const program = join(dirname(require.resolve('chromadb')), '..', 'cli.mjs');

function hasBinding(): boolean {
  const kind = { linux: '-gnu', win32: '-msvc' }[String(process.platform)] ?? '';
  try {
    createRequire(program).resolve(`chromadb-js-bindings-${process.platform}-${process.arch}${kind}`);
    return true;
  } catch {
    return false;
  }
}

/** Why no real Chroma is available; undefined if one is. */
export const chromaSkipReason = hasBinding()
  ? undefined
  : `the server of the package chromadb has no binding for ${process.platform} ${process.arch}`;

export interface ChromaServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const { origin, close } = await listenOnFreePort(createServer());
  await close();
  return Number(new URL(origin).port);
}

/** True once it answers; false if it ended instead. */
async function answers(child: ChildProcess, url: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      if ((await fetch(`${url}/api/v2/heartbeat`)).ok) return true;
    } catch {
      // It does not listen yet.
    }
    await delay(20);
  }
  return false;
}

/** Starts a real Chroma with its own empty folder. */
export async function startChroma(): Promise<ChromaServer> {
  const folder = makeTemporaryFolder();
  // It can't choose a port itself, and another program may take the free one first.
  for (let tries = 0; tries < 5; tries++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const args = [program, 'run', '--path', folder.path, '--host', '127.0.0.1', '--port', String(port)];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    if (!(await answers(child, url))) continue;
    return {
      url,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
        folder.remove();
      },
    };
  }
  throw new Error('Chroma does not start');
}
