import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { ensureLanguages, type LanguageData } from '../../../../electron/server/recognition/text-recogniser.ts';
import { englishData } from '../../../helpers/builders/ocr-language.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';
import { listenOnFreePort } from '../../../helpers/fakes/listen-on-free-port.ts';

const never = { signal: new AbortController().signal };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Where languages are served, and what was asked for. */
async function serve(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  const { origin, close } = await listenOnFreePort(server);
  closers.push(close);
  const data: LanguageData = {
    folder: join(makeTemporaryFolder().path, 'ocr'),
    dataUrl: `${origin}/npm/`,
    sleep: async () => undefined,
  };
  return { data, requests, close };
}

describe('the data of a language', () => {
  test('is fetched once, checked and unpacked; several jobs may do so at a time', async () => {
    const { data, requests, close } = await serve((_request, response) => response.end(englishData()));
    await Promise.all([ensureLanguages(data, 'eng', never), ensureLanguages(data, ' eng ', never)]);
    expect(new Set(requests)).toEqual(new Set(['/npm/@tesseract.js-data/eng@1.0.0/4.0.0_best_int/eng.traineddata.gz']));
    expect(await readdir(data.folder)).toEqual(['eng.traineddata']);
    expect(await readFile(join(data.folder, 'eng.traineddata'))).toEqual(gunzipSync(englishData()));
    await close();
    expect(await ensureLanguages(data, 'eng+eng', never)).toEqual(['eng']);
  });

  test('is not looked for in thousands of languages', async () => {
    const { data, requests } = await serve((_request, response) => response.end(englishData()));
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
    for (const languages of [codes.slice(0, 10_000).join('+'), codes.slice(0, 10_000).join(' ')]) {
      const error: unknown = await ensureLanguages(data, languages, never).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'INVALID_PARAM' });
      expect(String(error).length).toBeLessThan(2000);
    }
    await expect(ensureLanguages(data, codes.slice(0, 10_000).join('+'), never)).rejects.toThrow('10000 languages');
    expect(requests).toEqual([]);
  });

  test('is refused when it is not what was measured', async () => {
    const { data } = await serve((_request, response) => response.end('<html>Please log in</html>'));
    await expect(ensureLanguages(data, 'eng', never)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('another content than expected'),
    });
    expect(await readdir(data.folder)).toEqual([]);
  });

  test.each([
    ['no connection', undefined, 'cannot be reached'],
    ['a status', 404, 'status 404'],
    ['a failing server', 503, 'broke off'],
  ])('says where it is from and where it may be put: %s', async (_what, status, words) => {
    const { data, close } = await serve((_request, response) => response.writeHead(status ?? 200).end());
    if (status === undefined) await close();
    const failure = ensureLanguages(data, 'eng', never);
    await expect(failure).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', message: expect.stringContaining(words) });
    await expect(failure).rejects.toThrow(
      `eng.traineddata.gz elsewhere, unpack it, and put eng.traineddata into ${data.folder}`,
    );
  });

  test('can be put there by hand, also of a language that is not served', async () => {
    const { data, requests } = await serve((_request, response) => response.end());
    await expect(ensureLanguages(data, 'fin', never)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining(`put a file fin.traineddata of Tesseract into ${data.folder}`),
    });
    await expect(ensureLanguages(data, '../eng', never)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    const folder = makeTemporaryFolder().path;
    await writeFile(join(folder, 'fin.traineddata'), 'data');
    expect(await ensureLanguages({ ...data, folder }, 'fin', never)).toEqual(['fin']);
    expect(requests).toEqual([]);
  });

  test('tells how much of it is there while it comes', async () => {
    const { data } = await serve((_request, response) => response.end(englishData()));
    const told: unknown[] = [];
    await ensureLanguages(data, 'eng', { ...never, onFetching: (step) => void told.push(step) });
    expect(told.slice(-2)).toEqual(['Fetching the data for recognising text in "eng": 3.0 of 3.0 MB', undefined]);
    await ensureLanguages(data, 'eng', { ...never, onFetching: () => expect.unreachable('it is there') });
  });

  test('is no longer waited for when the run is stopped', async () => {
    const stop = new AbortController();
    const { data } = await serve(() => stop.abort(new Error('stopped')));
    await expect(ensureLanguages(data, 'eng', stop)).rejects.toThrow('stopped');
  });
});
