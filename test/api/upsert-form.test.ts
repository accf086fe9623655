import { expect, test } from 'vitest';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

/** A form as it goes over the wire: some clients give each part a content type. */
async function sendForm(parts: readonly { readonly head: string; readonly body: string }[]) {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  const body = parts.map((part) => `--border\r\nContent-Disposition: form-data; ${part.head}\r\n\r\n${part.body}\r\n`);
  return suite.api.call('POST', `/vector/upsert/${id}`, {
    body: `${body.join('')}--border--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=border' },
  });
}

const FILE = { head: 'name="files"; filename="a.txt"\r\nContent-Type: text/plain', body: 'Hello there.' };

test('an overrideConfig field that says it is JSON counts as one that does not', async () => {
  for (const type of ['', '\r\nContent-Type: application/json', '\r\nContent-Type: text/plain']) {
    const answer = await sendForm([FILE, { head: `name="overrideConfig"${type}`, body: '{"nobodyKnowsThis":1}' }]);
    expect(UpsertResultSchema.parse(answer.body)).toMatchObject({ numAdded: 1, ignoredOverrides: ['nobodyKnowsThis'] });
  }
});

test('a field that says it is JSON and is not is refused', async () => {
  const head = 'name="overrideConfig"\r\nContent-Type: application/json';
  expect(ErrorBodySchema.parse((await sendForm([FILE, { head, body: '{' }])).body)).toMatchObject({ statusCode: 400 });
});

test('a form for a call that takes none is 415', async () => {
  const form = new FormData();
  form.append('name', 'A');
  const answer = await suite.api.call('POST', '/chatflows', { body: form });
  expect(ErrorBodySchema.parse(answer.body)).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
});

test('files keep their folders as source, and the second of a name gets one of its own, which the answer says', async () => {
  const { id } = await suite.api.createFlow(
    makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } }),
  );
  const files = [
    { name: 'rules/a.txt', content: 'Bees sleep.' },
    { name: 'notes/a.txt', content: 'Moss likes shade.' },
    { name: 'rules/a.txt', content: 'Herons wait.' },
  ];
  const renamedFiles = [{ sentAs: 'rules/a.txt', source: 'rules/a (2).txt' }];
  expect(await suite.api.upsert(id, files)).toMatchObject({ numAdded: 3, renamedFiles });
  expect(await suite.api.upsert(id, files)).toMatchObject({ numSkipped: 3, numDeleted: 0, renamedFiles });
  const accepted = await suite.api.upload(id, files, {}, { prefer: 'respond-async' });
  expect(accepted).toMatchObject({ status: 202, body: { renamedFiles } });
  const { docs } = await suite.api.query(id, { query: 'Herons wait.', mode: 'vector', topK: 3 });
  const sources = docs.map(({ metadata }) => metadata.source);
  expect(sources.sort()).toEqual(['notes/a.txt', 'rules/a (2).txt', 'rules/a.txt']);
  const plain = await suite.api.upsert(id, [{ name: 'b.txt', content: 'One.' }]);
  expect(plain).not.toHaveProperty('renamedFiles');
});

test('files without a name are sources of their own, by their content', async () => {
  const { id } = await suite.api.createFlow(
    makeFlow({
      loader: nodeDefinitions.fileLoader,
      basepath: suite.fake.basepath,
      records: { cleanup: 'incremental' },
    }),
  );
  for (const [name, content] of [
    ['', 'Bees sleep.'],
    ['.', 'Moss likes shade.'],
    ['..', 'Herons wait.'],
  ] as const) {
    expect(await suite.api.upsert(id, [{ name, content }])).toMatchObject({ numAdded: 1, numDeleted: 0 });
  }
  expect(await suite.api.upsert(id, [{ name: '../', content: 'Bees sleep.' }])).toMatchObject({ numSkipped: 1 });
  expect(await suite.api.upsert(id, [{ name: 'upload', content: 'One.' }])).toMatchObject({ numAdded: 1 });
  const { docs } = await suite.api.query(id, { query: 'Herons wait.', mode: 'vector', topK: 9 });
  const sources = docs.map(({ metadata }) => String(metadata.source));
  expect(sources).toHaveLength(4);
  expect(sources.filter((source) => /^upload-[0-9a-f]{12}$/.test(source))).toHaveLength(3);
});
