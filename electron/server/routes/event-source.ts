import type { FastifyReply } from 'fastify';

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

/** Answers with server-sent events, until it is ended or the client goes. */
export function openEventSource(reply: FastifyReply) {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  raw.once('close', () => clearInterval(heartbeat));

  return {
    /** @param frame lines of an event with the empty line behind it */
    send: (frame: string): void => void raw.write(frame),
    end: (): void => void raw.end(),
    hasEnded: (): boolean => raw.writableEnded,
    /** @param listener called once when the stream has ended or the client has gone */
    onClose: (listener: () => void): void => void raw.once('close', listener),
  };
}
