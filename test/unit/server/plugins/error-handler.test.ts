import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { CallerGone } from '../../../../electron/server/core/caller-gone.ts';
import { earlyErrors } from '../../../../electron/server/plugins/early-errors.ts';
import { errorHandler, toAppError, toErrorBody } from '../../../../electron/server/plugins/error-handler.ts';
import {
  BugError,
  fromErrorData,
  OperationalError,
  toErrorData,
  UserError,
  withNodeId,
} from '../../../../shared/errors/errors.ts';
import { silentLog } from '../../../helpers/builders/silent-log.ts';

function coded(code: string, statusCode?: number): Error {
  return Object.assign(new Error('secret words of a library'), {
    code,
    ...(statusCode === undefined ? {} : { statusCode }),
  });
}

describe('toAppError', () => {
  test.each([
    [coded('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'PAYLOAD_TOO_LARGE', 413],
    [coded('FST_REQ_FILE_TOO_LARGE', 413), 'FILE_TOO_LARGE', 413],
    [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'UNSUPPORTED_MEDIA_TYPE', 415],
    [coded('ENOSPC'), 'DISK_FULL', 507],
    [coded('SQLITE_FULL'), 'DISK_FULL', 507],
    [coded('FST_ERR_BAD_URL', 400), 'INVALID_INPUT', 400],
    [coded('FST_SOMETHING', 500), 'INTERNAL', 500],
    [new TypeError('x is not a function'), 'INTERNAL', 500],
    ['a thrown text', 'INTERNAL', 500],
  ])('%s becomes %s', (thrown, code, status) => {
    expect(toAppError(thrown, 50)).toMatchObject({ code, status });
  });

  test('our own errors pass as they are', () => {
    const error = new UserError('NO_FILES', 'x', { nodeId: 'n' });
    expect(toAppError(error, 50)).toBe(error);
  });
});

describe('toErrorBody', () => {
  test('a bug keeps its words to itself', () => {
    const body = toErrorBody(new BugError('SELECT * FROM secret', { details: { path: '/home' } }));
    expect(body).toEqual({
      statusCode: 500,
      success: false,
      message: 'Something went wrong on our side: the log of the server has the details.',
      stack: {},
      code: 'INTERNAL',
    });
  });

  test('other errors say what happened, where and what to do', () => {
    expect(
      toErrorBody(
        new OperationalError('SERVICE_FAILED', 'It is down: start it.', { nodeId: 'n', details: { status: 500 } }),
      ),
    ).toEqual({
      statusCode: 502,
      success: false,
      message: 'It is down: start it.',
      stack: {},
      code: 'SERVICE_FAILED',
      nodeId: 'n',
      details: { status: 500 },
    });
  });
});

describe('errors across threads', () => {
  test.each([
    new UserError('FILE_EMPTY', 'a', { nodeId: 'n', details: { file: 'x' } }),
    new OperationalError('WORKER_CRASHED', 'b'),
    new BugError('c'),
  ])('%s comes back as it was', (error) => {
    const back = fromErrorData(structuredClone(toErrorData(error)));
    expect(back).toBeInstanceOf(error.constructor);
    expect(toErrorData(back)).toEqual(toErrorData(error));
  });

  test('a node is named once, by whoever knew it first', () => {
    expect(withNodeId(new UserError('NO_FILES', 'x'), 'outer')).toMatchObject({ nodeId: 'outer' });
    expect(withNodeId(new UserError('NO_FILES', 'x', { nodeId: 'inner' }), 'outer')).toMatchObject({ nodeId: 'inner' });
  });
});

test('a caller that has gone is no fault: the log says nothing of it', async () => {
  const logged: object[] = [];
  const app = Fastify();
  errorHandler(app, {
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    jsonLimitBytes: 50,
    onDiskFull: () => undefined,
  });
  app.get('/gone', () => Promise.reject(new CallerGone('The caller of /gone has gone.')));
  await app.inject('/gone');
  await app.close();
  expect(logged).toEqual([]);
});

test('the log of a bug names the route, not the address, which may have a key in it', async () => {
  const logged: object[] = [];
  const app = Fastify();
  errorHandler(app, {
    log: { ...silentLog, error: (fields) => void logged.push(fields) },
    jsonLimitBytes: 100,
    onDiskFull: () => undefined,
  });
  app.get('/keys/:key', () => {
    throw new TypeError('x is not a function');
  });
  expect((await app.inject('/keys/very-secret?also=very-secret')).statusCode).toBe(500);
  expect(logged).toMatchObject([{ method: 'GET', route: '/keys/:key' }]);
  expect(JSON.stringify(logged)).not.toContain('very-secret');
});

test('a call on an open connection while the server stops is told so in our shape', async () => {
  const app = Fastify({ ...earlyErrors, forceCloseConnections: 'idle' });
  const [first, second, closing, finish] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const waiting = [first, second];
  app.addHook('onRequest', async () => waiting.shift()?.resolve());
  app.addHook('preClose', async () => closing?.resolve());
  errorHandler(app, { log: silentLog, jsonLimitBytes: 50, onDiskFull: () => undefined });
  app.get('/slow', async () => {
    await finish?.promise;
    return 'done';
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const answers = text(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await first?.promise;
  const closed = app.close();
  await closing?.promise;
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await second?.promise;
  finish?.resolve();
  const [, early, late] = (await answers).split('HTTP/1.1 ');
  expect(early).toMatch(/^200 .*done$/s);
  expect(late).toMatch(/^503 .*"code":"SHUTTING_DOWN"/s);
  await closed;
});
