interface KindFacts {
  /** Flowise's name of the category, which exported flows carry. */
  readonly category: string;
  /** What goes through the edges that nodes of the kind feed: their type, whose colour and shape are in the page's `renderer/ui/data-types.tsx`. */
  readonly gives: string;
  /** What an input of that type takes, in the middle of a sentence. */
  readonly phrase: string;
  /** Classes of Flowise's own nodes that fit such an input, beside the type's own name. */
  readonly alsoFits?: readonly string[];
}

/**
 * Every kind of node, in the order of the palette. A new one is a line here, its contract in the server's `core/` with a line in `core/node-kinds.ts`, and a
 * colour and shape if it gives something new. Checking, compiling, credentials and history take it from there.
 */
export const NODE_KINDS = {
  documentloader: { category: 'Document Loaders', gives: 'Document', phrase: 'documents' },
  textsplitter: { category: 'Text Splitters', gives: 'TextSplitter', phrase: 'a text splitter' },
  embedding: { category: 'Embeddings', gives: 'Embeddings', phrase: 'an embedding model' },
  vectorstore: {
    category: 'Vector Stores',
    gives: 'VectorStore',
    phrase: 'a vector store',
    alsoFits: ['VectorStoreRetriever', 'BaseRetriever'],
  },
  storereader: { category: 'Vector Stores', gives: 'VectorStore', phrase: 'a vector store' },
  recordmanager: { category: 'Record Manager', gives: 'RecordManager', phrase: 'a record manager' },
} as const satisfies Record<string, KindFacts>;

export type NodeKind = keyof typeof NODE_KINDS;

/** What flows through an edge. Colour and handle shape in the canvas hang on it. */
export type DataType = (typeof NODE_KINDS)[NodeKind]['gives'];

function kindsThatGive(type: string): readonly (KindFacts & { readonly gives: DataType })[] {
  return Object.values(NODE_KINDS).filter(({ gives }) => gives === type);
}

/** Names of the classes that fit an input of a type. */
export function classesFor(type: DataType): readonly string[] {
  return [type, ...kindsThatGive(type).flatMap(({ alsoFits = [] }) => alsoFits)];
}

/** What an input of a type takes, in the middle of a sentence. */
export function phraseFor(type: DataType): string {
  return kindsThatGive(type)[0]?.phrase ?? type;
}

/** The type that a class fits, for nodes that we do not have. */
export function dataTypeOfClass(name: string): DataType | undefined {
  const kinds: readonly (KindFacts & { readonly gives: DataType })[] = Object.values(NODE_KINDS);
  return kinds.find(({ gives, alsoFits = [] }) => gives === name || alsoFits.includes(name))?.gives;
}
