import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { openChoiceParam } from '../params.ts';
import { embeddingsOutput } from './common.ts';

/** The built-in model: Universal Sentence Encoder lite. */
export const BUILT_IN_MODEL = 'built-in';

export const transformersEmbeddings = defineNode({
  kind: 'embedding',
  name: 'transformersEmbeddings',
  onlyHere: true,
  version: 1,
  label: 'On-device embedding',
  description: 'Turns text into vectors on this machine; nothing leaves it.',
  icon: 'cpu',
  type: 'TransformersEmbeddings',
  synonyms: ['local', 'offline', 'onnx', 'transformers', 'hugging face', 'bge', 'minilm', 'e5', 'private'],
  params: z.object({
    model: openChoiceParam({
      title: 'Model',
      help: 'Larger models find more and are downloaded once. Any Hugging Face id or local folder works too.',
      default: BUILT_IN_MODEL,
      // Hugging Face's owner/name, or an absolute path on any system.
      pattern: /^(?:built-in|[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}|[/\\].+|[A-Za-z]:[/\\].+)$/,
      patternHelp: 'must be a Hugging Face id such as Xenova/all-MiniLM-L6-v2, the full path of a folder, or built-in',
      choices: [
        {
          value: BUILT_IN_MODEL,
          label: 'Built-in (English, small)',
          help: 'Works offline at once. Pairs with keyword search.',
        },
        { value: 'Xenova/bge-small-en-v1.5', label: 'BGE small (English, best)', help: '34 MB, fetched once.' },
        { value: 'Xenova/all-MiniLM-L6-v2', label: 'MiniLM L6 (English, fast)', help: '23 MB, fetched once.' },
        { value: 'Xenova/multilingual-e5-small', label: 'E5 small (100 languages)', help: '118 MB, fetched once.' },
      ],
    }),
  }),
  summary: (params) => (params.model === BUILT_IN_MODEL ? 'Built-in model, offline' : params.model),
  inputs: [],
  outputs: embeddingsOutput('transformersEmbeddings', 'TransformersEmbeddings'),
});
