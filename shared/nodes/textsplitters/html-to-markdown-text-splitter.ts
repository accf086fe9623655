import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import {
  chunkOverlapParam,
  chunkSizeParam,
  OVERLAP_MISFIT,
  overlapFits,
  sizeSummary,
  splitterOutput,
} from './common.ts';

export const htmlToMarkdownTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'htmlToMarkdownTextSplitter',
  version: 1,
  label: 'HtmlToMarkdown Text Splitter',
  description:
    'Converts HTML to Markdown, without scripts and styles, and cuts it at headings and paragraphs. A chunk’s lines and offsets refer to the Markdown.',
  icon: 'file-code',
  type: 'HtmlToMarkdownTextSplitter',
  synonyms: ['chunk', 'split', 'html', 'web page', 'markdown', 'md'],
  params: z
    .object({ chunkSize: chunkSizeParam('characters'), chunkOverlap: chunkOverlapParam('characters') })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) => sizeSummary(params, t('HTML as Markdown')),
  inputs: [],
  outputs: splitterOutput(
    'htmlToMarkdownTextSplitter',
    'HtmlToMarkdownTextSplitter',
    'MarkdownTextSplitter',
    'RecursiveCharacterTextSplitter',
  ),
});
