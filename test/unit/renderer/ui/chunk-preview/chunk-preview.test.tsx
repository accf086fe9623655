import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChunkPreview, type ChunkPreviewProps } from '../../../../../renderer/ui/chunk-preview/chunk-preview.tsx';
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
