import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam } from '../params.ts';
import {
  chunkOverlapParam,
  chunkSizeParam,
  OVERLAP_MISFIT,
  overlapFits,
  sizeSummary,
  splitterOutput,
} from './common.ts';

export const markdownTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'markdownTextSplitter',
  version: 1.1,
  label: 'Markdown Text Splitter',
  description: 'Cuts Markdown at its headings, code blocks and rules, then at paragraphs and lines.',
  icon: 'heading',
  type: 'MarkdownTextSplitter',
  synonyms: ['chunk', 'split', 'md', 'heading', 'header', 'section', 'readme'],
  params: z
    .object({
      chunkSize: chunkSizeParam('characters'),
      chunkOverlap: chunkOverlapParam('characters'),
      splitByHeaders: choiceParam({
        title: 'Split by headings',
        help: 'No chunk crosses a heading of this level or above, and the metadata of each has the headings above it (headers.h1, headers.h2, …). For headings written with #.',
        default: 'disabled',
        choices: [
          { value: 'disabled', label: 'Off' },
          { value: 'h1', label: '# (level 1)' },
          { value: 'h2', label: '## (levels 1 and 2)' },
          { value: 'h3', label: '### (levels 1 to 3)' },
          { value: 'h4', label: '#### (levels 1 to 4)' },
          { value: 'h5', label: '##### (levels 1 to 5)' },
          { value: 'h6', label: '###### (levels 1 to 6)' },
        ],
      }),
    })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) =>
    sizeSummary(
      params,
      params.splitByHeaders === 'disabled'
        ? 'Markdown'
        : t('by heading, to {level}', { level: params.splitByHeaders.toUpperCase() }),
    ),
  inputs: [],
  outputs: splitterOutput('markdownTextSplitter', 'MarkdownTextSplitter', 'RecursiveCharacterTextSplitter'),
});
