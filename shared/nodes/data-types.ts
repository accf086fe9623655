import { t } from '../texts/t.ts';

/** Paths in a box of 12 x 12. */
export const HANDLE_SHAPES = {
  circle: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z',
  square: 'M2 2h8v8h-8Z',
  diamond: 'M6 .8L11.2 6L6 11.2L.8 6Z',
  hexagon: 'M6 .9L10.5 3.5V8.5L6 11.1L1.5 8.5V3.5Z',
  triangle: 'M6 1.2L11.2 10.4H.8Z',
  trapezoid: 'M3.4 2h5.2L11 10H1Z',
  bubble: 'M1.4 1.8h9.2v6.6H6.4L3.6 10.9V8.4H1.4Z',
  clock: 'M2 1h8L6.8 6L10 11H2L5.2 6Z',
  star: 'M6 .8L7.5 4.5L11.2 6L7.5 7.5L6 11.2L4.5 7.5L.8 6L4.5 4.5Z',
  arrow: 'M1.4 2h5.4L11 6L6.8 10H1.4Z',
  plus: 'M4.2 1h3.6v3.2H11v3.6H7.8V11H4.2V7.8H1V4.2h3.2Z',
  shield: 'M6 .9L10.8 2.4V6C10.8 8.6 8.8 10.4 6 11.4C3.2 10.4 1.2 8.6 1.2 6V2.4Z',
  pentagon: 'M6 .9L11.1 4.6L9.2 10.6H2.8L.9 4.6Z',
} as const;

export interface TypeFacts {
  readonly label: string;
  /** What an input of the type accepts, as a phrase within a sentence. */
  readonly phrase: string;
  /** Flowise's class names that fit such an input, besides the type's own name. */
  readonly alsoFits?: readonly string[];
  /** Name of its colour among the tokens of the page. */
  readonly token: string;
  /** In the light, in the dark, and both in high contrast: 3 and 4.5 or more on canvas and surface. */
  readonly colours: readonly [light: string, dark: string, moreLight: string, moreDark: string];
  readonly shape: keyof typeof HANDLE_SHAPES;
}

/**
 * Every type of data that flows along edges, by the name of its class in Flowise. Each has one colour and one shape, the same in handles, edges, palette and
 * help. `npm run docs` writes them into renderer/styles/data-types.css and docs/design-language.md. A new one is a row here, and what its values are at run time in
 * the server's `core/node-kinds.ts`.
 */
export const DATA_TYPES = {
  Document: {
    label: t('Documents'),
    phrase: t('documents'),
    token: 'data-type-document',
    colours: ['#3b82f6', '#5a97f8', '#0b4fb8', '#8ab8ff'],
    shape: 'circle',
  },
  TextSplitter: {
    label: t('Text splitter'),
    phrase: t('a text splitter'),
    token: 'data-type-text-splitter',
    colours: ['#c27f1c', '#d9932b', '#7a4a00', '#ffbe5c'],
    shape: 'square',
  },
  Embeddings: {
    label: t('Embedding model'),
    phrase: t('an embedding model'),
    token: 'data-type-embeddings',
    colours: ['#8b5cf6', '#a381f8', '#5b21b6', '#c9b3ff'],
    shape: 'diamond',
  },
  VectorStore: {
    label: t('Vector store'),
    phrase: t('a vector store'),
    token: 'data-type-vector-store',
    colours: ['#1a9570', '#2fb58b', '#00563e', '#5fe3b6'],
    shape: 'hexagon',
  },
  BaseRetriever: {
    label: t('Retriever'),
    phrase: t('a retriever'),
    alsoFits: ['VectorStoreRetriever'],
    token: 'data-type-retriever',
    colours: ['#0e8ba0', '#36adc2', '#00505e', '#6fdcee'],
    shape: 'pentagon',
  },
  BaseChatModel: {
    label: t('Chat model'),
    phrase: t('a chat model'),
    token: 'data-type-chat-model',
    colours: ['#b4572f', '#d98258', '#7d2d08', '#ffb391'],
    shape: 'bubble',
  },
  BaseMemory: {
    label: t('Memory'),
    phrase: t('a memory'),
    alsoFits: ['BaseChatMemory'],
    token: 'data-type-memory',
    colours: ['#b0439e', '#cf76c0', '#7a1669', '#f4a8e8'],
    shape: 'clock',
  },
  BasePromptTemplate: {
    label: t('Prompt'),
    phrase: t('a prompt'),
    alsoFits: ['ChatPromptTemplate'],
    token: 'data-type-prompt',
    colours: ['#4f8a2c', '#76b350', '#2c5a10', '#a9e67f'],
    shape: 'arrow',
  },
  BaseLLMOutputParser: {
    label: t('Output parser'),
    phrase: t('an output parser'),
    token: 'data-type-output-parser',
    colours: ['#64748b', '#8a9bb3', '#36445a', '#bccbe0'],
    shape: 'plus',
  },
  Moderation: {
    label: t('Moderation'),
    phrase: t('a moderation'),
    token: 'data-type-moderation',
    colours: ['#c43c3c', '#e57373', '#8f1010', '#ff9d9d'],
    shape: 'shield',
  },
  BaseChain: {
    label: t('Answer'),
    phrase: t('an answer'),
    token: 'data-type-answer',
    colours: ['#4b6fd6', '#7d9aee', '#1f3fa0', '#b3c6ff'],
    shape: 'star',
  },
  RecordManager: {
    label: t('Record manager'),
    phrase: t('a record manager'),
    token: 'data-type-record-manager',
    colours: ['#db5a7b', '#e5738f', '#9b1743', '#ffa0b8'],
    shape: 'triangle',
  },
  Text: {
    label: t('Text'),
    phrase: t('a text'),
    alsoFits: ['string', 'json'],
    token: 'data-type-text',
    colours: ['#7a7f2e', '#a9ae55', '#4a4e10', '#dfe37a'],
    shape: 'trapezoid',
  },
} as const satisfies Record<string, TypeFacts>;

/** The type of the data on an edge. */
export type DataType = keyof typeof DATA_TYPES;

const facts: Readonly<Record<DataType, TypeFacts>> = DATA_TYPES;

/** Class names that fit an input of a type. */
export function classesFor(type: DataType): readonly string[] {
  return [type, ...(facts[type].alsoFits ?? [])];
}

/** What an input of a type accepts, as a phrase within a sentence. */
export function phraseFor(type: DataType): string {
  return facts[type].phrase;
}

function isDataType(name: string): name is DataType {
  return Object.hasOwn(DATA_TYPES, name);
}

/** The type of a class, for nodes that we do not have. */
export function dataTypeOfClass(name: string): DataType | undefined {
  return Object.keys(DATA_TYPES)
    .filter(isDataType)
    .find((type) => classesFor(type).includes(name));
}
