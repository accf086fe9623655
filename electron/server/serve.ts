import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { linkWith } from '../../shared/api/session.ts';
import { OperationalError } from '../../shared/errors/errors.ts';
import { codeOf } from '../../shared/errors/system-errors.ts';
import type { TakenPort } from '../../shared/ipc/server-messages.ts';
import { createApp, listeningPort } from './app.ts';
import { describeOpenness } from './common/open-to-others.ts';
import type { Config } from './config.ts';
import { openContainer } from './container.ts';
import { type Opening, type RunningServer, runServer } from './server-life.ts';

export type { RunningServer };

/** The top of the installation: two folders up both from the sources and from the build. */
function installed(...parts: readonly string[]): string {
  return join(fileURLToPath(new URL('../../', import.meta.url)), ...parts);
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (cause) {
    if (codeOf(cause) === 'EACCES') {
      throw new OperationalError(
        'PORT_IN_USE',
        `The system does not let you use port ${config.port}: choose another with --port N, from 1024 on.`,
        { cause, details: { port: config.port, isReserved: true } satisfies TakenPort },
      );
    }
    if (codeOf(cause) !== 'EADDRINUSE') throw cause;
    throw new OperationalError(
      'PORT_IN_USE',
      `Port ${config.port} is taken by another program: choose another with --port N, or --port 0 for any free one.`,
      { cause, details: { port: config.port, isReserved: false } satisfies TakenPort },
    );
  }
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listeningPort(app) ?? config.port}`;
}

export interface ServerEvents {
  /** When an upsert began or ended: how many are running. */
  readonly onRunningUpserts?: (count: number) => void;
  /** It begins to open its data, or has opened it. */
  readonly onOpening?: (isOpening: boolean) => void;
  /** The server had to start again on a restored backup, and could not. Without it that ends the process with the error. */
  readonly onLost?: (error: unknown) => void;
}

/** Starts everything on a data folder. Throws an AppError whose message says what to do when it can't. */
export function startServer(config: Config, events: ServerEvents = {}): Promise<RunningServer> {
  return runServer(config, (opening) => openServer(opening, events), events.onLost);
}

async function openServer(opening: Opening, { onRunningUpserts, onOpening }: ServerEvents): Promise<RunningServer> {
  const { config, lock } = opening;
  const closers = new AsyncDisposableStack();
  const close = () => closers.disposeAsync();
  try {
    onOpening?.(true);
    const services = await openContainer({ opening, onRunningUpserts }, closers);
    onOpening?.(false);
    const { log, session, runs, answers, documentStores, disk, sync, vectors } = services;
    const openness = describeOpenness(config.dataDir);
    if (openness !== undefined) log.warn({}, openness);
    const app = await createApp({
      ...services,
      version: packageJson.version,
      onDiskFull: disk.noticeFull,
      samplesFolder: installed('samples'),
      pagesFolder: installed('dist', 'renderer'),
    });
    closers.defer(() => app.close());
    closers.defer(() => documentStores.close());
    closers.defer(() => answers.close());
    // In reverse: nothing is begun any more, runs are stopped, and what began them ends.
    closers.defer(() => sync.settled());
    closers.defer(() => runs.close());
    closers.defer(() => sync.close());
    const url = await listen(app, config);
    lock.describe({ url, version: packageJson.version });
    await sync.start();
    log.debug({ config, url }, 'Listening');
    return { url, makeLink: () => linkWith(url, session.makeCode()), close, savingMs: () => vectors.savingMs };
  } catch (error) {
    await close();
    throw error;
  }
}
