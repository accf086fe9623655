import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';

export const plainText = defineNode({
  kind: 'documentloader',
  name: 'plainText',
  version: 2,
  label: 'Plain Text',
  description: 'Reads the text typed here, or sent with the call.',
  icon: 'text-cursor-input',
  type: 'Document',
  synonyms: ['text', 'type', 'paste', 'note', 'string', 'inline'],
  params: z.object({
    text: textParam({ title: 'Text', required: true, multiline: true, placeholder: 'Type or paste text' }),
    ...loaderParams,
  }),
  summary: (params) => (params.text === '' ? t('No text yet') : t('{count} characters', { count: params.text.length })),
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
