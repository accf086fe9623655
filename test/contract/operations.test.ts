import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectError, expectSound } from '../helpers/contracts/contract-answers.ts';
import { flowOperations } from '../helpers/contracts/contract-flow-operations.ts';
import {
  EMPTY_FORMS,
  HOSTILE_IDS,
  MALFORMED_FORMS,
  MALFORMED_JSON,
  NOT_OBJECTS,
} from '../helpers/contracts/contract-hostile.ts';
import {
  type ContractKit,
  type ContractOperation,
  NOBODY,
  patched,
  pathOf,
  type RightCall,
} from '../helpers/contracts/contract-operations.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../helpers/contracts/contract-request.ts';
import { resourceOperations } from '../helpers/contracts/contract-resource-operations.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { storeOperations } from '../helpers/contracts/contract-store-operations.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

/** How many operations each group has in part 4 of the interface. */
const GROUPS = { chatflows: 6, 'document-store': 13, tools: 5, variables: 4, assistants: 4, feedback: 3, vector: 1 };

const operations: readonly ContractOperation[] = [...flowOperations, ...storeOperations, ...resourceOperations];

const MIB = 1024 * 1024;
/** Small, so that a body over the limit costs the suite little. */
const LIMITS = { jsonLimitBytes: MIB, fileLimitBytes: MIB, uploadLimitBytes: 2 * MIB };
const JSON_TYPE = { 'content-type': 'application/json' };

let server: TestServer;
let fake: FakeOpenAI;
let kit: ContractKit;

beforeAll(async () => {
  server = await startServerWith(LIMITS);
  fake = await startFakeOpenAI();
  kit = { api: createApiClient(server.url), basepath: fake.basepath };
});

afterAll(async () => {
  await server.close();
  await fake.close();
});

/** Sends, and checks what holds for every answer. */
async function send(request: RawRequest, what = `${request.method} ${request.path.slice(0, 120)}`): Promise<RawAnswer> {
  const answer = await sendRaw(server.url, request);
  expectSound(answer, server.dataDir, what);
  return answer;
}

async function refused(request: RawRequest, status: number | readonly number[], code?: string): Promise<void> {
  const what = `${request.method} ${request.path.slice(0, 120)} ${String(request.body ?? '').slice(0, 200)}`;
  const answer = await send(request, what);
  expect([status].flat(), `${what}\n${answer.text.slice(0, 500)}`).toContain(answer.status);
  if (code !== undefined) expect(expectError(answer, server.dataDir, what).code, what).toBe(code);
}

function toRequest(operation: ContractOperation, call: RightCall): RawRequest {
  const request = { method: operation.method, path: pathOf(operation, call) };
  return call.body === undefined ? request : { ...request, headers: JSON_TYPE, body: JSON.stringify(call.body) };
}

function form(
  parts: readonly { readonly name: string; readonly filename?: string; readonly content: string }[],
): Pick<RawRequest, 'headers' | 'body'> {
  const text = parts.map(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    return `--boundary\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
    body: `${text.join('')}--boundary--\r\n`,
  };
}

/** Not a skipped test: there is nothing to test where the condition does not hold. */
function testIf(isMeant: boolean, name: string, run: () => Promise<void>): void {
  if (isMeant) test(name, run);
}

describe.each(operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation })))(
  '$name',
  ({ operation }) => {
    const { method, hasForm = false } = operation;
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const hasBody = method === 'POST' || method === 'PUT';
    let right: RightCall;

    beforeAll(async () => {
      right = await operation.prepare(kit);
    });

    const request = (changes: Partial<RawRequest> = {}): RawRequest => ({ ...toRequest(operation, right), ...changes });
    const withParam = (name: string, value: string) =>
      request({ path: pathOf(operation, { ...right, params: { ...right.params, [name]: value } }) });

    test('right input is 200 and as described', async () => {
      const answer = await send(toRequest(operation, await operation.prepare(kit)));
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(operation.answer.safeParse(JSON.parse(answer.text)).error).toBeUndefined();
    });

    test('fields that are missing or wrong are 400', async () => {
      const { body } = right;
      for (const patch of operation.wrong ?? []) {
        await refused(request({ body: JSON.stringify(patched(body ?? {}, patch)) }), 400);
      }
      for (const { patch, code } of operation.dangling ?? []) {
        const answer = await send(request({ body: JSON.stringify(patched(body ?? {}, patch)) }));
        expect(expectError(answer, server.dataDir, code).code).toBe(code);
      }
      for (const [query, status] of Object.entries(operation.wrongQueries ?? {})) {
        await refused(request({ path: pathOf(operation, { ...right, query }) }), status);
      }
      for (const [name, values] of Object.entries(operation.wrongParams ?? {})) {
        for (const value of values) await refused(withParam(name, value), 400, 'INVALID_INPUT');
      }
    });

    test('an id that nobody has is answered as such', async () => {
      const { unknown, wrongParams = {}, anyId = [] } = operation;
      expect([...Object.keys(unknown), ...Object.keys(wrongParams), ...anyId].sort()).toEqual(placeholders.toSorted());
      for (const name of anyId) expect((await send(withParam(name, NOBODY))).text).toBe('[]');
      for (const [name, code] of Object.entries(operation.unknown)) {
        await refused(withParam(name, NOBODY), code === 'UNAUTHORIZED' ? 401 : 404, code);
      }
    });

    test('another method is 405 and says which there are', async () => {
      const known = operations.filter(({ path }) => path === operation.path).map((other) => other.method);
      for (const other of ['PATCH', 'GET', 'POST', 'PUT', 'DELETE'].filter(
        (name) => !known.some((one) => one === name),
      )) {
        const answer = await send({ method: other, path: pathOf(operation, right) });
        // Beyond the interface there may be more methods, assistants can be listed, say.
        if (other !== 'PATCH' && answer.status !== 405) continue;
        expect(answer.status, other).toBe(405);
        expect(expectError(answer, server.dataDir, other).code).toBe('METHOD_NOT_ALLOWED');
        expect(answer.headers.allow).toContain(method);
      }
    });

    test('path ids that mean harm do none', async () => {
      for (const name of placeholders) {
        for (const value of Object.values(HOSTILE_IDS))
          await refused(
            withParam(name, value),
            operation.anyId?.includes(name) ? [200, 400, 404, 405, 414] : [400, 401, 404, 405, 414],
          );
      }
      await send(
        request({
          path: `${pathOf(operation, right)}${operation.path.includes('?') ? '&' : '?'}__proto__[polluted]=1&constructor=1`,
        }),
      );
      expect({}).not.toHaveProperty('polluted');
    });

    testIf(hasBody, 'another content type is 415', async () => {
      const types = ['text/plain', 'application/xml', 'text/html; charset=utf-8', 'nonsense'];
      for (const type of types) await refused(request({ headers: { 'content-type': type }, body: 'name=x' }), 415);
      await refused(request({ headers: {}, body: JSON.stringify(right.body ?? {}) }), 415);
      if (!hasForm) await refused(request(form([{ name: 'name', content: 'x' }])), 415);
    });

    testIf(
      hasBody,
      'a urlencoded form with the same fields is taken, and so is a slash at the end of the path',
      async () => {
        const call = await operation.prepare(kit);
        const texts = Object.entries(call.body ?? {}).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]);
        const { method: name, path } = toRequest(operation, call);
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await send({
          method: name,
          path: `${path}/`,
          headers,
          body: String(new URLSearchParams(texts)),
        });
        expect(answer.status, answer.text).toBe(200);
        expect(operation.answer.safeParse(JSON.parse(answer.text)).error).toBeUndefined();
      },
    );

    testIf(hasBody, 'JSON that is malformed or reaches for a prototype is 400', async () => {
      for (const body of MALFORMED_JSON) await refused(request({ headers: JSON_TYPE, body }), 400, 'INVALID_JSON');
      expect({}).not.toHaveProperty('polluted');
    });

    testIf(hasBody, 'JSON that is no object is 400', async () => {
      for (const body of NOT_OBJECTS) await refused(request({ headers: JSON_TYPE, body }), 400);
    });

    testIf(hasBody, 'a body over the limit is 413, announced or not', async () => {
      const body = JSON.stringify({ ...right.body, padding: 'x'.repeat(LIMITS.jsonLimitBytes) });
      await refused(request({ headers: JSON_TYPE, body }), 413, 'PAYLOAD_TOO_LARGE');
      await refused(request({ headers: JSON_TYPE, body, isChunked: true }), 413, 'PAYLOAD_TOO_LARGE');
    });

    testIf(hasBody, 'a body of nothing but depth does no harm', async () => {
      await send(request({ headers: JSON_TYPE, body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` }));
      await send(request({ headers: JSON_TYPE, body: JSON.stringify({ ...right.body, ['k'.repeat(100_000)]: 1 }) }));
    });

    testIf(!hasBody, 'a body that is not asked for does no harm', async () => {
      const fresh = await operation.prepare(kit);
      for (const body of ['[]', '{"__proto__":{"polluted":true}}', '{"id":'])
        await send({ ...toRequest(operation, fresh), headers: JSON_TYPE, body });
      expect({}).not.toHaveProperty('polluted');
    });

    testIf(method === 'DELETE', 'an empty JSON body is as good as none', async () => {
      const answer = await send({
        ...toRequest(operation, await operation.prepare(kit)),
        headers: { ...JSON_TYPE, 'content-length': 0 },
      });
      expect(answer.status).toBe(200);
    });

    testIf(hasForm, 'malformed multipart is refused', async () => {
      for (const { type, body } of Object.values(MALFORMED_FORMS)) {
        await refused(request({ headers: { 'content-type': type }, body }), [400, 415]);
      }
      for (const { type, body } of EMPTY_FORMS) await send(request({ headers: { 'content-type': type }, body }));
    });

    testIf(hasForm, 'form fields that reach for a prototype change none', async () => {
      const fields = [
        { name: '__proto__', content: '1' },
        { name: '__proto__[polluted]', content: 'true' },
        { name: 'constructor[prototype]', content: 'polluted' },
        { name: 'metadata[__proto__]', content: '1' },
        {
          name: 'overrideConfig',
          content: '{"__proto__":{"polluted":true},"metadata":{"__proto__":{"polluted":true}}}',
        },
        { name: 'metadata', content: '{"__proto__":{"polluted":true}}' },
        { name: 'files', filename: '../../../../tmp/a.txt', content: 'Words.' },
      ];
      await send(request(form(fields)));
      for (const field of fields) await send(request(form([field])));
      expect({}).not.toHaveProperty('polluted');
    });

    testIf(hasForm, 'a file over the limit is 413, and so are files over it together', async () => {
      const content = 'x'.repeat(LIMITS.fileLimitBytes + 1);
      await refused(request(form([{ name: 'files', filename: 'a.txt', content }])), 413, 'FILE_TOO_LARGE');
      const half = { name: 'files', filename: 'a.txt', content: 'x'.repeat(LIMITS.fileLimitBytes - 1) };
      await refused(request(form([half, half, half])), 413, 'PAYLOAD_TOO_LARGE');
    });
  },
);

test('the table is that of the interface, and the OpenAPI document has all of it', async () => {
  const paths = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse((await kit.api.get('/openapi.json')).body).paths;
  const described = operations.filter(({ method, path }) =>
    Object.hasOwn(paths[`/api/v1${path}`] ?? {}, method.toLowerCase()),
  );
  const ofGroup = (group: string) => operations.filter(({ path }) => path.split('/')[1] === group).length;
  const counts = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, ofGroup(group)]));
  const total = Object.values(GROUPS).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${described.length} of ${total} operations\n`);
  expect(described).toEqual(operations);
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
  expect(counts).toEqual(GROUPS);
});
