import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { rewriteArchive, sendArchive, textOf } from '../helpers/builders/archives.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

// Tens of megabytes stay in its database.
const suite = setUpApiSuite({}, 'own');
const ROWS = Array.from({ length: 40 }, (_, row) => `Row ${row}: what was said about the pond and its frogs.`);

/** The parts of the archive of a flow with a chunk for each row. */
async function exportFilled(): Promise<Record<string, Uint8Array>> {
  const splitter = { chunkSize: 80, chunkOverlap: 0 };
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, splitter, records: {} }));
  await suite.api.upsert(id, [{ name: 'pond.txt', content: ROWS.join('\n\n') }]);
  const response = await fetch(`${suite.server.url}/api/v1/archives/${id}`);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

test('an archive that is made to hold the app up, or to bring what it does not hold, is refused', async () => {
  const parts = await exportFilled();
  const flowsBefore = (await suite.api.get('/chatflows')).body;
  const [chunks, flow] = [textOf(parts['chunks.jsonl']), textOf(parts['flow.json'])];
  const [line = '', next = ''] = chunks.split('\n');
  const vectors = Buffer.from(parts['vectors.f32'] ?? []);
  const withFirst = (value: number) => {
    const changed = Buffer.from(vectors);
    changed.writeFloatLE(value, 0);
    return rewriteArchive(parts, { 'vectors.f32': changed });
  };
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const newlines = Buffer.alloc(100_000_000, '\n');
  const named = (text: string) => JSON.parse(text).id as string;
  const bad: [Uint8Array<ArrayBuffer>, string][] = [
    [
      rewriteArchive(parts, { 'flow.json': `${' '.repeat(20_000_000)}${flow}` }, 9),
      'unpacks to far more than it holds',
    ],
    [rewriteArchive(parts, { 'chunks.jsonl': newlines, 'vectors.f32': '' }, 9), 'unpacks to far more than it holds'],
    [
      rewriteArchive(parts, { 'chunks.jsonl': chunks.replace(/"metadata":\{/, `"metadata":{"deep":${deep},`) }),
      'too deeply',
    ],
    [rewriteArchive(parts, { 'chunks.jsonl': chunks.replace(named(next), named(line)) }), 'a chunk is named twice'],
    [rewriteArchive(parts, { 'vectors.f32': Buffer.concat([vectors, vectors]) }), 'it has vectors of no chunk'],
    [withFirst(Number.NaN), 'no list of numbers'],
    [withFirst(1e30), 'of absurd length'],
  ];
  for (const [bytes, reason] of bad) {
    const { body } = await sendArchive(suite.api, bytes);
    expect(body, reason).toMatchObject({ code: 'FILE_CORRUPT', message: expect.stringContaining(reason) });
  }
  expect((await suite.api.get('/chatflows')).body).toEqual(flowsBefore);
});

test('a chunk of many megabytes, in one line, is imported', async () => {
  const parts = await exportFilled();
  const chunks = textOf(parts['chunks.jsonl']);
  const { content } = JSON.parse(chunks.split('\n')[0] ?? '');
  const long = 'Words of a long line. '.repeat(500_000);
  const { body } = await sendArchive(
    suite.api,
    rewriteArchive(parts, { 'chunks.jsonl': chunks.replace(content, long) }),
  );
  expect(body).toMatchObject({ kind: 'chatflow', chunks: JSON.parse(textOf(parts['manifest.json'])).chunks });
});
