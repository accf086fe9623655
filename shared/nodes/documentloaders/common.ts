import type { NodeInput, NodeOutput } from '../define-node.ts';
import { jsonObjectParam, textParam } from '../params.ts';

/** Inputs, outputs and params that every document loader has (Flowise's names). */
export const loaderInputs: readonly NodeInput[] = [
  {
    name: 'textSplitter',
    label: 'Text Splitter',
    type: 'TextSplitter',
    optional: true,
    help: 'Cuts each document into chunks. Without one a document is one chunk.',
  },
];

export const loaderOutputs: readonly NodeOutput[] = [
  { name: 'document', label: 'Document', type: 'Document', baseClasses: ['Document', 'json'] },
];

export const loaderParams = {
  metadata: jsonObjectParam({
    title: 'Additional metadata',
    help: 'A JSON object that is added to the metadata of every document, and overrides what the loader found.',
    placeholder: '{"team": "sales"}',
    advanced: true,
  }),
  omitMetadataKeys: textParam({
    title: 'Omit metadata keys',
    help: 'Keys to leave out, separated by commas. * leaves out all but the additional metadata.',
    placeholder: 'key1, key2.nested',
    advanced: true,
  }),
};
