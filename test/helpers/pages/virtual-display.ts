import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The shell ends Xvfb at the end of its input, which comes however this process ends. */
const XVFB_AS_LONG_AS_US = 'Xvfb "$@" & exec >/dev/null; read -r _; kill $!';

/** Xvfb chooses a free number and reports it. */
async function openVirtualDisplay(): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const server = spawn('sh', ['-c', XVFB_AS_LONG_AS_US, 'sh', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const name = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    createInterface({ input: server.stdout })
      .once('line', (line) => resolve(`:${line.trim()}`))
      .once('close', () => reject(new Error('Xvfb has ended.')));
  });
  // What lasts as long as this process must not keep it alive.
  server.unref();
  for (const pipe of [server.stdin, server.stdout]) if (pipe instanceof Socket) pipe.unref();
  return name;
}

let opened: Promise<string> | undefined;

/** The display of the environment, or one for all that this process starts. @returns value for the environment variable DISPLAY */
export async function testDisplay(): Promise<string> {
  if (process.env.DISPLAY) return process.env.DISPLAY;
  opened ??= openVirtualDisplay();
  return opened;
}
