import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BuiltServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the built server on a free port and waits until it accepts requests. Throws if it ends before. */
export async function startBuiltServer(root: string, dataDir: string): Promise<BuiltServer> {
  const args = [join(root, 'dist', 'server', 'cli.js'), 'serve', '--headless', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Tributary is ready: (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      async stop() {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      },
    };
  }
  throw new Error('The built server ended before it was ready: run npm run build first.');
}
