import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { slowClients } from '../../../../electron/server/plugins/slow-clients.ts';

/** How long what comes true by itself may take on a machine that has other work. */
const BUSY_MACHINE = { timeout: 20_000 };

/** Short ones: the tests wait for them to pass. */
const LIMITS = { stillMs: 200, bytesPerSecond: 1000 };
/** More than the system keeps on both ends of a connection whose reader rests. */
const LARGE = 'x'.repeat(16 * 1024 * 1024);
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';

let app: FastifyInstance;
let port: number;
let answered: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  answered = 0;
  app = Fastify();
  slowClients(app, LIMITS);
  app.post('/', async () => 'taken');
  app.get('/large', async () => {
    answered += 1;
    return LARGE;
  });
  const slow = Promise.withResolvers<string>();
  app.get('/slow', () => slow.promise);
  app.get('/end', async () => {
    slow.resolve('slow');
    return 'end';
  });
  port = Number(new URL(await app.listen({ port: 0 })).port);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

function open(text = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  // The server may reset it.
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

/** Not events.once: the server may reset the connection, which is an end like any other. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

test('a connection on which nothing is sent is closed', async () => {
  await closeOf(open().resume());
});

test('a body that stops coming ends its connection', async () => {
  await closeOf(open(`${HEAD}{`).resume());
});

test('a body that comes byte by byte ends its connection', async () => {
  const socket = open(HEAD).resume();
  const timer = setInterval(() => socket.write(' '), 20);
  try {
    await closeOf(socket);
  } finally {
    clearInterval(timer);
  }
});

test('a client that waits for its answer may wait longer', async () => {
  const waiting = fetch(`http://127.0.0.1:${port}/slow`);
  // This one is closed for its silence, so the limit has passed.
  await closeOf(open().resume());
  await closeOf(open().resume());
  await fetch(`http://127.0.0.1:${port}/end`);
  expect(await (await waiting).text()).toBe('slow');
});

test('of pipelined calls whose answers nobody reads only the first is dealt with, and the connection is closed', async () => {
  const socket = open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200)).pause();
  await vi.waitFor(() => expect(answered).toBe(1), BUSY_MACHINE);
  await vi.waitFor(async () => {
    const connections = await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    expect(connections).toBe(0);
  }, 10_000);
  expect(answered).toBe(1);
  socket.destroy();
});

test('pipelined calls whose answers are read are all answered, in order', async () => {
  const socket = open('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  let bytes = 0;
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(3 * LARGE.length), 10_000);
  expect(answered).toBe(3);
});

test('a client that was answered before its body ended does not hold up the end of the server', async () => {
  app = Fastify();
  slowClients(app);
  // As an upload is refused: before anything of it is read.
  app.post('/', { onRequest: async (_request, reply) => reply.code(507).send('full') }, async () => 'taken');
  port = Number(new URL(await app.listen({ port: 0 })).port);
  const socket = open(`${HEAD}{`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('507');
  const closed = closeOf(socket);
  await app.close();
  await closed;
});

test('an answer under way when the server stops is the last of its connection, and no new one is kept', async () => {
  await app.close();
  app = Fastify({ forceCloseConnections: 'idle' });
  slowClients(app);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  app.addHook('preClose', async () => {
    await once(open(), 'connect');
    answer.resolve('slow');
  });
  port = Number(new URL(await app.listen({ port: 0 })).port);
  const socket = open('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n').resume();
  const closed = closeOf(socket);
  await asked.promise;
  await app.close();
  await closed;
});
