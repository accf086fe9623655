import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import { splitterOutput } from './common.ts';

export const sentenceTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'sentenceTextSplitter',
  onlyHere: true,
  version: 1,
  label: 'Sentence Text Splitter',
  description: 'Joins whole sentences up to a number of tokens, counted by the flow’s own embedding model.',
  icon: 'text-quote',
  type: 'SentenceTextSplitter',
  synonyms: ['chunk', 'split', 'sentence', 'token', 'semantic', 'language'],
  params: z.object({
    maxTokens: numberParam({
      title: 'Tokens at most',
      help: 'The most tokens a chunk may have. On-device models count with their own tokenizer; for others cl100k_base is used. A longer sentence is cut between words.',
      default: 256,
      min: 8,
      max: 100_000,
      unit: 'tokens',
    }),
    overlapSentences: numberParam({
      title: 'Sentences repeated',
      help: 'How many sentences from the end of a chunk the next one repeats. Fewer if they would leave no room for a new one.',
      default: 1,
      min: 0,
      max: 100,
      unit: 'sentences',
    }),
  }),
  summary: (params) => t('{count} tokens · whole sentences', { count: params.maxTokens }),
  inputs: [],
  outputs: splitterOutput('sentenceTextSplitter', 'SentenceTextSplitter'),
});
