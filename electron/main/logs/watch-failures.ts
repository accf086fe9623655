import { app } from 'electron';
import { note } from './app-log.ts';

/** The service of every program that this process has started: whoever started it reports its end. */
const OWN_PROGRAMS = 'node.mojom.NodeService';

/** All that is known of anything that was thrown. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Notes what would otherwise go wrong unseen: promises that fail unheard, and processes of Chromium that end.
 * @param onUncaught is called with each error that nothing else handles, in place of Electron's own box
 */
export function watchFailures(onUncaught: (error: unknown) => void): void {
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', (reason) => note('error', `Something failed unheard: ${stackOf(reason)}`));
  app.on('child-process-gone', (_event, { type, reason, exitCode, name = '', serviceName }) => {
    if (reason === 'clean-exit' || serviceName === OWN_PROGRAMS) return;
    note('warning', `The process ${name || type} of Chromium ended: ${reason}, exit code ${exitCode}.`);
  });
}
