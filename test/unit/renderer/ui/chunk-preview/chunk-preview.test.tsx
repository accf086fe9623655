import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  ChunkPreview,
  type ChunkPreviewProps,
  findOverlap,
  findOverlaps,
} from '../../../../../renderer/ui/chunk-preview/chunk-preview.tsx';
import { TooltipProvider } from '../../../../../renderer/ui/controls/tooltip.tsx';

const chunks = [{ chunkNo: 1, pageContent: 'plot: 1', metadata: { source: 'plots.csv' } }];

function draw(preview: Partial<ChunkPreviewProps['preview']>): string {
  const all = { chunks, isComplete: true, ...preview };
  return renderToStaticMarkup(
    <TooltipProvider>
      <ChunkPreview preview={all} page={0} onPage={() => undefined} canGoOn={false} isOld={false} />
    </TooltipProvider>,
  );
}

test('what the loader tells of its files stands above the chunks', () => {
  const notes = 'Header taken from row 2.';
  expect(draw({ notes })).toMatch(/>Header taken from row 2\.<\/p>.*<ol.*plot: 1/);
  expect(draw({})).not.toContain(notes);
});

test('the end of a chunk that begins the next one', () => {
  expect(findOverlap('one two three', 'two three four')).toBe('two three'.length);
  expect(findOverlap('aaaaaa', 'aaaaaaaa')).toBe(6);
  expect(findOverlap('the same text', 'the same text')).toBe(13);
});

test('nothing shared, or so little that it is chance', () => {
  expect(findOverlap('one two', 'three four')).toBe(0);
  expect(findOverlap('one two', 'to be')).toBe(0);
  expect(findOverlap('', 'text')).toBe(0);
});

test('chunks of different sources share nothing', () => {
  const chunk = (pageContent: string, source: string) => ({ pageContent, metadata: { source } });
  const chunks = [chunk('one two three', 'a'), chunk('two three four', 'a'), chunk('three four', 'b')];
  expect(findOverlaps(chunks)).toEqual([0, 9, 0]);
});

test('it is the longest end that is a beginning', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const most = Math.min(before.length, after.length);
      let longest = 0;
      for (let length = 4; length <= most; length += 1) {
        if (before.endsWith(after.slice(0, length))) longest = length;
      }
      expect(findOverlap(before, after)).toBe(longest);
    }),
  );
});
