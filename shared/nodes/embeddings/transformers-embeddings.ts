import { z } from 'zod';
import { formatBytes } from '../../text/format.ts';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { openChoiceParam } from '../params.ts';
import { embeddingsOutput } from './common.ts';
import { BUILT_IN_MODEL, LOCAL_MODELS } from './local-models.ts';

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
      patternHelp: t(
        'must be a Hugging Face id such as Xenova/all-MiniLM-L6-v2, the full path of a folder, or built-in',
      ),
      choices: LOCAL_MODELS.map(({ id, label, sizeBytes }) => ({
        value: id,
        label,
        help:
          sizeBytes === 0
            ? 'Works offline at once. Pairs with keyword search.'
            : `${formatBytes(sizeBytes)}, fetched once.`,
      })),
    }),
  }),
  summary: (params) => (params.model === BUILT_IN_MODEL ? t('Built-in model, offline') : params.model),
  inputs: [],
  outputs: embeddingsOutput('transformersEmbeddings', 'TransformersEmbeddings'),
});
