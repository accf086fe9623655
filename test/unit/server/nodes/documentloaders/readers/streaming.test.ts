import { expect, test } from 'vitest';
import { readAnyFile } from '../../../../../../electron/server/readers/read-any-file.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

const LINE = 'The heron stands in the reeds and waits. '.repeat(5);
/** Some ten pieces of the reader's. */
const COUNT = 50_000;

const formats: readonly (readonly [extension: string, head: string, part: (index: number) => string, tail: string])[] =
  [
    ['.md', '# Birds\n', () => `${LINE}\n\n`, ''],
    ['.html', '<title>Birds</title>', () => `<p>${LINE}</p>`, ''],
    ['.xml', '<birds>', () => `<bird>${LINE}</bird>`, '</birds>'],
    ['.rtf', '{\\rtf1 ', () => `${LINE}\\par `, '}'],
    ['.srt', '', (index) => `${index}\n00:00:01,000 --> 00:00:02,000\n${index} ${LINE}\n\n`, ''],
  ];

test.each(formats)(
  'a large %s file gives its first text long before it is read to its end',
  async (extension, ...how) => {
    const [head, part, tail] = how;
    const content = `${head}${Array.from({ length: COUNT }, (_, index) => part(index)).join('')}${tail}`;
    const file = await makeFile(`large${extension}`, content);
    let bytesRead = 0;
    const context = {
      signal: new AbortController().signal,
      onRead: (bytes: number) => {
        bytesRead = bytes;
      },
    };
    let readAtFirst: number | undefined;
    let units = 0;
    for await (const { text } of readAnyFile(file, { usage: 'perPage' }, context)) {
      for await (const piece of typeof text === 'string' ? [text] : text) {
        readAtFirst ??= bytesRead;
        units += piece.length;
      }
    }
    expect(readAtFirst).toBeLessThan(file.sizeBytes / 3);
    expect(bytesRead).toBe(file.sizeBytes);
    expect(units).toBeGreaterThan(COUNT * (LINE.length - 1));
  },
);

test('reading stops when the run is cancelled', async () => {
  const controller = new AbortController();
  const file = await makeFile('large.html', `<p>${LINE}</p>`.repeat(COUNT));
  const context = { signal: controller.signal, onRead: () => undefined };
  const reading = async () => {
    for await (const { text } of readAnyFile(file, { usage: 'perPage' }, context)) {
      for await (const piece of text) if (piece !== '') controller.abort();
    }
  };
  await expect(reading()).rejects.toMatchObject({ name: 'AbortError' });
});
