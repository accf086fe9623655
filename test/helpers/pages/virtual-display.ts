import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface TestDisplay {
  /** Value for the environment variable DISPLAY. */
  readonly name: string;
  close(): void;
}

/** A separate display for a test: Xvfb chooses a free number and reports it. */
export function openVirtualDisplay(): Promise<TestDisplay> {
  const args = ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with exit code ${code}`)));
    createInterface({ input: server.stdout }).once('line', (line) => {
      resolve({ name: `:${line.trim()}`, close: () => void server.kill() });
    });
  });
}
