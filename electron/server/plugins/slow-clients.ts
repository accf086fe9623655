import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

export interface SlowClientLimits {
  /** A connection without traffic for this time, in ms, is closed if it is the client's turn. */
  readonly stillMs: number;
  /** The minimum average rate of a body over `stillMs`, in bytes per second. An old telephone line is ten times as fast. */
  readonly bytesPerSecond: number;
}

const LIMITS: SlowClientLimits = { stillMs: 60_000, bytesPerSecond: 256 };

interface Receiving {
  readonly request: IncomingMessage;
  checkedAt: number;
  bytesAtCheck: number;
}

/** Whether the server waits for the rest of a body, rather than the client for the server. */
function isClientsTurn({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return !complete && readableLength < readableHighWaterMark;
}

/**
 * Keeps slow clients from holding connections and memory. A connection without traffic is closed, and so is one that sends its body a few bytes at a
 * time. Of pipelined calls on one connection, the next is handled after the previous answer has been sent. A client that waits for the server may
 * wait without limit. (Node limits slow headers: 60 s.)
 */
export function slowClients(app: FastifyInstance, limits: SlowClientLimits = LIMITS): void {
  const { stillMs, bytesPerSecond } = limits;
  const receiving = new Map<Socket, Receiving>();
  const answering = new WeakMap<Socket, ServerResponse<IncomingMessage>>();
  /** Connections on which no byte has come yet: browsers open some in advance. */
  const silent = new Set<Socket>();
  let isClosing = false;

  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    silent.delete(socket);
    receiving.set(socket, { request: raw, checkedAt: performance.now(), bytesAtCheck: socket.bytesRead });
    const before = answering.get(socket);
    answering.set(socket, reply.raw);
    if (before === undefined || before.closed) return;
    await new Promise<void>((resolve) => before.once('close', () => resolve()));
    // The client is gone, so no answer is needed.
    if (socket.destroyed) reply.hijack();
  });
  // Node treats a connection whose answer was under way when the server began to close like any other.
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.destroySoon();
  });
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    silent.add(socket);
    socket.once('close', () => {
      silent.delete(socket);
      receiving.delete(socket);
    });
  });

  // With a listener, Node leaves the handling to us.
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
  // Fastify waits for every connection that is not idle, including a client that has its answer but is still sending a body.
  // To Node, a connection without a request is not idle.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    for (const [socket, { request }] of receiving) {
      if (!request.complete && answering.get(socket)?.writableFinished === true) socket.destroy();
    }
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
