import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

export interface SlowClientLimits {
  /** A connection on which nothing moves, while it is the client's turn, is closed after so long, in ms. */
  readonly stillMs: number;
  /** Bytes a second that a body has to come with on average over `stillMs`. A telephone line of old has ten times as many. */
  readonly bytesPerSecond: number;
}

const LIMITS: SlowClientLimits = { stillMs: 60_000, bytesPerSecond: 256 };

interface Receiving {
  readonly request: IncomingMessage;
  checkedAt: number;
  bytesAtCheck: number;
}

/** Whether the rest of a body is waited for, and not for us to take what is there. */
function isClientsTurn({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return !complete && readableLength < readableHighWaterMark;
}

/**
 * Keeps clients that send or read too slowly from holding connections and memory: a connection on which nothing moves is closed, so is one whose
 * body comes a byte at a time, and of calls that come on one connection at once (pipelined) the next is dealt with when the answer before it is out.
 * A client that waits for us may wait for ever. (Slow headers are Node's own business: 60 s.)
 */
export function slowClients(app: FastifyInstance, limits: SlowClientLimits = LIMITS): void {
  const { stillMs, bytesPerSecond } = limits;
  const receiving = new Map<Socket, Receiving>();
  const answering = new WeakMap<Socket, ServerResponse<IncomingMessage>>();

  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    receiving.set(socket, { request: raw, checkedAt: performance.now(), bytesAtCheck: socket.bytesRead });
    const before = answering.get(socket);
    answering.set(socket, reply.raw);
    if (before === undefined || before.closed) return;
    await new Promise<void>((resolve) => before.once('close', () => resolve()));
    // Nobody is there any more to be answered.
    if (socket.destroyed) reply.hijack();
  });
  app.server.on('connection', (socket: Socket) => socket.once('close', () => receiving.delete(socket)));

  // With a listener Node leaves it to us what to do.
  app.server.setTimeout(stillMs, (socket) => {
    const answer = answering.get(socket);
    const isPending = answer !== undefined && !answer.closed;
    if (isPending && socket.writableLength === 0 && !isClientsTurn(answer.req)) socket.setTimeout(stillMs);
    else socket.destroy();
  });

  const timer = setInterval(() => {
    for (const [socket, one] of receiving) {
      const waitedMs = performance.now() - one.checkedAt;
      if (one.request.complete) receiving.delete(socket);
      else if (waitedMs >= stillMs) {
        const received = socket.bytesRead - one.bytesAtCheck;
        if (isClientsTurn(one.request) && received * 1000 < bytesPerSecond * waitedMs) socket.destroy();
        one.checkedAt += waitedMs;
        one.bytesAtCheck = socket.bytesRead;
      }
    }
  }, stillMs / 2);
  timer.unref();
  // Fastify waits for every connection that is not idle, and so for a client that was answered and still has a body to send.
  app.addHook('preClose', async () => {
    for (const [socket, { request }] of receiving) {
      if (!request.complete && answering.get(socket)?.writableFinished === true) socket.destroy();
    }
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
