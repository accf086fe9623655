import { beforeAll, expect, test } from 'vitest';
import { describeApi } from '../../../../../electron/server/openapi/describe-api.ts';
import { routes } from '../../../../../electron/server/routes/routes.ts';
import { type ApiDocument, type ApiOperation, readApiDocument } from '../../../../../renderer/api/api-document.ts';
import {
  bodyKinds,
  callOf,
  draftOf,
  isJsonReady,
  missingParameters,
} from '../../../../../renderer/features/api-panel/reference/call-draft.ts';
import { findOperations } from '../../../../../renderer/features/api-panel/reference/find-operations.ts';
import { SNIPPET_LANGUAGES, writeSnippet } from '../../../../../shared/snippets/write-snippet.ts';

let document: ApiDocument;
beforeAll(() => {
  document = readApiDocument(describeApi(routes, '0.0.0'));
});

function operationOf(id: string): ApiOperation {
  const found = document.operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}

test('every operation has a call in three languages, and misses only its needed parameters', () => {
  for (const operation of document.operations) {
    const draft = draftOf(operation);
    const needed = operation.parameters.filter(({ required }) => required).map(({ name }) => name);
    expect(missingParameters(operation, draft).map(({ name }) => name)).toEqual(needed);
    expect(isJsonReady(operation, draft)).toBe(true);
    const call = callOf(operation, draft, false);
    expect(call.path).not.toContain('{');
    for (const language of SNIPPET_LANGUAGES)
      expect(writeSnippet(language, call, 'http://127.0.0.1:3000')).toContain(call.path.replaceAll("'", "'\\''"));
  }
});

test('what is typed goes into path, query and headers', () => {
  const operation = operationOf('upsertVector');
  const draft = { ...draftOf(operation), parameters: { id: 'a b', dryRun: 'true', prefer: 'respond-async' } };
  expect(callOf(operation, draft, true)).toMatchObject({
    method: 'POST',
    path: '/api/v1/vector/upsert/a%20b?dryRun=true',
    headers: { prefer: 'respond-async' },
    needsKey: true,
  });
});

test('a form has its files and those of its fields that are not empty', () => {
  const operation = operationOf('upsertVector');
  expect(bodyKinds(operation)).toEqual(['json', 'form']);
  const draft = { ...draftOf(operation), bodyKind: 'form' as const };
  expect(callOf(operation, draft, false).body).toEqual({
    type: 'form',
    files: ['handbook.md'],
    fields: { overrideConfig: '{"chunkSize":500}' },
  });
  const fields = { overrideConfig: '' };
  expect(callOf(operation, { ...draft, fields }, false).body).toMatchObject({ fields: {} });
});

test('a body that can be left out may be empty, and one that is no JSON is not sent', () => {
  const optional = operationOf('upsertVector');
  const needed = operationOf('createChatflow');
  const empty = { ...draftOf(optional), json: ' ' };
  expect(isJsonReady(optional, empty)).toBe(true);
  expect(callOf(optional, empty, false).body).toEqual({ type: 'none' });
  expect(isJsonReady(needed, { ...draftOf(needed), json: '' })).toBe(false);
  expect(isJsonReady(needed, { ...draftOf(needed), json: '{' })).toBe(false);
});

test('an answer that is a file is saved, and one that is a stream is read as it comes', () => {
  const archive = operationOf('exportArchive');
  const python = writeSnippet('python', callOf(archive, draftOf(archive), false), 'http://h');
  expect(python).toContain('Path("archive.zip").write_bytes(response.content)');
  const events = operationOf('watchRun');
  const call = callOf(events, draftOf(events), false);
  expect(writeSnippet('curl', call, 'http://h')).toContain('--no-buffer');
  expect(writeSnippet('javascript', call, 'http://h')).toContain('for await (const part of response.body)');
});

test('operations are found by all words of a search, by resource', () => {
  const found = findOperations(document, 'delete tool');
  expect(found.map(({ tag }) => tag)).toContain('Tools');
  expect(found.flatMap(({ operations }) => operations).every(({ method }) => method === 'DELETE')).toBe(true);
  expect(findOperations(document, 'no such words')).toEqual([]);
});
