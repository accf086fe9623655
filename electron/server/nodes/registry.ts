import { UserError } from '../../../shared/errors/errors.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import type { NamesOfKind, NodeDefinitions } from '../../../shared/nodes/registry.ts';
import type { ImplementationByKind, ImplementationOf } from '../core/node-kinds.ts';

/** What implements a node of a kind, whatever its params are. */
export type Implementation<Kind extends NodeKind> = ImplementationByKind<unknown, unknown>[Kind];

// The document store loader is read on the server's thread: services/document-stores/load-stored.ts.
type Imports<Kind extends NodeKind> = {
  readonly [Name in Exclude<NamesOfKind<Kind>, 'documentStore'>]: () => Promise<
    ImplementationOf<NodeDefinitions[Name]>
  >;
};

/** The implementations of each kind; a definition without a line here does not compile. */
const implementations = {
  documentloader: {
    fileLoader: async () => (await import('./documentloaders/file-loader.ts')).fileLoader,
    pdfFile: async () => (await import('./documentloaders/pdf-file.ts')).pdfFile,
    docxFile: async () => (await import('./documentloaders/docx-file.ts')).docxFile,
    csvFile: async () => (await import('./documentloaders/csv-file.ts')).csvFile,
    epubFile: async () => (await import('./documentloaders/epub-file.ts')).epubFile,
    jsonFile: async () => (await import('./documentloaders/json-file.ts')).jsonFile,
    jsonlinesFile: async () => (await import('./documentloaders/jsonlines-file.ts')).jsonlinesFile,
    microsoftExcel: async () => (await import('./documentloaders/microsoft-excel.ts')).microsoftExcel,
    microsoftPowerpoint: async () => (await import('./documentloaders/microsoft-powerpoint.ts')).microsoftPowerpoint,
    textFile: async () => (await import('./documentloaders/text-file.ts')).textFile,
    unstructuredFileLoader: async () =>
      (await import('./documentloaders/unstructured-file-loader.ts')).unstructuredFileLoader,
    cheerioWebScraper: async () => (await import('./documentloaders/cheerio-web-scraper.ts')).cheerioWebScraper,
    apiLoader: async () => (await import('./documentloaders/api-loader.ts')).apiLoader,
    gitbook: async () => (await import('./documentloaders/gitbook.ts')).gitbook,
    plainText: async () => (await import('./documentloaders/plain-text.ts')).plainText,
    folderFiles: async () => (await import('./documentloaders/folder-files.ts')).folderFiles,
    sqlDatabase: async () => (await import('./documentloaders/sql-database.ts')).sqlDatabase,
    notionFolder: async () => (await import('./documentloaders/notion-folder.ts')).notionFolder,
    github: async () => (await import('./documentloaders/github.ts')).github,
    s3Directory: async () => (await import('./documentloaders/s3-directory.ts')).s3Directory,
  },
  textsplitter: {
    recursiveCharacterTextSplitter: async () =>
      (await import('./textsplitters/recursive-character-text-splitter.ts')).recursiveCharacterTextSplitter,
    characterTextSplitter: async () =>
      (await import('./textsplitters/character-text-splitter.ts')).characterTextSplitter,
    tokenTextSplitter: async () => (await import('./textsplitters/token-text-splitter.ts')).tokenTextSplitter,
    markdownTextSplitter: async () => (await import('./textsplitters/markdown-text-splitter.ts')).markdownTextSplitter,
    htmlToMarkdownTextSplitter: async () =>
      (await import('./textsplitters/html-to-markdown-text-splitter.ts')).htmlToMarkdownTextSplitter,
    codeTextSplitter: async () => (await import('./textsplitters/code-text-splitter.ts')).codeTextSplitter,
    sentenceTextSplitter: async () => (await import('./textsplitters/sentence-text-splitter.ts')).sentenceTextSplitter,
  },
  embedding: {
    transformersEmbeddings: async () =>
      (await import('./embeddings/transformers-embeddings.ts')).transformersEmbeddings,
    openAIEmbeddings: async () => (await import('./embeddings/openai-embeddings.ts')).openAIEmbeddings,
    ollamaEmbedding: async () => (await import('./embeddings/ollama-embedding.ts')).ollamaEmbedding,
    huggingFaceInferenceEmbeddings: async () =>
      (await import('./embeddings/hugging-face-inference-embeddings.ts')).huggingFaceInferenceEmbeddings,
    cohereEmbeddings: async () => (await import('./embeddings/cohere-embeddings.ts')).cohereEmbeddings,
    azureOpenAIEmbeddings: async () => (await import('./embeddings/azure-openai-embeddings.ts')).azureOpenAIEmbeddings,
    googleGenerativeAiEmbeddings: async () =>
      (await import('./embeddings/google-generative-ai-embeddings.ts')).googleGenerativeAiEmbeddings,
    mistralAIEmbeddings: async () => (await import('./embeddings/mistral-ai-embeddings.ts')).mistralAIEmbeddings,
    voyageAIEmbeddings: async () => (await import('./embeddings/voyage-ai-embeddings.ts')).voyageAIEmbeddings,
    jinaEmbeddings: async () => (await import('./embeddings/jina-embeddings.ts')).jinaEmbeddings,
  },
  retriever: {
    similarityThresholdRetriever: async () =>
      (await import('./retrievers/similarity-threshold-retriever.ts')).similarityThresholdRetriever,
    embeddingsFilterRetriever: async () =>
      (await import('./retrievers/embeddings-filter-retriever.ts')).embeddingsFilterRetriever,
    cohereRerankRetriever: async () => (await import('./retrievers/cohere-rerank-retriever.ts')).cohereRerankRetriever,
    JinaRerankRetriever: async () => (await import('./retrievers/jina-rerank-retriever.ts')).JinaRerankRetriever,
    voyageAIRerankRetriever: async () =>
      (await import('./retrievers/voyage-ai-rerank-retriever.ts')).voyageAIRerankRetriever,
    multiQueryRetriever: async () => (await import('./retrievers/multi-query-retriever.ts')).multiQueryRetriever,
    HydeRetriever: async () => (await import('./retrievers/hyde-retriever.ts')).HydeRetriever,
    RRFRetriever: async () => (await import('./retrievers/rrf-retriever.ts')).RRFRetriever,
    llmFilterRetriever: async () => (await import('./retrievers/llm-filter-retriever.ts')).llmFilterRetriever,
    documentStoreVS: async () => (await import('./vectorstores/document-store-vs.ts')).documentStoreVS,
  },
  vectorstore: {
    hnsw: async () => (await import('./vectorstores/hnsw.ts')).hnsw,
    memoryVectorStore: async () => (await import('./vectorstores/memory-vector-store.ts')).memoryVectorStore,
    postgres: async () => (await import('./vectorstores/postgres.ts')).postgres,
    chroma: async () => (await import('./vectorstores/chroma.ts')).chroma,
    qdrant: async () => (await import('./vectorstores/qdrant.ts')).qdrant,
  },
  chatmodel: {
    chatOpenAI: async () => (await import('./chatmodels/chat-openai.ts')).chatOpenAI,
    chatOllama: async () => (await import('./chatmodels/chat-ollama.ts')).chatOllama,
    chatMistralAI: async () => (await import('./chatmodels/chat-mistral-ai.ts')).chatMistralAI,
    chatAnthropic: async () => (await import('./chatmodels/chat-anthropic.ts')).chatAnthropic,
    groqChat: async () => (await import('./chatmodels/groq-chat.ts')).groqChat,
    azureChatOpenAI: async () => (await import('./chatmodels/azure-chat-openai.ts')).azureChatOpenAI,
    chatGoogleGenerativeAI: async () =>
      (await import('./chatmodels/chat-google-generative-ai.ts')).chatGoogleGenerativeAI,
  },
  memory: {
    bufferMemory: async () => (await import('./memory/buffer-memory.ts')).bufferMemory,
    bufferWindowMemory: async () => (await import('./memory/buffer-window-memory.ts')).bufferWindowMemory,
    conversationSummaryMemory: async () =>
      (await import('./memory/conversation-summary-memory.ts')).conversationSummaryMemory,
  },
  prompt: {
    promptTemplate: async () => (await import('./prompts/prompt-template.ts')).promptTemplate,
    chatPromptTemplate: async () => (await import('./prompts/chat-prompt-template.ts')).chatPromptTemplate,
  },
  outputparser: {
    csvOutputParser: async () => (await import('./outputparsers/csv-output-parser.ts')).csvOutputParser,
    customListOutputParser: async () =>
      (await import('./outputparsers/custom-list-output-parser.ts')).customListOutputParser,
    structuredOutputParser: async () =>
      (await import('./outputparsers/structured-output-parser.ts')).structuredOutputParser,
    advancedStructuredOutputParser: async () =>
      (await import('./outputparsers/advanced-structured-output-parser.ts')).advancedStructuredOutputParser,
  },
  moderation: {
    inputModerationSimple: async () => (await import('./moderations/input-moderation-simple.ts')).inputModerationSimple,
  },
  chain: {
    conversationalRetrievalQAChain: async () =>
      (await import('./chains/conversational-retrieval-qa-chain.ts')).conversationalRetrievalQAChain,
    conversationChain: async () => (await import('./chains/conversation-chain.ts')).conversationChain,
    llmChain: async () => (await import('./chains/llm-chain.ts')).llmChain,
    retrievalQAChain: async () => (await import('./chains/retrieval-qa-chain.ts')).retrievalQAChain,
  },
  agent: {
    toolAgent: async () => (await import('./agents/tool-agent.ts')).toolAgent,
    conversationalRetrievalToolAgent: async () =>
      (await import('./agents/conversational-retrieval-tool-agent.ts')).conversationalRetrievalToolAgent,
  },
  tool: {
    retrieverTool: async () => (await import('./tools/retriever-tool.ts')).retrieverTool,
    chatflowTool: async () => (await import('./tools/chatflow-tool.ts')).chatflowTool,
    customTool: async () => (await import('./tools/custom-tool.ts')).customTool,
    calculator: async () => (await import('./tools/calculator.ts')).calculator,
    currentDateTime: async () => (await import('./tools/current-date-time.ts')).currentDateTime,
  },
  recordmanager: {
    SQLiteRecordManager: async () => (await import('./recordmanagers/sqlite-record-manager.ts')).SQLiteRecordManager,
    postgresRecordManager: async () =>
      (await import('./recordmanagers/postgres-record-manager.ts')).postgresRecordManager,
    MySQLRecordManager: async () => (await import('./recordmanagers/mysql-record-manager.ts')).MySQLRecordManager,
  },
} satisfies { readonly [Kind in NodeKind]: Imports<Kind> };

const byKind: {
  readonly [Kind in NodeKind]: Readonly<Record<string, () => Promise<Implementation<Kind>>>>;
} = implementations;

export function isImplemented(kind: NodeKind, name: string): boolean {
  return Object.hasOwn(byKind[kind], name);
}

/**
 * What implements a node, imported now if it was not before.
 * @param name the node's own, not one of its aliases
 * @throws UserError UNKNOWN_NODE
 */
export async function importNode<Kind extends NodeKind>(kind: Kind, name: string): Promise<Implementation<Kind>> {
  const entries = byKind[kind];
  const load = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (load !== undefined) return load();
  throw new UserError('UNKNOWN_NODE', `The node ${name} is not available here: replace it by another.`);
}
