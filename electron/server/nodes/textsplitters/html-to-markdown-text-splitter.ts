import { htmlToMarkdownTextSplitter as definition } from '../../../../shared/nodes/textsplitters/html-to-markdown-text-splitter.ts';
import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { implement } from '../../core/node-kinds.ts';
import { readThrough } from '../../readers/text/text-reader.ts';
import { createMarkdownReader } from '../../splitters/markdown/html-to-markdown.ts';
import { keepContext } from '../../splitters/markdown/keep-context.ts';
import { splitMarkdown } from '../../splitters/markdown/split-markdown.ts';
import type { ChunkLimits } from '../../splitters/separators/merge-splits.ts';
import { toPieces } from '../../splitters/stream/text-buffer.ts';

/** Converts streamed HTML to Markdown and splits that: see {@link splitMarkdown}. Lines and offsets refer to the Markdown. */
export const htmlToMarkdownTextSplitter = implement(definition, {
  open: (limits) => ({ split: (html) => splitHtml(html, limits) }),
});

async function* splitHtml(html: TextInput, limits: ChunkLimits): AsyncGenerator<TextChunk> {
  const markdown = readThrough(toPieces(html), await createMarkdownReader());
  yield* keepContext(markdown, limits, (watched) => splitMarkdown(watched, limits));
}
