import type { FastifyReply } from 'fastify';
import type { NumberedEvent } from '../core/event-stream.ts';

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

/** Answers with server-sent events, each named by its type, with its number, as JSON; until it is ended or the client goes. */
export function openEventSource<Event extends { readonly type: string }>(reply: FastifyReply) {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  raw.once('close', () => clearInterval(heartbeat));

  return {
    send({ id, event }: NumberedEvent<Event>): void {
      raw.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    },
    end: (): void => void raw.end(),
    hasEnded: (): boolean => raw.writableEnded,
    /** @param listener called once when the stream has ended or the client has gone */
    onClose: (listener: () => void): void => void raw.once('close', listener),
  };
}
