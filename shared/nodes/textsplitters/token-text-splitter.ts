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

/** The encodings of OpenAI's models, which others also use to count. */
const TOKEN_ENCODINGS = [
  { value: 'gpt2', label: 'gpt2', help: 'GPT-2 and GPT-3.' },
  { value: 'r50k_base', label: 'r50k_base', help: 'GPT-3: davinci, curie, babbage, ada.' },
  { value: 'p50k_base', label: 'p50k_base', help: 'Codex, text-davinci-002 and 003.' },
  { value: 'p50k_edit', label: 'p50k_edit', help: 'The edit models.' },
  { value: 'cl100k_base', label: 'cl100k_base', help: 'GPT-4, GPT-3.5 and the text-embedding models.' },
  { value: 'o200k_base', label: 'o200k_base', help: 'GPT-4o and later.' },
] as const;

export type TokenEncoding = (typeof TOKEN_ENCODINGS)[number]['value'];

export const tokenTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'tokenTextSplitter',
  version: 1,
  label: 'Token Text Splitter',
  description: 'Cuts text after a fixed number of tokens, as OpenAI’s models count them, at any place in the text.',
  icon: 'binary',
  type: 'TokenTextSplitter',
  synonyms: ['chunk', 'split', 'token', 'tiktoken', 'openai', 'gpt', 'bpe'],
  params: z
    .object({
      encodingName: choiceParam({
        title: 'Encoding',
        help: 'The tokenizer of the model that reads the chunks.',
        default: 'gpt2',
        choices: TOKEN_ENCODINGS,
      }),
      chunkSize: chunkSizeParam('tokens'),
      chunkOverlap: chunkOverlapParam('tokens'),
    })
    .refine(overlapFits, OVERLAP_MISFIT),
  summary: (params) => sizeSummary(params, t('by token ({encoding})', { encoding: params.encodingName })),
  inputs: [],
  outputs: splitterOutput('tokenTextSplitter', 'TokenTextSplitter'),
});
