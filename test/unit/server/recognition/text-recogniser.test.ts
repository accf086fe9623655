import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeGrey } from '../../../../electron/server/readers/pdf/draw-pictures.ts';
import { createTextRecogniser } from '../../../../electron/server/recognition/text-recogniser.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../helpers/builders/text-pictures.ts';

test('data of a language that is damaged is named, with what to do', async () => {
  const folder = makeTemporaryFolder().path;
  await writeFile(join(folder, 'eng.traineddata'), 'no data');
  await using recogniser = createTextRecogniser({ folder });
  const picture = encodeGrey(drawText(['A']));
  await expect(recogniser.recognise(picture, 'eng', new AbortController().signal)).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
    message: expect.stringContaining(`delete eng.traineddata in ${folder}`),
  });
});
