import { t } from '../../texts/t.ts';
import type { NodeOutput } from '../define-node.ts';
import { numberParam } from '../params.ts';

/** The largest chunk size that can be set, in characters (or tokens). */
const MAX_SIZE = 1_000_000;

/** The most characters or tokens of a chunk. */
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
    help: `How many ${unit} from the end of a chunk the next one repeats. Smaller than the chunk size.`,
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

/** Use this to refine a schema, with {@link OVERLAP_MISFIT}: chunks that repeat the whole previous chunk would never advance. */
export function overlapFits({ chunkSize, chunkOverlap }: Sizes): boolean {
  // A size that is none has a fault of its own.
  return chunkSize < 1 || chunkOverlap < chunkSize;
}

export const OVERLAP_MISFIT = { path: ['chunkOverlap'], message: t('must be smaller than the chunk size') };

/** The muted line of a splitter's card: "1000 / 200 · by paragraph". */
export function sizeSummary({ chunkSize, chunkOverlap }: Sizes, how: string): string {
  return `${chunkSize} / ${chunkOverlap} · ${how}`;
}

/** The output of a splitter; `classes` are Flowise's for it, without those that all splitters have. */
export function splitterOutput(name: string, ...classes: readonly string[]): readonly NodeOutput[] {
  const baseClasses = [...classes, 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'];
  return [{ name, label: 'Text Splitter', type: 'TextSplitter', baseClasses }];
}
