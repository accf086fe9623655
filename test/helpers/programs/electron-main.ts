import { join } from 'node:path';
import { app } from 'electron';
import { forkUtilityServer } from '../../../electron/main/server/utility-server.ts';

// Electron's main process in the test of utility processes: starts the server beside it, and hands on what that writes.
app.setPath('userData', join(import.meta.dirname, 'user-data'));
void app.whenReady().then(() => {
  const server = forkUtilityServer({ entry: join(import.meta.dirname, 'server.js'), args: [], env: {} });
  server.stdout.pipe(process.stdout);
  server.stderr.pipe(process.stderr);
  void server.ended.then(() => process.stdout.write('"the server has ended"\n'));
});
