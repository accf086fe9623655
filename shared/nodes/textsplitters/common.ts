import type { NodeOutput } from '../define-node.ts';
import { numberParam } from '../params.ts';

/** The most characters (or tokens) that a chunk may be set to. */
const MAX_SIZE = 1_000_000;

/** How long a chunk may be. */
export function chunkSizeParam(unit: 'characters' | 'tokens') {
  return numberParam({
    title: 'Chunk size',
    help: `The most ${unit} a chunk may have.`,
    default: 1000,
    min: 1,
    max: MAX_SIZE,
    unit,
  });
}

/** How much of a chunk the next one repeats. */
export function chunkOverlapParam(unit: 'characters' | 'tokens') {
  return numberParam({
    title: 'Chunk overlap',
    help: `How many ${unit} of the end of a chunk the next one repeats. Smaller than the chunk size.`,
    default: 200,
    min: 0,
    max: MAX_SIZE,
    unit,
  });
}

interface Sizes {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** To be refined by, with {@link OVERLAP_MISFIT}: a chunk that repeats all of the last one would get nowhere. */
export function overlapFits({ chunkSize, chunkOverlap }: Sizes): boolean {
  return chunkOverlap < chunkSize;
}

export const OVERLAP_MISFIT = { path: ['chunkOverlap'], message: 'must be smaller than the chunk size' };

/** The muted line of a splitter's card: "1000 / 200 · by paragraph". */
export function sizeSummary({ chunkSize, chunkOverlap }: Sizes, how: string): string {
  return `${chunkSize} / ${chunkOverlap} · ${how}`;
}

/** The one output of a splitter; `classes` are Flowise's for it, without the ones that all splitters have. */
export function splitterOutput(name: string, ...classes: readonly string[]): readonly NodeOutput[] {
  const baseClasses = [...classes, 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'];
  return [{ name, label: 'Text Splitter', type: 'TextSplitter', baseClasses }];
}
