import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, UserError } from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { toAppError, toErrorBody } from './error-handler.ts';

/** Our codes and messages for requests that Node's HTTP parser refuses. */
function parserError(error: unknown): AppError {
  if (codeOf(error) === 'HPE_HEADER_OVERFLOW') {
    return new UserError('INVALID_INPUT', 'The path and the headers are over 16 kB: send what is long in the body.', {
      cause: error,
    });
  }
  return new UserError('INVALID_INPUT', 'This is not an HTTP request that can be read: check how it is sent.', {
    cause: error,
  });
}

/** Refuses a header `Expect` other than `100-continue` in our error shape, where Node's own answer has no body. */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (_request, response) => {
    const error = new UserError(
      'EXPECTATION_FAILED',
      'The header Expect asks for what is not done here: leave it out.',
    );
    response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(toErrorBody(error)));
  });
}

/** Fastify options that give our error shape also to failures before there is a route, or even a request. */
export const earlyErrors = {
  // Fastify's own answer has another shape: see refuseWhenClosing.
  return503OnClosing: false,
  // Node's own refusal has no body; the guard of callers refuses what has no host.
  http: { requireHostHeader: false },
  frameworkErrors(thrown: Error, _request: FastifyRequest, reply: FastifyReply): void {
    const error = toAppError(thrown, 0);
    reply
      .code(error.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(toErrorBody(error)));
  },
  clientErrorHandler(thrown: Error, socket: Socket): void {
    if (!socket.writable) return;
    const error = parserError(thrown);
    const body = JSON.stringify(toErrorBody(error));
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  },
};
