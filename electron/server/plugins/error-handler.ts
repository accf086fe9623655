import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE, type ErrorBody } from '../../../shared/api/common.ts';
import { clientError } from '../../../shared/errors/client-error.ts';
import {
  AppError,
  BugError,
  toAppError as fromAnyError,
  OperationalError,
  UserError,
} from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { formatLimit } from '../../../shared/text/format.ts';
import { CallerGone } from '../core/caller-gone.ts';
import type { Log } from '../core/log.ts';
import { isForeignPage } from './caller-guard.ts';

/** The body of every failure. */
export function toErrorBody(error: AppError): ErrorBody {
  return { success: false, stack: {}, ...clientError(error) };
}

/** Our errors for those that frameworks and the system throw. An error that is not known here is a bug. */
export function toAppError(error: unknown, limitBytes: number): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const cause = error;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new UserError(
        'PAYLOAD_TOO_LARGE',
        `The body is over ${formatLimit(limitBytes)}: send large texts as files.`,
        { cause },
      );
    case 'FST_REQ_FILE_TOO_LARGE':
      return new UserError(
        'FILE_TOO_LARGE',
        'A file is over the limit for one file: raise fileLimitBytes in settings.json, or split it.',
        { cause },
      );
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new UserError('PAYLOAD_TOO_LARGE', 'The form has too many parts: send fewer at once.', { cause });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new UserError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The content type is not one that this call takes: send application/json, or a form.',
        { cause },
      );
    case 'FST_ERR_BAD_URL':
      return new UserError(
        'INVALID_INPUT',
        "The path can't be read: each percent sign in it must begin an encoded UTF-8 character.",
        { cause },
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new UserError(
        'NOT_FOUND',
        'The path has an id that is longer than any that there is: look the id up in its list.',
        { cause },
      );
  }
  if (code.startsWith('FST_') && isClientError(error)) {
    return new UserError('INVALID_INPUT', `The request can't be read (${error.message}): check how it is sent.`, {
      cause,
    });
  }
  return fromAnyError(error);
}

function isClientError(error: unknown): error is FastifyError {
  return (
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500
  );
}

/** The methods of a path: Fastify answers 404 also where only the method is wrong. */
function createMethodTable(app: FastifyInstance) {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`,
      'i',
    );
    for (const name of [method].flat()) routes.push({ pattern, method: name });
  });
  return (path: string): readonly string[] => [
    ...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method)),
  ];
}

/**
 * After an answer has been sent, reads and discards the rest of the request; otherwise the next call on the connection would wait behind it forever.
 * Node does this only for bodies that nobody began to read.
 */
function drainBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    raw.unpipe();
    raw.resume();
  });
}

/** Fastify closes the connection after such an answer. (Uploads are refused at once: their connection stays open.) */
function isCutShort(error: unknown): boolean {
  return codeOf(error) === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

/** The most bytes of a too large body that are read before the connection is closed. */
const MOST_DRAINED_BYTES = 1024 ** 3;

/**
 * Reads the rest of a body and discards it. Scripts send everything before they read an answer: if the connection closes earlier, they never see the
 * answer.
 */
async function drain(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  let drained = 0;
  raw.unpipe();
  await new Promise<void>((resolve) => {
    raw.once('end', resolve).once('close', resolve);
    raw.on('data', (piece: Buffer | string) => {
      drained += piece.length;
      if (drained > MOST_DRAINED_BYTES) resolve();
    });
    raw.resume();
  });
}

/** A chat on a page of others asks for events, and shows people the body of what it gets instead. */
function showsBody(request: FastifyRequest): boolean {
  return request.headers.accept === 'text/event-stream' && isForeignPage(request);
}

function send(reply: FastifyReply, error: AppError): void {
  const retryAfter = error.details?.retryAfterSeconds;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  reply.code(error.status);
  if (showsBody(reply.request)) reply.type('text/plain; charset=utf-8').send(toErrorBody(error).message);
  else reply.type('application/json; charset=utf-8').send(toErrorBody(error));
}

/** What is not there, for a path that no route has. */
function describeMissing(path: string): string {
  if (!path.toLowerCase().startsWith(`${API_BASE}/`))
    return `There is nothing at this path: the API lies under ${API_BASE}.`;
  const first = path.slice(API_BASE.length + 1).split('/')[0] ?? '';
  return `This API has no "${first}", or nothing at this path of it: see ${API_BASE}/openapi.json for what there is.`;
}

/** Refuses requests while the server stops, in our error shape: a client may retry later, or use another server. */
function refuseWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing)
      throw new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: try again when it is back.');
  });
}

/**
 * Gives every failure the same shape, including unknown routes, wrong methods and a stopping server. Register it before the routes, in an app with
 * `return503OnClosing` off.
 */
export function errorHandler(
  app: FastifyInstance,
  options: { readonly log: Log; readonly jsonLimitBytes: number; readonly onDiskFull: () => void },
): void {
  const methodsOf = createMethodTable(app);
  refuseWhenClosing(app);
  drainBodies(app);
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown, options.jsonLimitBytes);
    if (error.code === 'DISK_FULL') options.onDiskFull();
    if (isCutShort(thrown)) await drain(request.raw);
    if (error instanceof BugError && !(thrown instanceof CallerGone)) {
      // The pattern, not the requested address, which may contain a key.
      options.log.error({ err: thrown, method: request.method, route: request.routeOptions.url }, error.message);
    }
    send(reply, error);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
    const allowed = methodsOf(path);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      send(
        reply,
        new UserError('METHOD_NOT_ALLOWED', `${request.method} is not for this path: use ${allowed.join(' or ')}.`),
      );
    } else send(reply, new UserError('ROUTE_NOT_FOUND', describeMissing(path)));
  });
}
