import type { NodeInput, NodeOutput } from '../define-node.ts';
import { booleanParam, jsonObjectParam, textParam } from '../params.ts';

/** Inputs, outputs and params that every document loader has (Flowise's names). */
export const loaderInputs = [
  {
    name: 'textSplitter',
    label: 'Text Splitter',
    type: 'TextSplitter',
    optional: true,
    help: 'Cuts each document into chunks. Without one a document is one chunk.',
  },
] as const satisfies readonly NodeInput[];

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

/** Whether comments of Word documents are read. */
export const commentsParam = booleanParam({
  title: 'Comments',
  help: 'Also reads the comments of Word documents, each after its paragraph.',
  default: false,
  advanced: true,
});

/** Whether headers and footers of Word documents, and footers of slides, are read. */
export const headersParam = booleanParam({
  title: 'Headers and footers',
  help: 'Also reads the headers and footers of Word documents, once each, and the footers of slides.',
  default: false,
  advanced: true,
});
