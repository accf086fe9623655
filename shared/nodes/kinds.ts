import type { DataType } from './data-types.ts';

export interface KindFacts {
  /** Flowise's names of the categories in which nodes of the kind stand; the first is that of nodes that name none. */
  readonly categories: readonly [string, ...string[]];
  /** The type whose colour and shape its nodes have, whatever else they give. */
  readonly drawnAs: DataType;
  /** Whether a flow may end at such a node: a run fills it. */
  readonly fills?: true;
  /** The same: it finds passages for a question. */
  readonly finds?: true;
  /** The same: it answers a question, in words. */
  readonly answers?: true;
  /** Whether a run goes on without a disabled node of this kind; otherwise a flow can't run while the node is disabled. */
  readonly canBeLeftOut?: true;
}

/**
 * Every kind of node, in palette order: those of one kind do the same work behind the same contract. A new one is a line here, its contract in the server's
 * `core/` with a line in `core/node-kinds.ts`, and a line in `data-types.ts` if it gives something new. Validation, compiling, credentials and history use this table.
 */
export const NODE_KINDS = {
  documentloader: { categories: ['Document Loaders'], drawnAs: 'Document', canBeLeftOut: true },
  textsplitter: { categories: ['Text Splitters'], drawnAs: 'TextSplitter', canBeLeftOut: true },
  embedding: { categories: ['Embeddings'], drawnAs: 'Embeddings' },
  vectorstore: { categories: ['Vector Stores'], drawnAs: 'VectorStore', fills: true, finds: true },
  retriever: { categories: ['Retrievers', 'Vector Stores'], drawnAs: 'BaseRetriever', finds: true },
  chatmodel: { categories: ['Chat Models'], drawnAs: 'BaseChatModel' },
  memory: { categories: ['Memory'], drawnAs: 'BaseMemory', canBeLeftOut: true },
  prompt: { categories: ['Prompts'], drawnAs: 'BasePromptTemplate' },
  outputparser: { categories: ['Output Parsers'], drawnAs: 'BaseLLMOutputParser', canBeLeftOut: true },
  moderation: { categories: ['Moderation'], drawnAs: 'Moderation', canBeLeftOut: true },
  chain: { categories: ['Chains'], drawnAs: 'BaseChain', answers: true },
  recordmanager: { categories: ['Record Manager'], drawnAs: 'RecordManager', canBeLeftOut: true },
} as const satisfies Record<string, KindFacts>;

export type NodeKind = keyof typeof NODE_KINDS;

/** A category in which nodes of a kind may stand. */
export type CategoryOf<Kind extends NodeKind> = (typeof NODE_KINDS)[Kind]['categories'][number];

/** Every category of the palette, in its order. */
export function allCategories(): readonly string[] {
  return [...new Set(Object.values(NODE_KINDS).flatMap(({ categories }) => categories))];
}

/** Where a node stands in the palette. */
export function categoryOf({ kind, category }: { readonly kind: NodeKind; readonly category?: string }): string {
  return category ?? NODE_KINDS[kind].categories[0];
}
