import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { DatabaseSettings } from '../../../electron/server/databases/database-config.ts';

/** A PostgreSQL with pgvector inside the test process, which speaks the real protocol on a port. */
interface PgvectorServer {
  readonly settings: DatabaseSettings;
  /** Runs statements without the protocol, in no client's transaction. */
  exec(sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** What the session does without a break: the frames of a client up to the one after which it waits for an answer, or the test's own statements. */
interface Turn {
  /** Undefined for the test itself. */
  readonly client: Socket | undefined;
  work(): Promise<unknown>;
}

/** Requests that replace the start message, by their protocol number. */
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const START = 'start';
/** After Query, Sync and password the client waits. */
const ENDS_TURN = new Set(['Q', 'S', 'p', START]);

/** Splits a client's bytes into frames. */
function createFrameCutter(onFrame: (kind: string, frame: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const frame = rest.subarray(0, length);
      rest = rest.subarray(length);
      const request = isStarted ? 0 : frame.readInt32BE(4);
      if (request === SSL_REQUEST) onFrame('ssl', frame);
      else if (request === CANCEL_REQUEST) onFrame('X', frame);
      else {
        onFrame(isStarted ? String.fromCharCode(frame[0] ?? 0) : START, frame);
        isStarted = true;
      }
    }
  };
}

/**
 * Gives the only session to one client at a time: for the frames of a statement, and for a whole transaction. (The package's own server switches
 * clients after each frame, so that their statements mix.)
 */
function createSessionQueue(db: PGlite) {
  const queue: Turn[] = [];
  let owner: Socket | undefined;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (;;) {
      if (owner?.destroyed) {
        await db.exec('ROLLBACK');
        owner = undefined;
      }
      const next = owner === undefined ? 0 : queue.findIndex(({ client }) => client === owner);
      const [turn] = next === -1 ? [] : queue.splice(next, 1);
      if (turn === undefined) return;
      await turn.work();
      owner = db.isInTransaction() ? turn.client : undefined;
    }
  }

  function wake(): void {
    working ??= work().finally(() => {
      working = undefined;
      if (queue.length > 0 && owner === undefined) wake();
    });
  }
  return {
    add(turn: Turn) {
      queue.push(turn);
      wake();
    },
    /** A client has disconnected: its pending frames are dropped, and its transaction ends. */
    leave(client: Socket) {
      for (let index = queue.length - 1; index >= 0; index--)
        if (queue[index]?.client === client) queue.splice(index, 1);
      wake();
    },
    idle: () => working ?? Promise.resolve(),
  };
}

async function answerFrames(db: PGlite, client: Socket, frames: readonly Buffer[]): Promise<void> {
  for (const frame of frames) {
    await db.execProtocolRawStream(new Uint8Array(frame), {
      onRawData: (data) => {
        if (client.writable) client.write(Buffer.from(data));
      },
    });
  }
}

/** One that nobody stops: it ends with the worker of the tests. */
export type SharedPgvector = Omit<PgvectorServer, 'stop'>;

let shared: Promise<SharedPgvector> | undefined;

/**
 * The server of all test files of this worker, with the extension in its database: to start one takes seconds. Tables and roles of the files must have
 * different names.
 */
export function sharePgvector(): Promise<SharedPgvector> {
  shared ??= startPgvector();
  return shared;
}

/** A database with the extension. Of a run of the tests only the first worker makes its files, which takes most of the time; the others have a copy. */
async function openDatabase(): Promise<PGlite> {
  const folder = process.env.TRIBUTARY_TEST_FOLDER;
  const made = folder === undefined ? undefined : join(folder, 'pgvector.tar');
  if (made !== undefined && existsSync(made)) {
    return PGlite.create({ extensions: { vector }, loadDataDir: new Blob([readFileSync(made)]) });
  }
  const db = await PGlite.create({ extensions: { vector } });
  await db.exec('CREATE EXTENSION vector');
  if (made !== undefined) {
    const files = await db.dumpDataDir('none');
    const unfinished = `${made}.${randomUUID()}`;
    writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
    renameSync(unfinished, made);
  }
  return db;
}

async function startPgvector(): Promise<PgvectorServer> {
  const db = await openDatabase();
  const sessions = createSessionQueue(db);
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    let frames: Buffer[] = [];
    const cut = createFrameCutter((kind, frame) => {
      if (kind === 'ssl') client.write('N');
      else if (kind === 'X') client.end();
      else {
        frames.push(frame);
        if (!ENDS_TURN.has(kind)) return;
        const turn = frames;
        sessions.add({ client, work: () => answerFrames(db, client, turn) });
        frames = [];
      }
    });
    client.on('data', cut);
    client.on('error', () => client.destroy());
    client.on('close', () => {
      clients.delete(client);
      sessions.leave(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  const settings = {
    host: '127.0.0.1',
    port: address.port,
    database: 'postgres',
    user: 'postgres',
    password: 'postgres',
  };
  return {
    settings: { ...settings, ssl: false, additionalConfig: {} },
    exec: (sql) =>
      new Promise((resolve, reject) => {
        sessions.add({ client: undefined, work: () => db.exec(sql).then(resolve, reject) });
      }),
    async stop() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      await sessions.idle();
      await db.close();
    },
  };
}
