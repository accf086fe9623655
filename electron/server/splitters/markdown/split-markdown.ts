import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { CODE_SEPARATORS } from '../separators/code-separators.ts';
import type { ChunkLimits } from '../separators/merge-splits.ts';
import { splitRecursively } from '../separators/split-recursively.ts';
import { readMarkdownSections, type SectionOptions } from './markdown-sections.ts';

/** Cuts Markdown as LangChain's MarkdownTextSplitter does: see {@link splitRecursively}. */
export function splitMarkdown(input: TextInput, limits: ChunkLimits): AsyncGenerator<TextChunk> {
  return splitRecursively(input, { ...limits, separators: CODE_SEPARATORS.markdown });
}

/** Splits Markdown at its headings first; the text under each is split separately, and its chunks have the headings in their metadata. */
export async function* splitMarkdownSections(
  input: TextInput,
  options: ChunkLimits & SectionOptions,
): AsyncGenerator<TextChunk> {
  for await (const section of readMarkdownSections(input, options)) {
    const { start, metadata } = section;
    const linesBefore = section.line - 1;
    for await (const chunk of splitMarkdown(section.text, options)) {
      yield {
        text: chunk.text,
        fromLine: linesBefore + chunk.fromLine,
        toLine: linesBefore + chunk.toLine,
        start: start + chunk.start,
        end: start + chunk.end,
        ...(metadata === undefined ? {} : { metadata }),
      };
    }
  }
}
