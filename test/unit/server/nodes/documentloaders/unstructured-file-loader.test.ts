import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createUnstructuredFileLoader } from '../../../../../electron/server/nodes/documentloaders/unstructured-file-loader.ts';
import { unstructuredFileLoader as definition } from '../../../../../shared/nodes/documentloaders/unstructured-file-loader.ts';
import { makeDocx, makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import {
  type FakeUnstructured,
  type FakeUnstructuredOptions,
  startFakeUnstructured,
} from '../../../../helpers/fakes/fake-unstructured.ts';
import { listenOnFreePort } from '../../../../helpers/fakes/listen-on-free-port.ts';

const makeFile = sourceFileMaker();
const TEXT = 'The manual\n\nWrap the pump before winter.\fChapter two\n\nEmpty the tank.';

async function startFake(options: FakeUnstructuredOptions = {}): Promise<FakeUnstructured> {
  const fake = await startFakeUnstructured(options);
  onTestFinished(() => fake.close());
  return fake;
}

interface Call {
  readonly name?: string;
  readonly content?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Told of each pause between two tries. */
  readonly onPause?: (ms: number) => void;
}

async function read(url: string, params: Record<string, unknown> = {}, call: Call = {}) {
  const { name = 'manual.txt', content = TEXT, signal, onPause } = call;
  const loader = createUnstructuredFileLoader(async (ms) => onPause?.(ms));
  const parsed = parseNodeParams(definition, { unstructuredAPIUrl: url, ...params });
  return readDocuments(loader, parsed, await makeFile(name, content), signal);
}

/** Reads and expects an error of this code whose message has all these words. */
async function expectFailure(reading: Promise<unknown>, code: string, ...words: readonly string[]): Promise<void> {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code });
  for (const word of words) expect(error).toMatchObject({ message: expect.stringContaining(word) });
}

describe('unstructuredFileLoader', () => {
  test('makes a document of every element, with what the server says of it', async () => {
    const { url } = await startFake();
    const { documents, bytesRead } = await read(url);
    expect(documents.map(({ text }) => text)).toEqual([
      'The manual',
      'Wrap the pump before winter.',
      'Chapter two',
      'Empty the tank.',
    ]);
    expect(documents[2]?.metadata).toEqual({
      category: 'Title',
      filename: 'manual.txt',
      filetype: 'text/plain',
      languages: ['eng'],
      page_number: 2,
      source: 'manual.txt',
    });
    expect(bytesRead).toBe(TEXT.length);
  });

  test('sends the file and its settings as the server wants them', async () => {
    const { url, calls } = await startFake();
    await read(url);
    expect(calls[0]).toMatchObject({
      fileName: 'manual.txt',
      bytes: TEXT.length,
      fields: {
        output_format: 'application/json',
        strategy: 'auto',
        encoding: 'utf-8',
        skip_infer_table_types: '["pdf","jpg","png"]',
        chunking_strategy: 'by_title',
        max_characters: '500',
        multipage_sections: 'false',
      },
    });
    expect(calls[0]?.headers['unstructured-api-key']).toBeUndefined();
    const settings = {
      strategy: 'hi_res',
      hiResModelName: 'yolox',
      chunkingStrategy: 'None',
      coordinates: true,
      xmlKeepTags: 'true',
      includePageBreaks: true,
      skipInferTableTypes: '["pdf"]',
      ocrLanguages: ['eng', 'deu'],
      unstructuredAPIKey: 'secret key',
    };
    await read(url, settings, { name: 'Grüße 😀 "1".txt' });
    expect(calls[1]?.fileName).toBe('Grüße 😀 "1".txt');
    expect(calls[1]?.headers['unstructured-api-key']).toBe('secret key');
    expect(calls[1]?.fields).toEqual({
      output_format: 'application/json',
      strategy: 'hi_res',
      encoding: 'utf-8',
      skip_infer_table_types: '["pdf"]',
      hi_res_model_name: 'yolox',
      coordinates: 'true',
      xml_keep_tags: 'true',
      include_page_breaks: 'true',
      ocr_languages: 'eng,deu',
    });
  });

  test('leaves out elements without text and copies of the content', async () => {
    const elements = [
      {
        type: 'Title',
        text: 'One\0',
        metadata: { orig_elements: 'eJz', image_base64: 'iVB', coordinates: { points: [] } },
      },
      { type: 'PageBreak', text: '', metadata: {} },
      { type: 'Image', text: ' ' },
      { type: 'Table', text: 'two' },
    ];
    const { url } = await startFake({ reply: () => ({ status: 200, body: elements }) });
    const { documents } = await read(url, { sourceIdKey: 'docId' });
    expect(documents).toEqual([
      {
        text: 'One',
        metadata: { coordinates: { points: [] }, category: 'Title', filename: 'manual.txt', docId: 'manual.txt' },
      },
      { text: 'two', metadata: { category: 'Table', filename: 'manual.txt', docId: 'manual.txt' } },
    ]);
  });

  test('reads an answer of any size as it comes', async () => {
    const count = 50_000;
    function* pieces(): Generator<string> {
      yield '[';
      for (let index = 0; index < count; index += 1) {
        const element = { type: 'ListItem', text: `Ümlaut ${index} `.repeat(10), metadata: { page_number: index } };
        yield `${index === 0 ? '' : ','}${JSON.stringify(element)}`;
      }
      yield ']';
    }
    const { url } = await startFake({ reply: () => ({ pieces: pieces() }) });
    const { documents } = await read(url);
    expect(documents).toHaveLength(count);
    expect(documents[count - 1]).toMatchObject({
      text: `Ümlaut ${count - 1} `.repeat(10),
      metadata: { page_number: count - 1 },
    });
  });

  test('says that the key is wrong', async () => {
    const { url } = await startFake({ apiKey: 'right' });
    await expectFailure(
      read(url, { unstructuredAPIKey: 'wrong' }),
      'SERVICE_FAILED',
      url,
      'status 401',
      'check the key',
      'API key is not known',
    );
    await expect(read(url, { unstructuredAPIKey: 'right' })).resolves.toBeDefined();
  });

  test.each([
    [{ detail: 'File type application/x-foo is not supported' }, 'File type application/x-foo is not supported'],
    [
      { detail: [{ loc: ['body'], msg: 'Input should be a valid integer', type: 'int' }] },
      'Input should be a valid integer',
    ],
    ['<html>Unprocessable</html>', 'check the file'],
  ])('says that the server did not take the file (422), in its words: %j', async (body, words) => {
    const { url, calls } = await startFake({ reply: () => ({ status: 422, body }) });
    await expectFailure(read(url), 'SERVICE_FAILED', url, '"manual.txt"', 'status 422', words);
    expect(calls).toHaveLength(1);
  });

  test.each([429, 500, 503])('tries again after status %i, with longer and longer pauses', async (status) => {
    const { url, calls } = await startFake({
      reply: ({ number }) => (number < 3 ? { status, body: { detail: 'busy' } } : undefined),
    });
    const pauses: number[] = [];
    const { documents } = await read(url, {}, { onPause: (ms) => pauses.push(ms) });
    expect(documents).toHaveLength(4);
    // The whole file is sent each time.
    expect(calls.map(({ bytes }) => bytes)).toEqual([TEXT.length, TEXT.length, TEXT.length]);
    expect(pauses).toHaveLength(2);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

  test('tries again when the connection breaks, and gives up in the end', async () => {
    const { url, calls } = await startFake({ reply: ({ number }) => (number === 1 ? 'drop' : undefined) });
    expect((await read(url)).documents).toHaveLength(4);
    expect(calls).toHaveLength(2);
    const broken = await startFake({ reply: () => ({ status: 500, body: { detail: 'out of memory' } }) });
    await expectFailure(
      read(broken.url),
      'SERVICE_FAILED',
      broken.url,
      'status 500',
      'try again later',
      'out of memory',
    );
    expect(broken.calls).toHaveLength(4);
  });

  test('stops waiting when the time is up', async () => {
    const { url } = await startFake({ reply: () => 'hang' });
    await expectFailure(read(url, { timeout: 100 }), 'SERVICE_TIMEOUT', url, '0.1 s');
  });

  test('stops when the run is cancelled', async () => {
    const controller = new AbortController();
    const { url } = await startFake({
      reply: () => {
        controller.abort(new Error('cancelled'));
        return 'hang';
      },
    });
    await expect(read(url, {}, { signal: controller.signal })).rejects.toThrow('cancelled');
  });

  test('says that there is no server at the address', async () => {
    const { origin, close } = await listenOnFreePort(createServer());
    await close();
    await expectFailure(
      read(`${origin}/general/v0/general`),
      'SERVICE_FAILED',
      origin.slice('http://'.length),
      'takes no connections',
      'check that it runs',
    );
    const { url } = await startFake();
    await expectFailure(read(url.replace('/general/v0', '')), 'SERVICE_FAILED', 'status 404', 'check the address');
    await expect(read('not an address')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });

  test.each([
    ['an object', { detail: 'ok' }],
    ['a page', '<html></html>'],
    ['a list of something else', [[1]]],
    ['half a list', '[{"type":"Title","text":"a"}'],
  ])('says that %s is no answer', async (_what, body) => {
    const { url } = await startFake({ reply: () => ({ status: 200, body }) });
    await expectFailure(read(url), 'SERVICE_FAILED', url, 'something else than a list of elements');
  });

  test('says that a file has no text', async () => {
    const { url } = await startFake({ reply: () => ({ status: 200, body: [] }) });
    await expectFailure(read(url), 'FILE_HAS_NO_TEXT', '"manual.txt"');
  });

  test('sends nothing that no server could read', async () => {
    const { url, calls } = await startFake();
    const pdf = await makePdf(['text']);
    const docx = await makeDocx(['text '.repeat(500)]);
    const refused = async (name: string, content: string | Uint8Array, code: string) => {
      await expectFailure(read(url, {}, { name, content }), code, `"${name}"`);
    };
    await refused('a.txt', '', 'FILE_EMPTY');
    await refused('a.txt', pdf, 'UNSUPPORTED_FILE_TYPE');
    await refused('a.pdf', 'text', 'UNSUPPORTED_FILE_TYPE');
    await refused('a.docx', makeZip({ 'a.txt': 'a' }), 'UNSUPPORTED_FILE_TYPE');
    await refused('a.docx', docx.subarray(0, docx.length - 200), 'FILE_CORRUPT');
    await refused('a.doc', docx, 'UNSUPPORTED_FILE_TYPE');
    expect(calls).toHaveLength(0);
    await read(url, {}, { name: 'a.pdf', content: pdf });
    await read(url, {}, { name: 'a.docx', content: docx });
    expect(calls).toHaveLength(2);
  });

  test('tests the connection with a line of text', async () => {
    const { url } = await startFake({ apiKey: 'right' });
    const check = (key: string) => {
      const params = parseNodeParams(definition, { unstructuredAPIUrl: url, unstructuredAPIKey: key });
      return createUnstructuredFileLoader().checkConnection?.(params, new AbortController().signal);
    };
    expect(await check('right')).toContain('The server took a line of text apart');
    await expect(check('wrong')).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });
});
