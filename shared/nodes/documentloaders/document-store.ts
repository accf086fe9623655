import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { loaderOutputs } from './common.ts';

export const documentStore = defineNode({
  kind: 'documentloader',
  name: 'documentStore',
  version: 1,
  label: 'Document Store',
  description: 'Returns the chunks of a document store as they are, including edited ones.',
  icon: 'library',
  type: 'Document',
  synonyms: ['store', 'chunks', 'knowledge', 'library', 'shared'],
  params: z.object({
    selectedStore: textParam({
      title: 'Document store',
      help: 'The id of the store, as its page shows it.',
      required: true,
    }),
  }),
  summary: () => t('Reads a document store'),
  inputs: [],
  outputs: loaderOutputs,
});
