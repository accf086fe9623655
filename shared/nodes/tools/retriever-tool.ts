import { z } from 'zod';
import { retrieverInput } from '../chains/common.ts';
import { defineNode, type NodeInput } from '../define-node.ts';
import { booleanParam, jsonObjectParam, textParam } from '../params.ts';
import { toolOutputs } from './common.ts';

export const retrieverTool = defineNode({
  kind: 'tool',
  name: 'retrieverTool',
  version: 3,
  label: 'Retriever Tool',
  description: 'Lets an agent search what a retriever finds, as often as it needs to.',
  icon: 'file-search',
  type: 'RetrieverTool',
  synonyms: ['tool', 'search', 'documents', 'rag', 'sources', 'citations'],
  params: z.object({
    name: textParam({
      title: 'Retriever Name',
      help: 'How the model calls it.',
      placeholder: 'search_state_of_union',
      required: true,
    }),
    description: textParam({
      title: 'Retriever Description',
      help: 'When the model is to search here: what the documents are about.',
      placeholder: 'Searches and returns documents regarding the state-of-the-union.',
      multiline: true,
      required: true,
    }),
    returnSourceDocuments: booleanParam({
      title: 'Return Source Documents',
      help: 'Answers name the passages that were found.',
      default: false,
    }),
    retrieverToolMetadataFilter: jsonObjectParam({
      title: 'Additional Metadata Filter',
      help: 'Only passages with these metadata are found.',
      advanced: true,
    }),
  }),
  initial: { returnSourceDocuments: true },
  summary: ({ name }) => name,
  inputs: [
    { ...retrieverInput, name: 'retriever', label: 'Retriever', help: 'Finds the passages that the model reads.' },
  ] as const satisfies readonly NodeInput[],
  outputs: toolOutputs('retrieverTool', 'RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'),
});
