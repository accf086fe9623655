import { t } from '../texts/t.ts';

export interface KindFacts {
  /** Flowise's name of the category, used in exported flows. */
  readonly category: string;
  /** The type of the edges from nodes of this kind. The page's `renderer/ui/data-types.tsx` has its colour and shape. */
  readonly gives: string;
  /** What an input of that type accepts, as a phrase within a sentence. */
  readonly phrase: string;
  /** Flowise's class names that fit such an input, besides the type's own name. */
  readonly alsoFits?: readonly string[];
  /** Whether a run goes on without a disabled node of this kind; otherwise a flow can't run while the node is disabled. */
  readonly canBeLeftOut?: true;
}

/**
 * Every kind of node, in palette order. A new one is a line here, its contract in the server's `core/` with a line in `core/node-kinds.ts`, and a
 * colour and shape if its output has a new type. Validation, compiling, credentials and history use this table.
 */
export const NODE_KINDS = {
  documentloader: { category: 'Document Loaders', gives: 'Document', phrase: t('documents'), canBeLeftOut: true },
  textsplitter: { category: 'Text Splitters', gives: 'TextSplitter', phrase: t('a text splitter'), canBeLeftOut: true },
  embedding: { category: 'Embeddings', gives: 'Embeddings', phrase: t('an embedding model') },
  vectorstore: {
    category: 'Vector Stores',
    gives: 'VectorStore',
    phrase: t('a vector store'),
    alsoFits: ['VectorStoreRetriever', 'BaseRetriever'],
  },
  storereader: { category: 'Vector Stores', gives: 'VectorStore', phrase: t('a vector store') },
  recordmanager: {
    category: 'Record Manager',
    gives: 'RecordManager',
    phrase: t('a record manager'),
    canBeLeftOut: true,
  },
} as const satisfies Record<string, KindFacts>;

export type NodeKind = keyof typeof NODE_KINDS;

/** The type of the data on an edge. It determines colour and handle shape in the canvas. */
export type DataType = (typeof NODE_KINDS)[NodeKind]['gives'];

function kindsThatGive(type: string): readonly (KindFacts & { readonly gives: DataType })[] {
  return Object.values(NODE_KINDS).filter(({ gives }) => gives === type);
}

/** Class names that fit an input of a type. */
export function classesFor(type: DataType): readonly string[] {
  return [type, ...kindsThatGive(type).flatMap(({ alsoFits = [] }) => alsoFits)];
}

/** What an input of a type accepts, as a phrase within a sentence. */
export function phraseFor(type: DataType): string {
  return kindsThatGive(type)[0]?.phrase ?? type;
}

/** The type of a class, for nodes that we do not have. */
export function dataTypeOfClass(name: string): DataType | undefined {
  const kinds: readonly (KindFacts & { readonly gives: DataType })[] = Object.values(NODE_KINDS);
  return kinds.find(({ gives, alsoFits = [] }) => gives === name || alsoFits.includes(name))?.gives;
}
