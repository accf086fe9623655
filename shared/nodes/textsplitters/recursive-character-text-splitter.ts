import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { jsonTextListParam, numberParam } from '../params.ts';

/** LangChain's order: paragraph, line, word, character. */
export const DEFAULT_SEPARATORS = ['\n\n', '\n', ' ', ''] as const;

export const recursiveCharacterTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'recursiveCharacterTextSplitter',
  version: 2,
  label: 'Recursive Character Text Splitter',
  description: 'Cuts text at paragraphs, then lines, then words, so that a chunk stays in one piece of meaning.',
  icon: 'scissors',
  type: 'RecursiveCharacterTextSplitter',
  synonyms: ['chunk', 'split', 'paragraph', 'overlap', 'recursive'],
  params: z
    .object({
      chunkSize: numberParam({
        title: 'Chunk size',
        help: 'The most characters a chunk may have.',
        default: 1000,
        min: 1,
        max: 1_000_000,
        unit: 'characters',
      }),
      chunkOverlap: numberParam({
        title: 'Chunk overlap',
        help: 'How many characters of the end of a chunk the next one repeats. Smaller than the chunk size.',
        default: 200,
        min: 0,
        max: 1_000_000,
        unit: 'characters',
      }),
      separators: jsonTextListParam({
        title: 'Custom separators',
        help: 'A JSON list, tried in order. Empty: paragraph, line, word, character.',
        placeholder: '["\\n\\n", "\\n", " ", ""]',
        advanced: true,
      }),
    })
    .refine((params) => params.chunkOverlap < params.chunkSize, {
      path: ['chunkOverlap'],
      message: 'must be smaller than the chunk size',
    }),
  summary: (params) => `${params.chunkSize} / ${params.chunkOverlap} · by paragraph`,
  inputs: [],
  outputs: [
    {
      name: 'recursiveCharacterTextSplitter',
      label: 'Text Splitter',
      type: 'TextSplitter',
      baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
    },
  ],
});
