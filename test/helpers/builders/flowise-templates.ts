import type { FlowDocument, FlowEdge, FlowNode } from '../../../shared/flow/flow-document.ts';

/** A node as Flowise has it: what it takes by wires and in fields, each `name:type=default`, and what it gives. */
interface FlowiseKind {
  readonly version: number;
  readonly label: string;
  readonly category: string;
  /** A `?` behind the type: it may be missing; `[]`: several. */
  readonly anchors: readonly string[];
  readonly params: readonly string[];
  /** Classes by the name of the output; several are a choice. */
  readonly outputs: Readonly<Record<string, string>>;
}

const model = (
  label: string,
  name: string,
  version: number,
  classes: string,
  ...params: readonly string[]
): FlowiseKind => ({
  ...{ version, label, category: 'Chat Models', anchors: ['cache:BaseCache?'] },
  params: ['credential:credential', ...params, 'temperature:number=0.9', 'streaming:boolean=true'],
  outputs: { [name]: `${classes}|BaseChatModel|BaseLanguageModel|Runnable` },
});
const store = (label: string, name: string, type: string, ...params: readonly string[]): FlowiseKind => ({
  ...{ version: 1, label, category: 'Vector Stores', anchors: ['document:Document[]', 'embeddings:Embeddings'] },
  params: [...params, 'topK:number'],
  outputs: { retriever: `${name}|${type}|BaseRetriever`, vectorStore: `${name}|VectorStore` },
});
const loader = (label: string, version: number, ...params: readonly string[]): FlowiseKind => ({
  ...{ version, label, category: 'Document Loaders', anchors: ['textSplitter:TextSplitter?'] },
  params: [...params, 'metadata:json', 'omitMetadataKeys:string'],
  outputs: { document: 'Document|json', text: 'string|json' },
});
const parser = (label: string, name: string, type: string, ...params: readonly string[]): FlowiseKind => ({
  ...{ version: 1, label, category: 'Output Parsers', anchors: [], params: ['autofix:boolean', ...params] },
  outputs: { [name]: `${type}|BaseLLMOutputParser|Runnable` },
});
const splitter = (label: string, name: string, classes: string): FlowiseKind => ({
  ...{ version: 2, label, category: 'Text Splitters', anchors: [] },
  params: ['chunkSize:number=1000', 'chunkOverlap:number=200'],
  outputs: { [name]: `${classes}|TextSplitter|BaseDocumentTransformer|Runnable` },
});

const KINDS: Readonly<Record<string, FlowiseKind>> = {
  chatOpenAI: model(
    ...(['ChatOpenAI', 'chatOpenAI', 8.3, 'ChatOpenAI|BaseChatOpenAI', 'modelName:asyncOptions=gpt-4o-mini'] as const),
    ...['allowImageUploads:boolean', 'reasoning:boolean', 'reasoningEffort:options', 'reasoningSummary:options'],
    ...['maxTokens:number', 'topP:number', 'frequencyPenalty:number', 'presencePenalty:number', 'timeout:number'],
    ...['strictToolCalling:boolean', 'stopSequence:string', 'basepath:string', 'baseOptions:json'],
  ),
  azureChatOpenAI: model(
    ...(['Azure ChatOpenAI', 'azureChatOpenAI', 7.1, 'AzureChatOpenAI|ChatOpenAI', 'modelName:asyncOptions'] as const),
    ...['maxTokens:number', 'reasoning:boolean', 'topP:number', 'timeout:number', 'basepath:string'],
  ),
  chatOllama: model(
    ...([
      'ChatOllama',
      'chatOllama',
      5,
      'ChatOllama|SimpleChatModel',
      'baseUrl:string=http://localhost:11434',
    ] as const),
    ...['modelName:string', 'allowImageUploads:boolean', 'think:boolean', 'jsonMode:boolean', 'keepAlive:string=5m'],
    ...['topP:number', 'topK:number', 'mirostat:number', 'numCtx:number', 'stop:string', 'tfsZ:number'],
  ),
  chatMistralAI: model(
    ...(['ChatMistralAI', 'chatMistralAI', 4, 'ChatMistralAI', 'modelName:asyncOptions=mistral-tiny'] as const),
    ...['maxOutputTokens:number', 'topP:number', 'randomSeed:number', 'safeMode:boolean', 'overrideEndpoint:string'],
  ),
  inMemoryCache: {
    ...{ version: 1, label: 'InMemory Cache', category: 'Cache', anchors: [], params: [] },
    outputs: { inMemoryCache: 'InMemoryCache|BaseCache' },
  },
  conversationalRetrievalQAChain: {
    ...{ version: 3, label: 'Conversational Retrieval QA Chain', category: 'Chains' },
    anchors: [
      ...['model:BaseChatModel', 'vectorStoreRetriever:BaseRetriever', 'memory:BaseMemory?'],
      'inputModeration:Moderation?[]',
    ],
    params: [
      'returnSourceDocuments:boolean',
      'rephrasePrompt:string=Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question.\n\nChat History:\n{chat_history}\nFollow Up Input: {question}\nStandalone Question:',
      "responsePrompt:string=You are a helpful assistant. Using the provided context, answer the user's question to the best of your ability using the resources provided.\nIf there is nothing in the context relevant to the question at hand, just say \"Hmm, I'm not sure.\" Don't try to make up an answer.\n------------\n{context}\n------------",
    ],
    outputs: { conversationalRetrievalQAChain: 'ConversationalRetrievalQAChain|BaseChain|Runnable' },
  },
  conversationChain: {
    ...{ version: 3, label: 'Conversation Chain', category: 'Chains' },
    anchors: [
      ...['model:BaseChatModel', 'memory:BaseMemory', 'chatPromptTemplate:ChatPromptTemplate?'],
      'inputModeration:Moderation?[]',
    ],
    params: ['systemMessagePrompt:string=The following is a friendly conversation between a human and an AI.'],
    outputs: { conversationChain: 'ConversationChain|LLMChain|BaseChain|Runnable' },
  },
  llmChain: {
    ...{ version: 3, label: 'LLM Chain', category: 'Chains' },
    anchors: [
      ...['model:BaseLanguageModel', 'prompt:BasePromptTemplate', 'outputParser:BaseLLMOutputParser?'],
      'inputModeration:Moderation?[]',
    ],
    params: ['chainName:string'],
    outputs: { llmChain: 'LLMChain|BaseChain|Runnable', outputPrediction: 'string|json' },
  },
  bufferMemory: {
    ...{ version: 2, label: 'Buffer Memory', category: 'Memory', anchors: [] },
    params: ['sessionId:string', 'memoryKey:string=chat_history'],
    outputs: { bufferMemory: 'BufferMemory|BaseChatMemory|BaseMemory' },
  },
  promptTemplate: {
    ...{ version: 1, label: 'Prompt Template', category: 'Prompts', anchors: [] },
    params: ['template:string', 'promptValues:json'],
    outputs: { promptTemplate: 'PromptTemplate|BaseStringPromptTemplate|BasePromptTemplate|Runnable' },
  },
  chatPromptTemplate: {
    ...{ version: 2, label: 'Chat Prompt Template', category: 'Prompts', anchors: [] },
    params: ['systemMessagePrompt:string', 'humanMessagePrompt:string', 'promptValues:json', 'messageHistory:tabs'],
    outputs: { chatPromptTemplate: 'ChatPromptTemplate|BaseChatPromptTemplate|BasePromptTemplate|Runnable' },
  },
  csvOutputParser: parser('CSV Output Parser', 'csvOutputParser', 'CSVListOutputParser'),
  advancedStructuredOutputParser: parser(
    ...(['Advanced Structured Output Parser', 'advancedStructuredOutputParser'] as const),
    ...(['AdvancedStructuredOutputParser', 'exampleJson:string'] as const),
  ),
  inputModerationSimple: {
    ...{ version: 2, label: 'Simple Prompt Moderation', category: 'Moderation', anchors: ['model:BaseChatModel?'] },
    params: [
      'denyList:string',
      'moderationErrorMessage:string=Cannot Process! Input violates content moderation policies.',
    ],
    outputs: { inputModerationSimple: 'Moderation' },
  },
  textFile: loader('Text File', 3, 'txtFile:file'),
  github: loader(
    ...(['Github', 3, 'credential:credential', 'repoLink:string', 'branch:string=main', 'recursive:boolean'] as const),
    ...['maxConcurrency:number', 'githubBaseUrl:string', 'githubInstanceApi:string', 'ignorePath:string'],
    'maxRetries:number',
  ),
  recursiveCharacterTextSplitter: splitter(
    ...(['Recursive Character Text Splitter', 'recursiveCharacterTextSplitter'] as const),
    'RecursiveCharacterTextSplitter',
  ),
  markdownTextSplitter: splitter(
    ...(['Markdown Text Splitter', 'markdownTextSplitter'] as const),
    'MarkdownTextSplitter|RecursiveCharacterTextSplitter',
  ),
  openAIEmbeddings: {
    ...{ version: 4, label: 'OpenAI Embeddings', category: 'Embeddings', anchors: [] },
    params: [
      ...['credential:credential', 'modelName:asyncOptions=text-embedding-ada-002', 'stripNewLines:boolean'],
      ...['batchSize:number', 'timeout:number', 'basepath:string', 'dimensions:number'],
    ],
    outputs: { openAIEmbeddings: 'OpenAIEmbeddings|Embeddings' },
  },
  ollamaEmbedding: {
    ...{ version: 1, label: 'Ollama Embeddings', category: 'Embeddings', anchors: [] },
    params: ['baseUrl:string=http://localhost:11434', 'modelName:string', 'numGpu:number', 'useMMap:boolean=true'],
    outputs: { ollamaEmbedding: 'OllamaEmbeddings|Embeddings' },
  },
  memoryVectorStore: store('In-Memory Vector Store', 'Memory', 'VectorStoreRetriever'),
  faiss: store('Faiss', 'Faiss', 'VectorStoreRetriever', 'basePath:string'),
};

const FIELD = /^(\w+):([^=?[\]]+)(\??)((?:\[\])?)(?:=([\s\S]*))?$/;

function fieldOf(id: string, written: string) {
  const [, name = '', type = '', optional, list, value] = FIELD.exec(written) ?? [];
  const facts = { ...(optional === '?' ? { optional: true } : {}), ...(list === '[]' ? { list: true } : {}) };
  return { label: name, name, type, ...facts, id: `${id}-input-${name}-${type}`, value };
}

type Inputs = Readonly<Record<string, unknown>>;

function kindOf(id: string): FlowiseKind {
  const kind = KINDS[id.replace(/_\d+$/, '')];
  if (kind === undefined) throw new Error(`No kind of ${id}`);
  return kind;
}

const outputHandle = (id: string, name: string): string => `${id}-output-${name}-${kindOf(id).outputs[name]}`;

/** A node as Flowise saves it, with the fields of its own version. @param output that is chosen */
function flowiseNode(id: string, values: Inputs, output: string | undefined): FlowNode {
  const { version, label, category, anchors, params, outputs } = kindOf(id);
  const inputAnchors = anchors.map((anchor) => fieldOf(id, anchor));
  const inputParams = params.map((param) => fieldOf(id, param));
  const options = Object.entries(outputs).map(([name, classes]) => {
    return { id: outputHandle(id, name), name, label: name, type: classes.replaceAll('|', ' | ') };
  });
  const isChoice = options.length > 1;
  const choice = { name: 'output', label: 'Output', type: 'options', options, default: options[0]?.name };
  const bare = ({ value: _, ...field }: ReturnType<typeof fieldOf>) => field;
  return {
    id,
    position: { x: 100, y: 100 },
    type: 'customNode',
    width: 300,
    height: 500,
    selected: false,
    data: {
      ...{
        id,
        label,
        version,
        name: id.replace(/_\d+$/, ''),
        type: Object.values(outputs)[0]?.split('|')[0],
        category,
      },
      ...{ baseClasses: Object.values(outputs)[0]?.split('|'), description: label },
      ...{ inputParams: inputParams.map(bare), inputAnchors: inputAnchors.map(bare) },
      inputs: {
        ...Object.fromEntries([...inputAnchors, ...inputParams].map(({ name, value = '' }) => [name, value])),
        ...values,
      },
      outputAnchors: isChoice ? [choice] : options,
      outputs: isChoice ? { output: output ?? options[0]?.name } : {},
      selected: false,
    },
  };
}

function note(): FlowNode {
  const data = {
    id: 'stickyNote_0',
    label: 'Sticky Note',
    version: 2,
    name: 'stickyNote',
    type: 'StickyNote',
    category: 'Utilities',
    inputs: { note: 'How it works.' },
  };
  return { id: 'stickyNote_0', position: { x: 0, y: 0 }, type: 'stickyNote', data };
}

/**
 * A template of Flowise's as one draws it there, with a note beside it.
 * @param values by node id
 * @param wires `source > target.input`, or `source.output > target.input` for another output than the first
 */
export function flowiseTemplate(values: Readonly<Record<string, Inputs>>, ...wires: readonly string[]): FlowDocument {
  const outputs = new Map<string, string>();
  const edges = wires.map((wire): FlowEdge => {
    const [, source = '', output, target = '', input = ''] = /^(\w+)(?:\.(\w+))? > (\w+)\.(\w+)$/.exec(wire) ?? [];
    const name = output ?? Object.keys(kindOf(source).outputs)[0] ?? '';
    outputs.set(source, name);
    const { anchors, params } = kindOf(target);
    const field = [...anchors, ...params].map((one) => fieldOf(target, one)).find((one) => one.name === input);
    if (field === undefined) throw new Error(`${wire} leads nowhere`);
    const sourceHandle = outputHandle(source, name);
    const id = `${source}-${sourceHandle}-${target}-${field.id}`;
    return { id, source, sourceHandle, target, targetHandle: field.id, type: 'buttonedge' };
  });
  const nodes = Object.entries(values).map(([id, inputs]) => flowiseNode(id, inputs, outputs.get(id)));
  for (const { target, source, targetHandle } of edges) {
    const node = nodes.find(({ id }) => id === target);
    const name = targetHandle?.split('-')[2] ?? '';
    const anchor = kindOf(target).anchors.find((one) => one.startsWith(`${name}:`));
    if (node === undefined || anchor === undefined) continue;
    const instance = `{{${source}.data.instance}}`;
    const before = node.data.inputs[name];
    const list = Array.isArray(before) ? [...before, instance] : [instance];
    Object.assign(node.data.inputs, { [name]: anchor.endsWith('[]') ? list : instance });
  }
  return { nodes: [...nodes, note()], edges };
}
