import { conversationalRetrievalToolAgent } from './agents/conversational-retrieval-tool-agent.ts';
import { toolAgent } from './agents/tool-agent.ts';
import { aliasDefinition } from './aliases.ts';
import { conversationChain } from './chains/conversation-chain.ts';
import { conversationalRetrievalQAChain } from './chains/conversational-retrieval-qa-chain.ts';
import { llmChain } from './chains/llm-chain.ts';
import { retrievalQAChain } from './chains/retrieval-qa-chain.ts';
import { azureChatOpenAI } from './chatmodels/azure-chat-openai.ts';
import { chatAnthropic } from './chatmodels/chat-anthropic.ts';
import { chatGoogleGenerativeAI } from './chatmodels/chat-google-generative-ai.ts';
import { chatMistralAI } from './chatmodels/chat-mistral-ai.ts';
import { chatOllama } from './chatmodels/chat-ollama.ts';
import { chatOpenAI } from './chatmodels/chat-openai.ts';
import { groqChat } from './chatmodels/groq-chat.ts';
import type { NodeDefinition } from './define-node.ts';
import { apiLoader } from './documentloaders/api-loader.ts';
import { cheerioWebScraper } from './documentloaders/cheerio-web-scraper.ts';
import { csvFile } from './documentloaders/csv-file.ts';
import { documentStore } from './documentloaders/document-store.ts';
import { docxFile } from './documentloaders/docx-file.ts';
import { epubFile } from './documentloaders/epub-file.ts';
import { fileLoader } from './documentloaders/file-loader.ts';
import { folderFiles } from './documentloaders/folder-files.ts';
import { gitbook } from './documentloaders/gitbook.ts';
import { github } from './documentloaders/github.ts';
import { jsonFile } from './documentloaders/json-file.ts';
import { jsonlinesFile } from './documentloaders/jsonlines-file.ts';
import { microsoftExcel } from './documentloaders/microsoft-excel.ts';
import { microsoftPowerpoint } from './documentloaders/microsoft-powerpoint.ts';
import { notionFolder } from './documentloaders/notion-folder.ts';
import { pdfFile } from './documentloaders/pdf-file.ts';
import { plainText } from './documentloaders/plain-text.ts';
import { s3Directory } from './documentloaders/s3-directory.ts';
import { sqlDatabase } from './documentloaders/sql-database.ts';
import { textFile } from './documentloaders/text-file.ts';
import { unstructuredFileLoader } from './documentloaders/unstructured-file-loader.ts';
import { azureOpenAIEmbeddings } from './embeddings/azure-openai-embeddings.ts';
import { cohereEmbeddings } from './embeddings/cohere-embeddings.ts';
import { googleGenerativeAiEmbeddings } from './embeddings/google-generative-ai-embeddings.ts';
import { huggingFaceInferenceEmbeddings } from './embeddings/hugging-face-inference-embeddings.ts';
import { jinaEmbeddings } from './embeddings/jina-embeddings.ts';
import { mistralAIEmbeddings } from './embeddings/mistral-ai-embeddings.ts';
import { ollamaEmbedding } from './embeddings/ollama-embedding.ts';
import { openAIEmbeddings } from './embeddings/openai-embeddings.ts';
import { transformersEmbeddings } from './embeddings/transformers-embeddings.ts';
import { voyageAIEmbeddings } from './embeddings/voyage-ai-embeddings.ts';
import { bufferMemory } from './memory/buffer-memory.ts';
import { bufferWindowMemory } from './memory/buffer-window-memory.ts';
import { conversationSummaryMemory } from './memory/conversation-summary-memory.ts';
import { inputModerationSimple } from './moderations/input-moderation-simple.ts';
import { advancedStructuredOutputParser } from './outputparsers/advanced-structured-output-parser.ts';
import { csvOutputParser } from './outputparsers/csv-output-parser.ts';
import { customListOutputParser } from './outputparsers/custom-list-output-parser.ts';
import { structuredOutputParser } from './outputparsers/structured-output-parser.ts';
import { chatPromptTemplate } from './prompts/chat-prompt-template.ts';
import { promptTemplate } from './prompts/prompt-template.ts';
import { MySQLRecordManager } from './recordmanagers/mysql-record-manager.ts';
import { postgresRecordManager } from './recordmanagers/postgres-record-manager.ts';
import { SQLiteRecordManager } from './recordmanagers/sqlite-record-manager.ts';
import { cohereRerankRetriever } from './retrievers/cohere-rerank-retriever.ts';
import { embeddingsFilterRetriever } from './retrievers/embeddings-filter-retriever.ts';
import { HydeRetriever } from './retrievers/hyde-retriever.ts';
import { JinaRerankRetriever } from './retrievers/jina-rerank-retriever.ts';
import { llmFilterRetriever } from './retrievers/llm-filter-retriever.ts';
import { multiQueryRetriever } from './retrievers/multi-query-retriever.ts';
import { RRFRetriever } from './retrievers/rrf-retriever.ts';
import { similarityThresholdRetriever } from './retrievers/similarity-threshold-retriever.ts';
import { voyageAIRerankRetriever } from './retrievers/voyage-ai-rerank-retriever.ts';
import { characterTextSplitter } from './textsplitters/character-text-splitter.ts';
import { codeTextSplitter } from './textsplitters/code-text-splitter.ts';
import { htmlToMarkdownTextSplitter } from './textsplitters/html-to-markdown-text-splitter.ts';
import { markdownTextSplitter } from './textsplitters/markdown-text-splitter.ts';
import { recursiveCharacterTextSplitter } from './textsplitters/recursive-character-text-splitter.ts';
import { sentenceTextSplitter } from './textsplitters/sentence-text-splitter.ts';
import { tokenTextSplitter } from './textsplitters/token-text-splitter.ts';
import { calculator } from './tools/calculator.ts';
import { chatflowTool } from './tools/chatflow-tool.ts';
import { currentDateTime } from './tools/current-date-time.ts';
import { customTool } from './tools/custom-tool.ts';
import { retrieverTool } from './tools/retriever-tool.ts';
import { chroma } from './vectorstores/chroma.ts';
import { documentStoreVS } from './vectorstores/document-store-vs.ts';
import { hnsw } from './vectorstores/hnsw.ts';
import { memoryVectorStore } from './vectorstores/memory-vector-store.ts';
import { postgres } from './vectorstores/postgres.ts';
import { qdrant } from './vectorstores/qdrant.ts';

/** All nodes. To add one: its file, a line here, and its implementation with a line in the server's registry. */
export const nodeDefinitions = {
  fileLoader,
  textFile,
  pdfFile,
  docxFile,
  microsoftExcel,
  microsoftPowerpoint,
  csvFile,
  jsonFile,
  jsonlinesFile,
  epubFile,
  unstructuredFileLoader,
  plainText,
  folderFiles,
  cheerioWebScraper,
  gitbook,
  apiLoader,
  sqlDatabase,
  github,
  s3Directory,
  notionFolder,
  documentStore,
  recursiveCharacterTextSplitter,
  characterTextSplitter,
  tokenTextSplitter,
  markdownTextSplitter,
  htmlToMarkdownTextSplitter,
  codeTextSplitter,
  sentenceTextSplitter,
  transformersEmbeddings,
  openAIEmbeddings,
  ollamaEmbedding,
  huggingFaceInferenceEmbeddings,
  cohereEmbeddings,
  azureOpenAIEmbeddings,
  googleGenerativeAiEmbeddings,
  mistralAIEmbeddings,
  voyageAIEmbeddings,
  jinaEmbeddings,
  hnsw,
  memoryVectorStore,
  postgres,
  chroma,
  qdrant,
  documentStoreVS,
  similarityThresholdRetriever,
  embeddingsFilterRetriever,
  cohereRerankRetriever,
  JinaRerankRetriever,
  voyageAIRerankRetriever,
  multiQueryRetriever,
  HydeRetriever,
  RRFRetriever,
  llmFilterRetriever,
  chatOpenAI,
  chatOllama,
  chatMistralAI,
  chatAnthropic,
  groqChat,
  azureChatOpenAI,
  chatGoogleGenerativeAI,
  bufferMemory,
  bufferWindowMemory,
  conversationSummaryMemory,
  promptTemplate,
  chatPromptTemplate,
  csvOutputParser,
  customListOutputParser,
  structuredOutputParser,
  advancedStructuredOutputParser,
  inputModerationSimple,
  conversationalRetrievalQAChain,
  retrievalQAChain,
  conversationChain,
  llmChain,
  toolAgent,
  conversationalRetrievalToolAgent,
  retrieverTool,
  chatflowTool,
  customTool,
  calculator,
  currentDateTime,
  SQLiteRecordManager,
  postgresRecordManager,
  MySQLRecordManager,
} satisfies { readonly [Name in string]: NodeDefinition & { readonly name: Name } };

export type NodeDefinitions = typeof nodeDefinitions;
export type NodeName = keyof NodeDefinitions;

/** All definitions, in palette order. */
export const allNodeDefinitions: readonly NodeDefinition[] = Object.values(nodeDefinitions);

const aliases = allNodeDefinitions.flatMap((node) => (node.aliases ?? []).map((alias) => aliasDefinition(node, alias)));

const byName: ReadonlyMap<string, NodeDefinition> = new Map(
  [...allNodeDefinitions, ...aliases].map((node) => [node.name, node]),
);

/** The definition of a node by its name or one of its aliases; undefined for a node that we do not have. */
export function findNodeDefinition(name: string): NodeDefinition | undefined {
  return byName.get(name);
}

/** Names of the nodes of a kind. */
export type NamesOfKind<Kind extends NodeDefinition['kind']> = {
  [Name in NodeName]: NodeDefinitions[Name]['kind'] extends Kind ? Name : never;
}[NodeName];
