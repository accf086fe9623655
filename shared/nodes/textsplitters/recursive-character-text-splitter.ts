import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { jsonTextListParam } from '../params.ts';
import {
  chunkOverlapParam,
  chunkSizeParam,
  OVERLAP_MISFIT,
  overlapFits,
  sizeSummary,
  splitterOutput,
} from './common.ts';

/** LangChain's order: paragraph, line, word, character. */
export const DEFAULT_SEPARATORS = ['\n\n', '\n', ' ', ''] as const;

export const recursiveCharacterTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'recursiveCharacterTextSplitter',
  version: 2,
  label: 'Recursive Character Text Splitter',
  description: 'Cuts text at paragraphs, then lines, then words, so that text that belongs together stays together.',
  icon: 'scissors',
  type: 'RecursiveCharacterTextSplitter',
  synonyms: ['chunk', 'split', 'paragraph', 'overlap', 'recursive'],
  params: z
    .object({
      chunkSize: chunkSizeParam('characters'),
      chunkOverlap: chunkOverlapParam('characters'),
      separators: jsonTextListParam({
        title: 'Custom separators',
        help: 'A JSON list, tried in order. Empty: paragraph, line, word, character.',
        placeholder: '["\\n\\n", "\\n", " ", ""]',
        advanced: true,
      }),
    })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) => sizeSummary(params, t('by paragraph')),
  inputs: [],
  outputs: splitterOutput('recursiveCharacterTextSplitter', 'RecursiveCharacterTextSplitter'),
});
