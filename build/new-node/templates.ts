import type { NodeKind } from '../../shared/nodes/kinds.ts';
import type { NodeNames } from './node-names.ts';

/** The three files of a new node: the simplest working node of its kind. */
export interface NodeSources {
  readonly definition: string;
  readonly implementation: string;
  readonly test: string;
}

/** What differs between the kinds. */
interface Template {
  readonly params: string;
  /** Names that the definition imports, by their file in `shared/nodes`. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly icon: string;
  readonly summary: string;
  readonly inputs: string;
  readonly outputs: (names: NodeNames) => string;
  readonly extra?: string;
  /** Additional imports, and the call that makes the implementation. */
  readonly implementation: (names: NodeNames) => { readonly imports: readonly string[]; readonly body: string };
  /** Additional imports of the test, and the test itself. */
  readonly test: (names: NodeNames) => { readonly imports: readonly string[]; readonly body: string };
}

const templates: Readonly<Partial<Record<NodeKind, Template>>> = {
  documentloader: {
    params: `text: textParam({ title: 'Text', required: true }), ...loaderParams`,
    imports: { '../params.ts': ['textParam'], './common.ts': ['loaderInputs', 'loaderOutputs', 'loaderParams'] },
    icon: 'files',
    summary: '(params) => params.text',
    inputs: 'loaderInputs',
    outputs: () => 'loaderOutputs',
    implementation: ({ name, label }) => ({
      imports: [`import { implement } from '../../core/node-kinds.ts';`],
      body: `/** Gives each document that it finds; \`context\` has a signal, folders and the progress. */
export const ${name} = implement(definition, {
  open: ({ text }) => ({
    async *loadOrigin(context) {
      yield { text, metadata: { source: '${label}' } };
      context.onProgress(1, 1);
    },
  }),
});`,
    }),
    test: ({ name, label }) => ({
      imports: [
        `import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';`,
        `import { readOrigin } from '../../../../helpers/builders/origin-context.ts';`,
      ],
      body: `test('gives its text as one document', async () => {
    const { documents } = await readOrigin(${name}, definition.params.parse({ text: 'A text.' }), makeLoadFolders());
    expect(documents).toEqual([{ text: 'A text.', metadata: { source: '${label}' } }]);
  });`,
    }),
  },
  textsplitter: {
    params: `chunkSize: chunkSizeParam('characters'), chunkOverlap: chunkOverlapParam('characters')`,
    imports: {
      './common.ts': [
        'chunkOverlapParam',
        'chunkSizeParam',
        'OVERLAP_MISFIT',
        'overlapFits',
        'sizeSummary',
        'splitterOutput',
      ],
    },
    icon: 'scissors',
    summary: `(params) => sizeSummary(params, 'by blank line')`,
    inputs: '[]',
    outputs: ({ name, type }) => `splitterOutput('${name}', '${type}')`,
    extra: '.refine(overlapFits, OVERLAP_MISFIT)',
    implementation: ({ name }) => ({
      imports: [
        `import { implement } from '../../core/node-kinds.ts';`,
        `import { splitAtSeparator } from '../../splitters/separators/split-at-separator.ts';`,
      ],
      body: `/** Cuts at blank lines. */
export const ${name} = implement(definition, {
  open: (limits) => ({ split: (text) => splitAtSeparator(text, { ...limits, separator: '\\n\\n' }) }),
});`,
    }),
    test: ({ name }) => ({
      imports: [
        `import { collect } from '../../../../helpers/builders/collect.ts';`,
        `import { ELSEWHERE } from '../../../../helpers/builders/split-text.ts';`,
      ],
      body: `test('cuts at blank lines', async () => {
    const params = definition.params.parse({ chunkSize: 8, chunkOverlap: 0 });
    const splitter = await ${name}.open(params, undefined, ELSEWHERE);
    const chunks = await collect(splitter.split('First.\\n\\nSecond.'));
    expect(chunks.map(({ text }) => text)).toEqual(['First.', 'Second.']);
  });`,
    }),
  },
  embedding: {
    params: `modelName: textParam({ title: 'Model', required: true }),
    basepath: textParam({ title: 'Base path', help: 'The address of the service.', rule: SERVICE_ADDRESS, required: true }),
    timeout: timeoutParam`,
    imports: {
      '../params.ts': ['textParam'],
      '../text-rules.ts': ['SERVICE_ADDRESS'],
      './common.ts': ['embeddingsOutput', 'timeoutParam'],
    },
    icon: 'sparkles',
    summary: '(params) => params.modelName',
    inputs: '[]',
    outputs: ({ name, type }) => `embeddingsOutput('${name}', '${type}')`,
    implementation: ({ name }) => ({
      imports: [
        `import { implement } from '../../core/node-kinds.ts';`,
        `import { placeOf } from '../../embedding/remote/parse-address.ts';`,
        `import { openAIRows } from '../../embedding/remote/read-answer.ts';`,
        `import { createRemoteModel } from '../../embedding/remote/remote-model.ts';`,
      ],
      body: `/** Texts a request. */
const BATCH_SIZE = 128;

/** Sends texts to the service. Whatever changes the vectors belongs into the id. */
export const ${name} = implement(definition, {
  open: async ({ modelName: model, basepath: address, timeout }) =>
    createRemoteModel({
      id: \`${name}:\${placeOf(address)}/\${model}\`,
      address,
      model,
      url: \`\${address}/embeddings\`,
      headers: {},
      dimensions: undefined,
      batchSize: BATCH_SIZE,
      timeoutMs: timeout,
      bodyOf: (input) => ({ model, input }),
      rowsOf: openAIRows,
    }),
});`,
    }),
    test: ({ name }) => ({
      imports: [`import { fakeVector, startFakeOpenAI } from '../../../../helpers/fakes/fake-openai.ts';`],
      body: `test('sends its texts to the service', async () => {
    const server = await startFakeOpenAI({ dimensions: 6 });
    const context = {
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
      openLocalModel: () => Promise.reject(new Error('this node has no model on the device')),
    };
    try {
      const params = definition.params.parse({ modelName: 'a-model', basepath: server.basepath });
      const model = await ${name}.open(params, {}, context);
      expect(await model.embedDocuments(['first'], context.signal)).toEqual([fakeVector('first', 6)]);
    } finally {
      await server.close();
    }
  });`,
    }),
  },
  vectorstore: {
    params: `collection: textParam({ title: 'Collection' }), topK: topKParam()`,
    imports: { '../params.ts': ['textParam'], './common.ts': ['storeInputs', 'storeOutputs', 'topKParam'] },
    icon: 'database',
    summary: `(params) => params.collection`,
    inputs: 'storeInputs',
    outputs: ({ type }) => `storeOutputs('${type}')`,
    implementation: ({ name }) => ({
      imports: [`import { implement } from '../../core/node-kinds.ts';`],
      body: `/** Opens a collection. A store of a kind that is not here yet goes into a folder of \`stores/\`. */
export const ${name} = implement(definition, {
  open: ({ collection }, _inputs, context) =>
    context.openMemoryStore(collection === '' ? context.ownerId : collection),
});`,
    }),
    test: ({ name }) => ({
      imports: [
        `import { createMemoryStores } from '../../../../../electron/server/stores/memory/memory-stores.ts';`,
        `import { describeVectorStore } from '../../../../helpers/contracts/vector-store-contract.ts';`,
      ],
      body: `const context = {
    ownerId: 'flow',
    ...createMemoryStores(),
    openCollection: () => {
      throw new Error('this node has no collection in the database');
    },
  };
  describeVectorStore('${name}', () => ({
    open: (collection) => ${name}.open(definition.params.parse({ collection }), undefined, context),
  }));`,
    }),
  },
  retriever: {
    params: `topK: topKParam()`,
    imports: { '../vectorstores/common.ts': ['topKParam'], './common.ts': ['baseRetrieverInput', 'retrieverOutputs'] },
    icon: 'filter',
    summary: '({ topK }) => String(topK)',
    inputs: '[baseRetrieverInput]',
    outputs: ({ type }) => `retrieverOutputs('${type}')`,
    implementation: ({ name }) => ({
      imports: [`import { implement } from '../../core/node-kinds.ts';`],
      body: `/** Gives the first passages of those that the retriever before it finds. */
export const ${name} = implement(definition, {
  open: ({ topK }, { baseRetriever }) => ({
    async retrieve(query, signal) {
      const found = await (await baseRetriever()).retrieve(query, signal);
      return { ...found, docs: found.docs.slice(0, query.topK ?? topK) };
    },
  }),
});`,
    }),
    test: ({ name }) => ({
      imports: [`import { fakeRetriever, noDocumentStores } from '../../../../helpers/builders/fake-retriever.ts';`],
      body: `test('gives the first passages', async () => {
    const inputs = { baseRetriever: async () => fakeRetriever([0.9, 0.5]) };
    const retriever = await ${name}.open(definition.params.parse({ topK: 1 }), inputs, noDocumentStores);
    const { docs } = await retriever.retrieve({ query: 'Who?' }, AbortSignal.timeout(60_000));
    expect(docs.map(({ score }) => score)).toEqual([0.9]);
  });`,
    }),
  },
  recordmanager: {
    params: `...recordParams()`,
    imports: { './common.ts': ['describeCleanup', 'recordParams'] },
    icon: 'list-checks',
    summary: 'describeCleanup',
    inputs: '[]',
    outputs: ({ name, type }) =>
      `[{ name: '${name}', label: 'Record Manager', type: 'RecordManager', baseClasses: ['${type}', 'RecordManager'] }]`,
    implementation: ({ name }) => ({
      imports: [`import { implement } from '../../core/node-kinds.ts';`],
      body: `/** Has its records in the server's database. A remote one goes into \`records/\`. */
export const ${name} = implement(definition, {
  open: ({ namespace, cleanup, sourceIdKey }, _inputs, { ownerId, collection, openRecords }) =>
    openRecords(\`\${namespace === '' ? ownerId : namespace}_\${collection}\`, { cleanup, sourceIdKey }),
});`,
    }),
    test: ({ name }) => ({
      imports: [],
      body: `test('has a namespace for each collection', () => {
    const opened: string[] = [];
    const context = {
      ownerId: 'flow',
      collection: 'texts',
      openRecords(namespace: string) {
        opened.push(namespace);
        throw new Error('there is no database here');
      },
    };
    expect(() => ${name}.open(definition.params.parse({}), undefined, context)).toThrow('there is no database here');
    expect(opened).toEqual(['flow_texts']);
  });`,
    }),
  },
};

/** Kinds of which a node can be written. */
export const TEMPLATED_KINDS: readonly string[] = Object.keys(templates);

/** The content of a new node's files. The formatter formats them afterwards. @throws Error for a kind without a template */
export function sourcesOf(names: NodeNames): NodeSources {
  const { kind, name, label, type, folder, file } = names;
  const template = templates[kind];
  if (template === undefined) {
    throw new Error(
      `There is no template for a ${kind}: write the node by hand, as CONTRIBUTING.md says, or use one of ${TEMPLATED_KINDS.join(', ')}.`,
    );
  }
  const implementation = template.implementation(names);
  const test = template.test(names);
  const shared = Object.entries(template.imports).map(
    ([from, what]) => `import { ${what.join(', ')} } from '${from}';`,
  );
  return {
    definition: `import { z } from 'zod';
import { defineNode } from '../define-node.ts';
${shared.join('\n')}

export const ${name} = defineNode({
  kind: '${kind}',
  name: '${name}',
  version: 1,
  onlyHere: true,
  label: '${label}',
  description: 'Says in one sentence what ${label} does for the user.',
  icon: '${template.icon}',
  type: '${type}',
  synonyms: ['${label.toLowerCase()}'],
  params: z.object({ ${template.params} })${template.extra ?? ''},
  summary: ${template.summary},
  inputs: ${template.inputs},
  outputs: ${template.outputs(names)},
});
`,
    implementation: `import { ${name} as definition } from '../../../../shared/nodes/${folder}/${file}.ts';
${implementation.imports.join('\n')}

${implementation.body}
`,
    test: `import { ${['describe', ...['expect', 'test'].filter((word) => test.body.includes(`${word}(`))].join(', ')} } from 'vitest';
import { ${name} } from '../../../../../electron/server/nodes/${folder}/${file}.ts';
import { ${name} as definition } from '../../../../../shared/nodes/${folder}/${file}.ts';
${test.imports.join('\n')}

describe('${name}', () => {
  ${test.body}
});
`,
  };
}
