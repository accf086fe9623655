import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ContentSourcesSchema } from '../../shared/api/contents.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

async function newFlow(): Promise<string> {
  const flow = makeFlow({ basepath: suite.fake.basepath, records: {}, splitter: { chunkOverlap: 0 } });
  const apiConfig = makeApiConfig({
    'Text File': ['files', 'metadata'],
    'Recursive Character Text Splitter': ['chunkSize'],
  });
  return (await suite.api.createFlow(flow, apiConfig)).id;
}

function send(id: string, body: Buffer, headers: Record<string, string>) {
  return suite.api.call('POST', `/vector/upsert/${id}`, { body: new Uint8Array(body), headers });
}

const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (disposition: string, body: string) => `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n`;
const fileForm = (name: string, text: string) =>
  `${part(`form-data; name="files"; filename="${name}"`, text)}--b--\r\n`;

const namesOf = async (id: string) =>
  ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body).sources.map(({ name }) => name);

test('two files whose names are in Latin-1 are two sources', async () => {
  const id = await newFlow();
  for (const [name, text] of [
    ['ä.txt', 'Herons stand.'],
    ['ö.txt', 'Ducks swim.'],
  ] as const) {
    const answer = await send(id, Buffer.from(fileForm(name, text), 'latin1'), FORM);
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 1, numDeleted: 0 } });
  }
  expect((await namesOf(id)).toSorted()).toEqual(['ä.txt', 'ö.txt']);
});

test('overrideConfig comes as a file, or key by key', async () => {
  const id = await newFlow();
  const config = { metadata: { team: 'library' }, chunkSize: 40 };
  const text = 'A heron stands in the pond. '.repeat(8);
  const upload = part('form-data; name="files"; filename="a.txt"', text);
  const asFile = part('form-data; name="overrideConfig"; filename="blob"', JSON.stringify(config));
  const byKey =
    part('form-data; name="overrideConfig[chunkSize]"', '300') +
    part('form-data; name="overrideConfig[metadata][team]"', 'library');
  const first = await send(id, Buffer.from(`${upload}${asFile}--b--\r\n`), FORM);
  const second = await send(id, Buffer.from(`${upload}${byKey}--b--\r\n`), FORM);
  const AnswerSchema = z.object({
    numAdded: z.int(),
    ignoredOverrides: z.undefined().optional(),
    addedDocs: z.array(z.object({ pageContent: z.string(), metadata: z.looseObject({ team: z.string() }) })),
  });
  const [small, large] = [AnswerSchema.parse(first.body), AnswerSchema.parse(second.body)];
  expect(Math.max(...small.addedDocs.map(({ pageContent }) => pageContent.length))).toBeLessThanOrEqual(40);
  expect(large.numAdded).toBe(1);
  expect(await namesOf(id)).toEqual(['a.txt']);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body in %s is unpacked, a form too', async (encoding, pack) => {
  const id = await newFlow();
  const form = await send(id, pack(fileForm('a.txt', 'Herons.')), { ...FORM, 'content-encoding': encoding });
  expect(form).toMatchObject({ status: 200, body: { numAdded: 1 } });
  const json = { 'content-type': 'application/json', 'content-encoding': encoding };
  const made = await suite.api.call('POST', '/variables', {
    body: new Uint8Array(pack(JSON.stringify({ name: `packed${encoding}`, value: 'x' }))),
    headers: json,
  });
  expect(made).toMatchObject({ status: 200, body: { value: 'x' } });
  const wrong = await suite.api.call('POST', '/variables', { body: 'not packed', headers: json });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});

test('a small body that unpacks to more than the limit is refused, and so is an unknown encoding', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = new Uint8Array(gzipSync(`{"name":"${'x'.repeat(51 * 1024 * 1024)}"}`));
  expect(await suite.api.call('POST', '/variables', { body, headers })).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE' },
  });
  const zstd = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
  expect(await suite.api.call('POST', '/variables', { body: '{}', headers: zstd })).toMatchObject({
    status: 415,
    body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  });
});

test('the files of a multipart/mixed body are uploads', async () => {
  const id = await newFlow();
  const body = `${part('attachment; filename="a.txt"', 'Herons.')}${part('attachment; filename="b.txt"', 'Ducks.')}--b--\r\n`;
  const answer = await send(id, Buffer.from(body), { 'content-type': 'multipart/mixed; boundary=b' });
  expect(answer).toMatchObject({ status: 200, body: { numAdded: 2 } });
});
