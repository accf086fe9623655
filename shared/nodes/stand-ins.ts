import type { NodeDefinition } from './define-node.ts';
import { type KindFacts, NODE_KINDS, type NodeKind } from './kinds.ts';
import { type NodeName, nodeDefinitions } from './registry.ts';

interface Missing {
  /** As Flowise calls it. */
  readonly label: string;
  readonly kind: NodeKind;
  /** What does the same, best first. What anything of the kind can be replaced by comes after it. */
  readonly by?: readonly NodeName[];
}

/** What any node of a kind can be replaced by, best first. */
const OF_KIND: Readonly<Partial<Record<NodeKind, readonly NodeName[]>>> = {
  documentloader: ['fileLoader', 'folderFiles'],
  textsplitter: ['recursiveCharacterTextSplitter', 'tokenTextSplitter'],
  embedding: ['transformersEmbeddings', 'openAIEmbeddings', 'ollamaEmbedding'],
  vectorstore: ['hnsw', 'qdrant', 'chroma', 'postgres'],
  retriever: ['embeddingsFilterRetriever', 'similarityThresholdRetriever'],
  chatmodel: ['chatOllama', 'chatOpenAI'],
  memory: ['bufferMemory', 'bufferWindowMemory', 'conversationSummaryMemory'],
  prompt: ['promptTemplate', 'chatPromptTemplate'],
  outputparser: ['structuredOutputParser', 'csvOutputParser'],
  moderation: ['inputModerationSimple'],
  chain: ['conversationalRetrievalQAChain', 'conversationChain', 'llmChain'],
  recordmanager: ['SQLiteRecordManager', 'postgresRecordManager'],
};

function store(label: string, ...by: readonly NodeName[]): Missing {
  return { label, kind: 'vectorstore', by };
}

function embedding(label: string, ...by: readonly NodeName[]): Missing {
  return { label, kind: 'embedding', by };
}

function loader(label: string, ...by: readonly NodeName[]): Missing {
  return { label, kind: 'documentloader', by };
}

/** Nodes of Flowise's that feed a vector store, or are one, and that we do not have, by their names. */
const MISSING: Readonly<Record<string, Missing>> = {
  Astra: store('Astra'),
  couchbase: store('Couchbase'),
  elasticsearch: store('Elasticsearch'),
  kendra: store('AWS Kendra'),
  meilisearch: store('Meilisearch'),
  milvus: store('Milvus'),
  mongoDBAtlas: store('MongoDB Atlas'),
  openSearch: store('OpenSearch'),
  pinecone: store('Pinecone'),
  pineconeLlamaIndex: store('Pinecone'),
  redis: store('Redis'),
  simpleStoreLlamaIndex: store('SimpleStore'),
  singlestore: store('SingleStore'),
  supabase: store('Supabase', 'postgres'),
  upstash: store('Upstash Vector'),
  vectara: store('Vectara'),
  vectaraUpload: store('Vectara Upload File'),
  weaviate: store('Weaviate'),
  zep: store('Zep Collection - Open Source'),
  zepCloud: store('Zep Collection - Cloud'),

  AWSBedrockEmbeddings: embedding('AWS Bedrock Embedding', 'transformersEmbeddings', 'cohereEmbeddings'),
  azureOpenAIEmbeddingsLlamaIndex: embedding('Azure OpenAI Embeddings', 'azureOpenAIEmbeddings'),
  baiduQianfanEmbeddings: embedding('Baidu Qianfan Embedding'),
  googlevertexaiEmbeddings: embedding('Google VertexAI Embedding', 'googleGenerativeAiEmbeddings'),
  ibmEmbedding: embedding('IBM Watsonx Embedding'),
  openAIEmbedding_LlamaIndex: embedding('OpenAI Embedding', 'openAIEmbeddings'),
  togetherAIEmbedding: embedding('TogetherAI Embedding', 'openAIEmbeddings'),

  airtable: loader('Airtable', 'csvFile', 'apiLoader'),
  apifyWebsiteContentCrawler: loader('Apify Website Content Crawler', 'cheerioWebScraper'),
  braveSearchApiLoader: loader('BraveSearch API Document Loader', 'apiLoader'),
  confluence: loader('Confluence', 'cheerioWebScraper', 'apiLoader'),
  customDocumentLoader: loader('Custom Document Loader', 'apiLoader'),
  figma: loader('Figma', 'apiLoader'),
  fireCrawl: loader('FireCrawl', 'cheerioWebScraper'),
  googleDrive: loader('Google Drive', 'folderFiles', 's3Directory'),
  googleSheets: loader('Google Sheets', 'csvFile', 'microsoftExcel'),
  jira: loader('Jira', 'apiLoader'),
  notionDB: loader('Notion Database', 'notionFolder'),
  notionPage: loader('Notion Page', 'notionFolder'),
  oxylabs: loader('Oxylabs', 'cheerioWebScraper'),
  searchApi: loader('SearchApi For Web Search', 'apiLoader'),
  serpApi: loader('SerpApi For Web Search', 'apiLoader'),
  spiderDocumentLoaders: loader('Spider Document Loaders', 'cheerioWebScraper'),
  vectorStoreToDocument: loader('VectorStore To Document', 'documentStore'),
};

/** Offers beyond these are not better than a look at all nodes. */
const MOST = 4;

/** What an unknown node says of itself. */
export interface UnknownNode {
  readonly name: string;
  /** Flowise's category, where it was saved. */
  readonly category?: unknown;
}

function missingOf(name: string): Missing | undefined {
  return Object.hasOwn(MISSING, name) ? MISSING[name] : undefined;
}

function kindOf({ name, category }: UnknownNode): NodeKind | undefined {
  const known = missingOf(name)?.kind;
  if (known !== undefined) return known;
  const kinds: readonly NodeDefinition['kind'][] = Object.values(nodeDefinitions).map(({ kind }) => kind);
  const isOfCategory = ({ categories }: KindFacts) => categories.some((one) => one === category);
  return kinds.find((kind) => isOfCategory(NODE_KINDS[kind]) && OF_KIND[kind] !== undefined);
}

/** The nodes that can take the place of one that we do not have, best first; none for what is no part of an upsert. */
export function standInsFor(node: UnknownNode): readonly NodeDefinition[] {
  const kind = kindOf(node);
  if (kind === undefined) return [];
  const names = new Set([...(missingOf(node.name)?.by ?? []), ...(OF_KIND[kind] ?? [])]);
  return [...names].slice(0, MOST).map((name) => nodeDefinitions[name]);
}

/** What Flowise calls a node that we do not have; undefined for one of another program. */
export function labelInFlowise(name: string): string | undefined {
  return missingOf(name)?.label;
}
