import { htmlToMarkdownTextSplitter as definition } from '../../../../shared/nodes/textsplitters/html-to-markdown-text-splitter.ts';
import { readThrough } from '../../text/text-reader.ts';
import { implement, type TextChunk, type TextInput } from '../kinds.ts';
import { createMarkdownReader } from './markdown/html-to-markdown.ts';
import { splitMarkdown } from './markdown/split-markdown.ts';
import type { ChunkLimits } from './separators/merge-splits.ts';
import { toPieces } from './stream/text-buffer.ts';

/** Turns HTML into Markdown as it comes, and cuts that: see {@link splitMarkdown}. Lines and offsets count in the Markdown. */
export const htmlToMarkdownTextSplitter = implement(definition, {
  create: (limits) => ({ split: (html) => splitHtml(html, limits) }),
});

async function* splitHtml(html: TextInput, limits: ChunkLimits): AsyncGenerator<TextChunk> {
  yield* splitMarkdown(readThrough(toPieces(html), await createMarkdownReader()), limits);
}
