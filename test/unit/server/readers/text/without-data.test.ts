import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDataRemover, withoutData } from '../../../../../electron/server/readers/text/without-data.ts';

const CODE = 'iVBORw0KGgo+/AAA='.repeat(20);
const PNG = `data:image/png;base64,${CODE}`;

describe('a text with pictures in it as letters', () => {
  test.each([
    ['a picture of Markdown', `See ![A barn](${PNG}) here.`, 'See ![A barn]() here.'],
    ['its title', `![A barn](${PNG} "Old") here`, '![A barn]( "Old") here'],
    ['an element of HTML', `<img alt='A barn' src='${PNG}'>`, "<img alt='A barn' src=''>"],
    ['one over several lines', `<img src="data:image/png;base64,AAAA\n  BBBB\n CC==" alt="x">`, '<img src="" alt="x">'],
    ['one without quotes', `<img src=${PNG} alt=x>`, '<img src= alt=x>'],
    ['a drawing as it is', '<img src="data:image/svg+xml;utf8,<svg a=\'1\'> </svg>"> end', '<img src=""> end'],
    ['a drawing in percents', '![a](data:image/svg+xml,%3Csvg%20x%3D%221%22) end', '![a]() end'],
    ['definitions', `a\n[one]: ${PNG}\n[two]: <${PNG}> "Title"\nb`, 'a\nb'],
    ['a definition at the end', `a\n\n[image1]: <${PNG}>`, 'a\n\n'],
    ['a font', `url(data:font/woff2;charset=utf-8;base64,${CODE})`, 'url()'],
  ])('is read without %s', (_, text, left) => {
    expect(withoutData(text)).toBe(left);
  });

  test.each([
    'The data: 5, 6 and 7.',
    'A short data:text/plain,hello stays.',
    '[data]: https://example.org/data:image',
    'data:image/png without a comma',
    '"data: image/png;base64,AAAA"',
  ])('stays as it is: %s', (text) => {
    expect(withoutData(text)).toBe(text);
  });

  test('is the same however it comes in pieces', () => {
    const text = `# A\n[x]: <${PNG}>\n\n![A](${PNG}) and "${PNG}"\n\ndata:image, [y]: data\n[z]: ${PNG}`;
    const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [...places.toSorted((a, b) => a - b), text.length];
        const reader = createDataRemover();
        const pieces = ends.map((end, index) => reader.write(text.slice(ends[index - 1] ?? 0, end)));
        expect(pieces.join('') + reader.end()).toBe('# A\n\n![A]() and ""\n\ndata:image, [y]: data\n');
      }),
    );
  });

  test('takes no longer for a file that is one line', () => {
    const reader = createDataRemover();
    const piece = '[data:x'.repeat(150_000);
    const start = performance.now();
    const text = reader.write(piece) + reader.write(piece) + reader.end();
    expect(text).toBe(piece + piece);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
