import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPromise } from 'yauzl';
import { createZipWriter } from '../../../../../electron/server/services/archives/zip-writer.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const TEXT = Buffer.from('What was said about the pond and its frogs.\n'.repeat(500));
const NUMBERS = Buffer.from(Float32Array.from({ length: 700 }, (_, index) => Math.sin(index)).buffer);

async function write(largest?: number): Promise<Buffer> {
  const zip = createZipWriter(largest);
  async function* pieces() {
    yield* zip.add('chunks.jsonl', [TEXT.subarray(0, 1000), TEXT.subarray(1000)]);
    yield* zip.add('vectors.f32', [NUMBERS], false);
    yield* zip.add('empty.txt', []);
    yield* zip.add('größe.txt', [Buffer.from('x')]);
    expect(zip.parts['chunks.jsonl']).toEqual({
      sizeBytes: TEXT.length,
      sha256: createHash('sha256').update(TEXT).digest('hex'),
    });
    yield* zip.end();
  }
  return buffer(pieces());
}

describe.each([
  ['as it is', undefined],
  // As if 4 GB were 100 bytes.
  ['as ZIP64', 100],
])('a ZIP file %s', (_, largest) => {
  test('gives back what was added', async () => {
    const bytes = await write(largest);
    const folder = makeTemporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'pond.zip');
    writeFileSync(file, bytes);
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
    const found = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      const read = await buffer(await zip.openReadStreamPromise(entry));
      expect(entry.uncompressedSize).toBe(read.length);
      found.set(entry.fileName, read);
    }
    zip.close();
    expect([...found.keys()]).toEqual(['chunks.jsonl', 'vectors.f32', 'empty.txt', 'größe.txt']);
    expect(found.get('chunks.jsonl')).toEqual(TEXT);
    expect(found.get('vectors.f32')).toEqual(NUMBERS);
    expect(found.get('empty.txt')).toHaveLength(0);
    // Another reader finds the same.
    expect(Buffer.from(unzipSync(bytes)['chunks.jsonl'] ?? [])).toEqual(TEXT);
    expect(bytes.includes(Buffer.from('PK\u0006\u0006'))).toBe(largest !== undefined);
  });
});

test('pieces that fail make the archive fail', async () => {
  const zip = createZipWriter();
  function* failing() {
    yield TEXT;
    throw new Error('The disk is gone.');
  }
  await expect(buffer(zip.add('chunks.jsonl', failing()))).rejects.toThrow('The disk is gone.');
});
