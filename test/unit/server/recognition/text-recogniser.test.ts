import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeGrey } from '../../../../electron/server/readers/pdf/scanned-pages.ts';
import { createTextRecogniser } from '../../../../electron/server/recognition/text-recogniser.ts';
import { putEnglish } from '../../../helpers/builders/ocr-language.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../helpers/builders/text-pictures.ts';

test('data of a language that is damaged is named, with what to do', async () => {
  const folder = makeTemporaryFolder().path;
  await writeFile(join(folder, 'eng.traineddata'), 'no data');
  await using recogniser = createTextRecogniser({ folder });
  const picture = encodeGrey(drawText(['A']));
  await expect(recogniser.recognise(picture, 'eng', new AbortController())).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    message: expect.stringContaining(`delete eng.traineddata in ${folder}`),
  });
});

test('pictures that are asked about at the same time each get their own text, also when one of them is cancelled', async () => {
  const folder = makeTemporaryFolder().path;
  putEnglish(folder);
  await using recogniser = createTextRecogniser({ folder });
  const cancelled = new AbortController();
  const ask = async (text: string, { signal } = new AbortController()): Promise<string> =>
    (await recogniser.recognise(encodeGrey(drawText([text])), 'eng', { signal })).text;
  const asked = [ask('OTHER WORDS'), ask('COLD', cancelled), ask('THE WATER IS COLD')];
  cancelled.abort(new Error('not wanted any more'));
  const answers = await Promise.allSettled(asked);
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value.trim() : String(each.reason)))).toEqual([
    'OTHER WORDS',
    'Error: not wanted any more',
    'THE WATER IS COLD',
  ]);
});
