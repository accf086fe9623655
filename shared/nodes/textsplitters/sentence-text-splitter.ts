import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import { splitterOutput } from './common.ts';

export const sentenceTextSplitter = defineNode({
  kind: 'textsplitter',
  name: 'sentenceTextSplitter',
  onlyHere: true,
  version: 1,
  label: 'Sentence Text Splitter',
  description:
    'Joins whole sentences up to as many tokens as you set, counted as the flow’s own embedding model counts them.',
  icon: 'text-quote',
  type: 'SentenceTextSplitter',
  synonyms: ['chunk', 'split', 'sentence', 'token', 'semantic', 'language'],
  params: z.object({
    maxTokens: numberParam({
      title: 'Tokens at most',
      help: 'The most tokens a chunk may have. On-device models count by themselves; for others cl100k_base counts. A sentence that is longer is cut between words.',
      default: 256,
      min: 8,
      max: 100_000,
      unit: 'tokens',
    }),
    overlapSentences: numberParam({
      title: 'Sentences repeated',
      help: 'How many sentences of the end of a chunk the next one begins with. Fewer where they would leave no room for a new one.',
      default: 1,
      min: 0,
      max: 100,
      unit: 'sentences',
    }),
  }),
  summary: (params) => `${params.maxTokens} tokens · whole sentences`,
  inputs: [],
  outputs: splitterOutput('sentenceTextSplitter', 'SentenceTextSplitter'),
});
