import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusedStatus } from '../../../../electron/server/http/service-errors.ts';
import {
  callStore,
  cutIntoBatches,
  parseStoreUrl,
  type StoreFailure,
  type StoreService,
} from '../../../../electron/server/stores/store-service.ts';
import { UserError } from '../../../../shared/errors/errors.ts';

const never = new AbortController().signal;

function makeService(more: Partial<StoreService> = {}) {
  const pauses: number[] = [];
  const service: StoreService = {
    name: 'Shelf',
    address: 'http://shelf.test',
    hasKey: true,
    timeoutMs: 60_000,
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    ...more,
  };
  return { service, pauses };
}

/** Fails in these ways, one after the other, and then succeeds. */
function failing(...failures: readonly StoreFailure[]) {
  const left = [...failures];
  let attempts = 0;
  return {
    get attempts() {
      return attempts;
    },
    attempt: () => {
      attempts += 1;
      const failure = left.shift();
      return failure === undefined ? Promise.resolve('done') : Promise.reject(failure);
    },
    explain: (error: unknown) => error as StoreFailure,
  };
}

const refused = (status: number, words = '', retryAfterMs = 0): StoreFailure => ({
  kind: 'refused',
  status,
  words,
  retryAfterMs,
});
const unreachable = (code?: string): StoreFailure => ({
  kind: 'unreachable',
  cause: new TypeError('fetch failed', {
    cause: code === undefined ? undefined : Object.assign(new Error(), { code }),
  }),
});

describe('asking a store', () => {
  test.each([
    ['too many requests', refused(429)],
    ['its own failure', refused(503)],
    ['no connection', unreachable('ECONNREFUSED')],
    ['a broken connection', unreachable('ECONNRESET')],
  ])('asks again after %s', async (_name, failure) => {
    const { service, pauses } = makeService();
    const call = failing(failure, failure, failure);
    await expect(callStore(service, call, never)).resolves.toBe('done');
    expect(call.attempts).toBe(4);
    expect(pauses[0]).toBeGreaterThan(300);
    expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0);
  });

  test('gives up after the fourth time', async () => {
    const call = failing(...Array.from({ length: 9 }, () => refused(500, 'out of memory')));
    await expect(callStore(makeService().service, call, never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringMatching(/^Shelf at http:\/\/shelf\.test failed \(status 500\).*out of memory$/),
    });
    expect(call.attempts).toBe(4);
  });

  test('waits as long as the store asks for, unless that is too long', async () => {
    const { service, pauses } = makeService();
    await callStore(service, failing(refused(429, '', 9000)), never);
    expect(pauses).toEqual([9000]);
    await expect(callStore(service, failing(refused(429, '', 60_000)), never)).rejects.toThrow('status 429');
    expect(pauses).toHaveLength(1);
  });

  test.each<[string, StoreFailure, RegExp]>([
    ['a wrong key', refused(401), /refuses the API key \(status 401\): check the key/],
    ['a missing right', refused(403, 'no access'), /refuses the API key \(status 403\).*It says: no access$/],
    ['a bad request', refused(400, 'bad name'), /refused the request \(status 400\).*It says: bad name$/],
    ['something unknown', refused(404), /does not know what was asked for/],
    ['a large request', refused(413), /too large/],
    ['an unknown host', unreachable('ENOTFOUND'), /cannot be reached \(there is no host of this name\): check/],
    ['another program', { kind: 'unusable', cause: undefined }, /check that the address is that of Shelf/],
  ])('does not ask again after %s, and says what to do', async (_name, failure, message) => {
    const call = failing(failure);
    await expect(callStore(makeService().service, call, never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      status: 502,
      message: expect.stringMatching(message),
    });
    expect(call.attempts).toBe(1);
  });

  test('names a missing key as such', async () => {
    const { service } = makeService({ hasKey: false });
    await expect(callStore(service, failing(refused(401)), never)).rejects.toThrow('wants an API key');
  });

  test('sends a request once if retries are off', async () => {
    const call = { ...failing(unreachable('ECONNREFUSED')), retry: false };
    await expect(callStore(makeService().service, call, never)).rejects.toThrow('nothing answers at this address');
  });

  test('ends a request that takes too long, without another try', async () => {
    let attempts = 0;
    const attempt = (signal: AbortSignal) => {
      attempts += 1;
      return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const explain = (): StoreFailure => unreachable();
    const { service } = makeService({ timeoutMs: 5 });
    await expect(callStore(service, { attempt, explain }, never)).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
      status: 504,
      message: expect.stringContaining('gave no answer within 0.005 s'),
    });
    expect(attempts).toBe(1);
  });

  test('ends with the reason of the signal, during a request and during a pause', async () => {
    const inRequest = new AbortController();
    const attempt = (signal: AbortSignal) => {
      inRequest.abort(new Error('stopped'));
      return Promise.reject(signal.reason);
    };
    await expect(
      callStore(makeService().service, { attempt, explain: () => unreachable() }, inRequest.signal),
    ).rejects.toThrow('stopped');

    const inPause = new AbortController();
    const sleep = (_ms: number, signal: AbortSignal) => {
      inPause.abort(new Error('stopped too'));
      return Promise.reject(signal.reason);
    };
    await expect(callStore(makeService({ sleep }).service, failing(refused(500)), inPause.signal)).rejects.toThrow(
      'stopped too',
    );
  });

  test('passes our own errors on at once', async () => {
    const attempt = () => Promise.reject(new UserError('INVALID_PARAM', 'Ours: change it.'));
    await expect(
      callStore(makeService().service, { attempt, explain: () => unreachable() }, never),
    ).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });

  test('returns the status of a refusal', async () => {
    const error = await callStore(makeService().service, failing(refused(404)), never).catch(
      (thrown: unknown) => thrown,
    );
    expect(refusedStatus(error)).toBe(404);
    expect(refusedStatus(new Error('x'))).toBeUndefined();
  });
});

describe('the address of a store', () => {
  const param = { name: 'storeUrl', example: 'http://localhost:1' };

  test.each([
    ['http://localhost:8000', 'http://localhost:8000', '/'],
    ['  https://a.example/base/ ', 'https://a.example', '/base'],
    ['http://[::1]:99', 'http://[::1]:99', '/'],
  ])('%s', (text, origin, pathname) => {
    expect(parseStoreUrl(text, param)).toMatchObject({ origin, pathname });
  });

  test.each([
    '',
    'localhost:8000',
    'ftp://a.example',
    'http://me:secret@a.example',
    'http://a.example?key=1',
    'http://',
  ])('"%s" is none', (text) => {
    expect(() => parseStoreUrl(text, param)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAM', details: { param: 'storeUrl' } }),
    );
  });

  test('a password in it is not repeated', () => {
    expect(() => parseStoreUrl('http://me:secret@a.example', param)).toThrow(/^(?!.*secret)/);
  });
});

test('batches keep every item, in order, and the limits', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 }), (all, items, bytes) => {
      const batches = cutIntoBatches(all, { items, bytes, bytesOf: (size) => size });
      expect(batches.flat()).toEqual(all);
      for (const [index, batch] of batches.entries()) {
        const sum = batch.reduce((total, size) => total + size, 0);
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(items);
        expect(batch.length === 1 || sum <= bytes).toBe(true);
        const next = batches[index + 1]?.[0];
        if (next !== undefined) expect(batch.length === items || sum + next > bytes).toBe(true);
      }
    }),
  );
});
