import { mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { BugError } from '../../../../../shared/errors/errors.ts';
import { linkToServer } from '../../../common/programs/server-link.ts';
import { type Database, openReadOnly } from '../../../storage/database.ts';
import { deleteOtherGraphs } from './graph-file.ts';
import { type GraphLimits, GraphSync } from './graph-sync.ts';
import { type FromIndexProcess, type ToIndexProcess, toIndexProcessSchema } from './index-messages.ts';

/**
 * Child process of the server that holds the HNSW graphs. It only reads the main database, and may crash at any moment: the server
 * starts it again and it replays the log. Questions are answered between two small steps of building.
 */

/** Below the server's; at 10, which is usual, a busy machine leaves it a tenth of a core, at 5 a quarter. */
const PRIORITY = 5;
/** After so many failures a collection is left to the exact scan until the process starts again. */
const MAX_FAILURES = 3;

interface Settings {
  readonly db: Database;
  readonly folder: string;
  readonly limits: GraphLimits;
}

const server = linkToServer();
const syncs = new Map<number, GraphSync>();
const failures = new Map<number, number>();
/** Collections that may have something to do. */
const busy = new Set<number>();
let settings: Settings | undefined;
let isWorking = false;
let isHeld = false;

function send(message: FromIndexProcess): void {
  server.post(message);
}

function warn(message: string): void {
  send({ kind: 'warning', message });
}

function start({ databaseFile, folder, limits }: Extract<ToIndexProcess, { kind: 'start' }>): void {
  try {
    setPriority(PRIORITY);
  } catch (error) {
    warn(`The index process runs at normal priority: ${String(error)}`);
  }
  mkdirSync(folder, { recursive: true });
  settings = { db: openReadOnly(databaseFile), folder, limits };
}

function syncOf(collectionId: number): GraphSync {
  let sync = syncs.get(collectionId);
  if (sync === undefined) {
    if (settings === undefined) throw new BugError('The index process was given work before it was started');
    sync = new GraphSync({
      ...settings,
      collectionId,
      onSaved: (manifest) => send({ kind: 'saved', manifest }),
      onWarning: warn,
    });
    syncs.set(collectionId, sync);
  }
  return sync;
}

/** A graph that failed is dropped, so that the next try starts from its file or from nothing. */
function onFailure(collectionId: number, error: unknown): void {
  const times = (failures.get(collectionId) ?? 0) + 1;
  failures.set(collectionId, times);
  syncs.delete(collectionId);
  if (times >= MAX_FAILURES) busy.delete(collectionId);
  else busy.add(collectionId);
  warn(`The index of collection ${collectionId} failed (${times} of ${MAX_FAILURES}): ${String(error)}`);
}

function step(collectionId: number): void {
  try {
    const sync = syncOf(collectionId);
    const wasOpen = sync.position !== undefined;
    const hasMore = sync.step();
    const { position } = sync;
    if (!wasOpen && position !== undefined) send({ kind: 'opened', collectionId, position });
    if (hasMore) return;
    busy.delete(collectionId);
    send({ kind: 'caughtUp', collectionId, position: position ?? 0 });
  } catch (error) {
    onFailure(collectionId, error);
  }
}

async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  while (busy.size > 0 && !isHeld) {
    for (const collectionId of [...busy]) {
      if (isHeld) break;
      step(collectionId);
      // Lets waiting questions in.
      await setImmediate();
    }
  }
  isWorking = false;
}

function follow(collectionId: number): void {
  if ((failures.get(collectionId) ?? 0) >= MAX_FAILURES) return;
  busy.add(collectionId);
  void work();
}

function forget(collectionId: number): void {
  syncs.delete(collectionId);
  busy.delete(collectionId);
  failures.delete(collectionId);
  if (settings !== undefined) deleteOtherGraphs(settings.folder, collectionId, undefined);
}

function search({ id, collectionId, vector, topK, metric, ef }: Extract<ToIndexProcess, { kind: 'search' }>): void {
  try {
    const answer = syncs.get(collectionId)?.search(vector, topK, { metric, ef });
    send(answer === undefined ? { kind: 'noAnswer', id } : { kind: 'answer', id, ...answer });
  } catch (error) {
    send({ kind: 'noAnswer', id });
    onFailure(collectionId, error);
    void work();
  }
}

/** Whoever starts the app again is to find what has been built. The server then lets go of this process. */
function end(): void {
  isHeld = true;
  const unsaved = [...syncs.values()].reduce((sum, sync) => sum + sync.end(), 0);
  send({ kind: 'closed', unsaved });
}

function handle(message: ToIndexProcess): void {
  switch (message.kind) {
    case 'start':
      start(message);
      return;
    case 'follow':
      follow(message.collectionId);
      return;
    case 'forget':
      forget(message.collectionId);
      return;
    case 'search':
      search(message);
      return;
    case 'confirmSaved':
      syncs.get(message.collectionId)?.confirmSaved(message.generation);
      return;
    case 'hold':
      isHeld = message.isHeld;
      if (!isHeld) void work();
      return;
    case 'close':
      end();
  }
}

server.onMessage((message) => handle(toIndexProcessSchema.parse(message)));
// A terminal sends its signals to all: the server closes this process when it has closed the rest, and the graphs are saved.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The server has heard all, or is gone: its next life starts an index process of its own.
server.onClose(() => process.exit(0));
