import { htmlToMarkdownTextSplitter as definition } from '../../../../shared/nodes/textsplitters/html-to-markdown-text-splitter.ts';
import { readThrough } from '../../text/text-reader.ts';
import { implement, type TextChunk, type TextInput } from '../kinds.ts';
import { createMarkdownReader } from './markdown/html-to-markdown.ts';
import { splitMarkdown } from './markdown/split-markdown.ts';
import type { ChunkLimits } from './separators/merge-splits.ts';

/** Turns HTML into Markdown as it comes, and cuts that: see {@link splitMarkdown}. Lines and offsets count in the Markdown. */
export const htmlToMarkdownTextSplitter = implement(definition, {
  create: (limits) => ({ split: (html) => splitHtml(html, limits) }),
});

async function* splitHtml(html: TextInput, limits: ChunkLimits): AsyncGenerator<TextChunk> {
  const pieces = typeof html === 'string' ? piecesOf(html) : html;
  yield* splitMarkdown(readThrough(pieces, await createMarkdownReader()), limits);
}

/** UTF-16 units that are parsed at a time. */
const PIECE_UNITS = 1024 * 1024;

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_UNITS) yield text.slice(at, at + PIECE_UNITS);
}
