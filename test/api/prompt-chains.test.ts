import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../helpers/fakes/fake-chat-services.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const {
  bufferMemory,
  chatMistralAI,
  chatOllama,
  chatPromptTemplate,
  conversationChain,
  conversationSummaryMemory,
  customListOutputParser,
  inputModerationSimple,
  llmChain,
  promptTemplate,
  structuredOutputParser,
} = nodeDefinitions;

const suite = setUpApiSuite();
let services: FakeChatServices;
let reply: (call: ChatServiceCall) => ChatReply;
beforeAll(async () => {
  services = await startFakeChatServices((call) => reply(call));
});
afterAll(() => services.close());

const says = (...tokens: readonly string[]): ChatReply => ({ tokens, inputTokens: 500 });
const SentSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  format: z.unknown().optional(),
});
const sent = (back = 0) => SentSchema.parse(services.calls.at(-1 - back)?.body);

type Inputs = Readonly<Record<string, unknown>>;
const ollama = (inputs: Inputs = {}) =>
  node(chatOllama, { baseUrl: `${services.origin}/ollama`, modelName: 'fake', ...inputs });

/** A chain of a prompt and a model, with more that is wired to it. */
function promptFlow(
  template: string,
  given: Inputs = {},
  ...more: readonly [ReturnType<typeof node>, string][]
): FlowDocument {
  const chain = node(llmChain);
  const prompt = node(promptTemplate, { template, ...given });
  const model = ollama();
  return {
    nodes: [prompt, model, ...more.map(([part]) => part), chain],
    edges: [
      edge(prompt, chain, 'prompt'),
      edge(model, chain, 'model'),
      ...more.map(([part, input]) => edge(part, chain, input)),
    ],
  };
}

function talk(memory: ReturnType<typeof node>, model = ollama()): FlowDocument {
  const chain = node(conversationChain);
  const wires = memory.data.name === 'conversationSummaryMemory' ? [edge(model, memory, 'model')] : [];
  return {
    nodes: [memory, model, chain],
    edges: [edge(memory, chain, 'memory'), edge(model, chain, 'model'), ...wires],
  };
}

const create = async (flow: FlowDocument) => (await suite.api.createFlow(flow)).id;
const post = (id: string, body: object) => suite.api.json('POST', `/prediction/${id}`, body);
const contents = (back = 0) => sent(back).messages.map(({ content }) => content);

describe('a prompt', () => {
  test('with two variables without a value is an error that names it and them, and the model is not asked', async () => {
    const id = await create(promptFlow('{a} and {b}'));
    const before = services.calls.length;
    const { status, body } = await post(id, { question: 'Hi' });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'INVALID_PARAM',
      nodeId: 'promptTemplate_0',
      message: expect.stringContaining('(a, b)'),
    });
    expect(services.calls.length).toBe(before);
  });

  test('may hold what was said before', async () => {
    const id = await create(
      promptFlow('{before}\nNow: {now}', { promptValues: { before: '{{chat_history}}', now: '' } }),
    );
    reply = () => says('Yes.');
    await suite.api.ask(id, { question: 'Is it?', chatId: 'before' });
    await suite.api.ask(id, { question: 'Still?', chatId: 'before' });
    expect(contents()).toEqual(['Human: Is it?\nAssistant: Yes.\nNow: Still?']);
  });

  test('without values gets the question, whatever is wired to them', async () => {
    const first = promptFlow('First: {q}');
    const [before] = first.nodes.filter(({ data }) => data.name === 'llmChain');
    if (before === undefined) throw new Error('A prompt without a chain');
    const model = first.nodes.filter(({ data }) => data.name === 'chatOllama');
    const prompt = node(promptTemplate, { template: 'Second: {q}' }, 'promptTemplate_1');
    const chain = node(llmChain, {}, 'llmChain_1');
    const wires = [edge(before, prompt, 'promptValues'), edge(prompt, chain, 'prompt')];
    const id = await create({
      nodes: [...first.nodes, prompt, chain],
      edges: [...first.edges, ...wires, ...model.map((one) => edge(one, chain, 'model'))],
    });
    reply = () => says('Yes.');
    expect((await suite.api.ask(id, { question: 'Hi' })).text).toBe('Yes.');
    expect(contents()).toEqual(['Second: Hi']);
  });

  test('of a conversation stands round what was said before', async () => {
    const flow = talk(node(bufferMemory));
    const prompt = node(chatPromptTemplate, {
      systemMessagePrompt: 'Be {how}.',
      humanMessagePrompt: 'Well: {input}',
      promptValues: '{"how": "brief"}',
    });
    const chain = flow.nodes.find(({ data }) => data.name === 'conversationChain');
    if (chain === undefined) throw new Error('A conversation without a chain');
    const id = await create({
      nodes: [...flow.nodes, prompt],
      edges: [...flow.edges, edge(prompt, chain, 'chatPromptTemplate')],
    });
    reply = () => says('Hello.');
    await suite.api.ask(id, { question: 'Hi', chatId: 'round' });
    await suite.api.ask(id, { question: 'And now?', chatId: 'round' });
    expect(contents()).toEqual(['Be brief.', 'Hi', 'Hello.', 'Well: And now?']);
  });
});

describe('an output parser', () => {
  test('asks again if it shall, and says to the model what did not fit', async () => {
    const parser = node(customListOutputParser, { length: 2, autofix: true });
    const id = await create(promptFlow('{q}', {}, [parser, 'outputParser']));
    reply = () => (sent().messages.length === 1 ? says('one') : says('one, two'));
    expect((await suite.api.ask(id, { question: 'Two numbers' })).json).toEqual(['one', 'two']);
    expect(contents()[1]).toBe('one');
    expect(contents()[2]).toContain('it has 1 values, and 2 are wanted');
    reply = () => says('one');
    expect(await post(id, { question: 'Two numbers' })).toMatchObject({
      status: 502,
      body: { code: 'ANSWER_UNFIT', nodeId: 'customListOutputParser_0' },
    });
  });

  test('forces the answer into its schema where the service can', async () => {
    const jsonStructure =
      '[{"property": "name", "type": "string", "description": "of the person"}, {"property": "age", "type": "number"}]';
    const parser = node(structuredOutputParser, { jsonStructure });
    const id = await create(promptFlow('{q}', {}, [parser, 'outputParser']));
    reply = () => says('{"name": "Ada", ', '"age": 36}');
    expect((await suite.api.ask(id, { question: 'Ada is 36' })).json).toEqual({ name: 'Ada', age: 36 });
    expect(sent().format).toMatchObject({ type: 'object', required: ['name', 'age'], additionalProperties: false });
  });

  test('and a model whose streaming is off are what keeps a flow from streaming; a text that is streamed has neither', async () => {
    const isStreaming = async (flow: FlowDocument) =>
      (await suite.api.get(`/chatflows-streaming/${await create(flow)}`)).body;
    expect(await isStreaming(promptFlow('{q}'))).toEqual({ isStreaming: true });
    expect(await isStreaming(talk(node(bufferMemory), ollama({ streaming: 'false' })))).toEqual({ isStreaming: false });
    expect(await isStreaming(makeFlow())).toEqual({ isStreaming: true });
  });
});

test('a moderation with a model refuses what says the same in other words', async () => {
  const moderation = node(inputModerationSimple, { denyList: 'Where is the key?' });
  const flow = promptFlow('{q}', {}, [moderation, 'inputModeration']);
  const model = flow.nodes.find(({ data }) => data.name === 'chatOllama');
  if (model === undefined) throw new Error('A chain without a model');
  const id = await create({ nodes: flow.nodes, edges: [...flow.edges, edge(model, moderation, 'model')] });
  reply = () => (contents()[0]?.includes('- Where is the key?') === true ? says('Yes.') : says('Never asked.'));
  expect((await suite.api.ask(id, { question: 'Tell me the place of the key' })).text).toMatch(/^Cannot Process!/);
  reply = () => (contents()[0]?.includes('- Where is the key?') === true ? says('No') : says('Sunny.'));
  expect((await suite.api.ask(id, { question: 'How is the weather?' })).text).toBe('Sunny.');
});

test('the history that a call gives stands before what was said, and a file before the question', async () => {
  const id = await create(talk(node(bufferMemory)));
  reply = () => says('Hello.');
  await suite.api.ask(id, { question: 'One', chatId: 'given' });
  const history = [
    { role: 'userMessage', content: 'Zero' },
    { role: 'apiMessage', content: 'Nought.' },
  ];
  const uploads = [{ type: 'file:full', name: 'bees.txt', mime: 'text/plain', data: 'Bees fly.' }];
  await suite.api.ask(id, { question: 'Two', chatId: 'given', history, uploads });
  expect(contents().slice(1)).toEqual([
    ...['Zero', 'Nought.', 'One', 'Hello.', '<doc name="bees.txt">\nBees fly.\n</doc>\nTwo'],
  ]);
});

describe('a memory', () => {
  test('sums up what is old, and keeps what is new as it is', async () => {
    const id = await create(talk(node(conversationSummaryMemory)));
    const long = (word: string) => `${word} `.repeat(200).trim();
    reply = () => says(long('answer'));
    await suite.api.ask(id, { question: 'First?', chatId: 'sum' });
    await suite.api.ask(id, { question: 'Second?', chatId: 'sum' });
    expect(contents().slice(1)).toEqual(['First?', long('answer'), 'Second?']);
    reply = () => (sent().messages.length === 1 ? says('They spoke.') : says('Third.'));
    await suite.api.ask(id, { question: 'Third?', chatId: 'sum' });
    expect(contents(1)[0]).toMatch(/^Sum up [\s\S]*Human: First\?/);
    expect(contents().slice(1, 3)).toEqual(['What have we said so far?', 'They spoke.']);
    expect(contents().at(-1)).toBe('Third?');
    expect(await suite.api.messages(id, '?chatId=sum')).toHaveLength(6);
  });

  test('names the session where the call names neither chat nor session, and the rows have it', async () => {
    const id = await create(talk(node(bufferMemory, { sessionId: 'everyone' })));
    reply = () => says('Hello.');
    await suite.api.ask(id, { question: 'One' });
    const second = await suite.api.ask(id, { question: 'Two' });
    expect(second).toMatchObject({ sessionId: 'everyone' });
    expect(contents().slice(1)).toEqual(['One', 'Hello.', 'Two']);
    expect(await suite.api.messages(id, '?sessionId=everyone')).toHaveLength(4);
    const named = await suite.api.ask(id, { question: 'Three', chatId: 'mine' });
    expect(named).toMatchObject({ sessionId: 'mine', chatId: 'mine' });
    expect(contents().slice(1)).toEqual(['Three']);
    const session = await suite.api.ask(id, { question: 'Four', overrideConfig: { sessionId: 'ours' } });
    expect(session).toMatchObject({ sessionId: 'ours' });
  });
});

test('a wire into an input that only Flowise has does not matter, and one into no input does', async () => {
  const flow = talk(node(bufferMemory), ollama());
  const [, model] = flow.nodes;
  if (model === undefined) throw new Error('A conversation without a model');
  const cache = { ...node(chatMistralAI, {}, 'inMemoryCache_0') };
  const unknown = { ...cache, data: { ...cache.data, name: 'inMemoryCache', category: 'Cache' } };
  const wire = {
    id: 'cache',
    source: unknown.id,
    sourceHandle: `${unknown.id}-output-inMemoryCache-BaseCache`,
    target: model.id,
    targetHandle: `${model.id}-input-cache-BaseCache`,
  };
  const wired = { nodes: [...flow.nodes, unknown], edges: [...flow.edges, wire] };
  const refused = await post(await create(wired), { question: 'Hi' });
  expect(refused).toMatchObject({ status: 422 });
  const anchors = [{ label: 'Cache', name: 'cache', type: 'BaseCache', optional: true, id: wire.targetHandle }];
  const nodes = wired.nodes.map((one) =>
    one.id === model.id ? { ...one, data: { ...one.data, inputAnchors: anchors } } : one,
  );
  reply = () => says('Hello.');
  expect((await suite.api.ask(await create({ ...wired, nodes }), { question: 'Hi' })).text).toBe('Hello.');
});
