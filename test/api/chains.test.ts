import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ChatMessage, ChatMessageSchema } from '../../shared/api/chat-messages.ts';
import { type PredictionAnswer, PredictionAnswerSchema } from '../../shared/api/predictions.ts';
import { type ChainFlowOptions, makeChainFlow } from '../helpers/builders/chain-flows.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../helpers/fakes/fake-chat-services.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const RULES = 'Books may be kept for three weeks. After that a reminder is sent.';
const HOURS = 'The reading room is open on Sundays from ten to four.';
const FILES = [
  { name: 'rules.txt', content: RULES },
  { name: 'hours.txt', content: HOURS },
];
const QUESTION = 'How long may books be kept?';

const suite = setUpApiSuite();
let services: FakeChatServices;
let reply: (call: ChatServiceCall) => ChatReply;
beforeAll(async () => {
  services = await startFakeChatServices((call) => reply(call));
});
afterAll(() => services.close());

const MessagesSchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  options: z.looseObject({ num_ctx: z.number().optional() }).optional(),
});

/** What the model was sent in a call, from the last one. */
function sent(back = 0) {
  return MessagesSchema.parse(services.calls.at(-1 - back)?.body);
}

const says = (...tokens: readonly string[]): ChatReply => ({ tokens, inputTokens: 500 });

async function chainFlow(options: ChainFlowOptions = {}): Promise<string> {
  const flow = makeChainFlow({ basepath: suite.fake.basepath, chat: services.origin, ...options });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, FILES);
  return id;
}

const post = (id: string, body: object) => suite.api.json('POST', `/prediction/${id}`, body);

async function ask(id: string, body: object): Promise<PredictionAnswer> {
  return PredictionAnswerSchema.parse((await post(id, body)).body);
}

async function lastMessage(id: string, chatId: string): Promise<ChatMessage | undefined> {
  const { body } = await suite.api.get(`/chatmessage/${id}?chatId=${chatId}`);
  return z.array(ChatMessageSchema).parse(body).at(-1);
}

async function streamed(id: string, body: object): Promise<{ event: string; data: unknown }[]> {
  const response = await fetch(`${suite.server.url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, streaming: true }),
  });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => z.object({ event: z.string(), data: z.unknown() }).parse(JSON.parse(line.slice(5))));
}

describe('a chain with a model', () => {
  test('answers in the words of the model, and each number is that of the passage which says it', async () => {
    const id = await chainFlow({ chain: { returnSourceDocuments: false } });
    reply = () =>
      says('Books may be ', 'kept for three weeks ', '[', '2', ']. The reading room is open on Sundays [2].');
    const body = await ask(id, { question: QUESTION, chatId: 'numbers' });
    const first = body.passages.findIndex(({ pageContent }) => pageContent === RULES) + 1;
    const other = body.passages.findIndex(({ pageContent }) => pageContent === HOURS) + 1;
    expect(body.text).toBe(
      `Books may be kept for three weeks. [${first}] The reading room is open on Sundays. [${other}]`,
    );
    expect(body.citations.map(({ number, verdict }) => [number, verdict])).toEqual([
      [first, 'quoted'],
      [other, 'quoted'],
    ]);
    expect(body.details).toMatchObject({ model: 'fake-model', address: `${services.origin}/ollama`, inputTokens: 500 });
    expect(body).not.toHaveProperty('sourceDocuments');
    const { messages, options } = sent();
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[0]?.content).toContain(RULES);
    expect(options?.num_ctx).toBe(4096);
  });

  test('sends the words as they come, numbers when their sentence is checked, and what it was made by at the end', async () => {
    const id = await chainFlow();
    reply = () => says('Books may be ', 'kept for three weeks ', '[1].');
    const events = await streamed(id, { question: QUESTION });
    expect(events.map(({ event }) => event).filter((name, at, all) => name !== all[at - 1])).toEqual([
      ...['passages', 'start', 'token', 'citations', 'sourceDocuments', 'citations', 'metadata', 'end'],
    ]);
    expect(events.find(({ event }) => event === 'metadata')?.data).toMatchObject({ details: { model: 'fake-model' } });
  });

  test('gets a file of the question as passages, and cites it; and what the caller said before, ahead of what is stored', async () => {
    const id = await chainFlow();
    const data = 'Films are lent for a weekend.';
    const uploads = [{ type: 'file:full', name: 'films.txt', mime: 'text/plain', data }];
    reply = () => says('Films are lent for a weekend [1].');
    const first = { question: 'Summarise the file, please.', uploads, chatId: 'file' };
    const body = await ask(id, first);
    expect(body).toMatchObject({
      text: `Films are lent for a weekend. [1]`,
      citations: [{ number: 1, sourceIndex: 0, verdict: 'quoted' }],
      passages: [{ pageContent: data, metadata: { source: 'films.txt' } }, {}, {}],
    });
    expect(sent().messages[0]?.content).toContain(data);
    const history = [
      { role: 'userMessage', content: 'I am Ada.' },
      { role: 'apiMessage', content: 'Good morning.' },
    ];
    reply = () => says('Books may be kept for three weeks [1].');
    await ask(id, { question: QUESTION, chatId: 'file', history });
    expect(sent().messages.slice(1)).toEqual([
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Good morning.' },
      { role: 'user', content: first.question },
      { role: 'assistant', content: data },
      { role: 'user', content: QUESTION },
    ]);
  });

  test('that invents is refused: no sentence is in a passage', async () => {
    const id = await chainFlow();
    reply = () => says('The mayor lends books for nine years [1].');
    const body = await ask(id, { question: QUESTION, chatId: 'invented' });
    expect(body.text).toBe('That is not in your documents.');
    expect(body.citations).toEqual([]);
    expect(body.details.isRefused).toBe(true);
    const events = await streamed(id, { question: QUESTION });
    const words = events.filter(({ event }) => event === 'token').map(({ data }) => data);
    expect(words.join('')).toMatch(/\n\nThat is not in your documents\.$/);
    expect(await lastMessage(id, 'invented')).toMatchObject({
      content: 'That is not in your documents.',
      details: { isRefused: true },
    });
  });

  test('is not asked about what nothing was found for', async () => {
    const id = await chainFlow({ store: { searchMode: 'keyword' } });
    const before = services.calls.length;
    const body = await ask(id, { question: 'Wer war Kaiser?' });
    expect(body.text).toBe('Das steht nicht in Ihren Dokumenten.');
    expect(services.calls.length).toBe(before);
  });

  test('with a prompt of its own says what that lets it say, and the passages stand where it wants them', async () => {
    const id = await chainFlow({ chain: { responsePrompt: 'You are a pirate.\n{context}\nAye {{x}}.' } });
    reply = () => says('Arr, nobody knows.');
    const body = await ask(id, { question: QUESTION });
    expect(body.text).toBe('Arr, nobody knows.');
    expect(sent().messages[0]?.content).toMatch(/^You are a pirate\.\n<passage-[\s\S]*Aye \{x\}\./);
  });
});

describe('a conversation', () => {
  test('goes on: a question that refers back is put into words, and both are searched', async () => {
    const id = await chainFlow();
    reply = () => says('Books may be kept for three weeks [1].');
    await ask(id, { question: QUESTION, chatId: 'goes on' });
    reply = ({ number }) =>
      number === services.calls.length && sent().messages.length === 1
        ? says('When is the reading room open?\n')
        : says('It is open on Sundays from ten to four [1].');
    const body = await ask(id, { question: 'And when is it open?', chatId: 'goes on' });
    expect(body.details.rewritten).toBe('When is the reading room open?');
    expect(body.passages[0]?.pageContent).toBe(HOURS);
    expect(sent(1).messages[0]?.content).toContain('Human: How long may books be kept?');
    const { messages } = sent();
    expect(messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ['user', QUESTION],
      ['assistant', 'Books may be kept for three weeks.'],
      ['user', 'And when is it open?'],
    ]);
  });

  test('another one knows nothing of it, and a question that stands alone is asked as it is', async () => {
    const id = await chainFlow();
    reply = () => says('Books may be kept for three weeks [1].');
    await ask(id, { question: QUESTION, chatId: 'first' });
    const before = services.calls.length;
    await ask(id, { question: 'When is the reading room open on Sundays?', chatId: 'first' });
    await ask(id, { question: 'And then?', chatId: 'second' });
    expect(services.calls.length).toBe(before + 2);
    expect(sent().messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('is remembered as far as its window goes', async () => {
    const id = await chainFlow({ memory: { k: '1' } });
    reply = () => says('Books may be kept for three weeks [1].');
    for (const question of ['Which books may be kept?', 'How long may books be kept there, in weeks?', QUESTION])
      await ask(id, { question, chatId: 'window' });
    expect(
      sent()
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual([...['How long may books be kept there, in weeks?', 'Books may be kept for three weeks.', QUESTION]]);
  });
});

describe('a chain', () => {
  test('without a model quotes the passages', async () => {
    const { id } = await suite.api.createFlow(makeChainFlow({ basepath: suite.fake.basepath }));
    await suite.api.upsert(id, FILES);
    const body = await ask(id, { question: QUESTION });
    expect(body.text).toContain('Books may be kept for three weeks. [1]');
    expect(body.details.model).toBeUndefined();
  });

  test('without a model answers what goes on with a question, and not that question again', async () => {
    const { id } = await suite.api.createFlow(makeChainFlow({ basepath: suite.fake.basepath }));
    const content = 'The service manager is Ingrid Solheim. Her phone number is 47 22 33 44.';
    await suite.api.upsert(id, [...FILES, { name: 'people.txt', content }]);
    await ask(id, { question: 'Who is the service manager?', chatId: 'people' });
    const body = await ask(id, { question: 'What is her phone number?', chatId: 'people' });
    expect(body.text).toBe('Her phone number is 47 22 33 44. [1]');
  });

  test('does not keep scripts from the passages behind it', async () => {
    const id = await chainFlow();
    const { body } = await suite.api.json('POST', `/vector/query/${id}`, { query: QUESTION });
    expect(body).toMatchObject({ docs: [{ pageContent: RULES }, {}] });
  });

  test('whose model fails names its node, and the question is stored with what was found', async () => {
    const id = await chainFlow();
    reply = () => ({ status: 401, body: { error: { message: 'Incorrect API key' } } });
    const { status, body } = await post(id, { question: QUESTION, chatId: 'fails' });
    expect(status).toBe(502);
    expect(body).toMatchObject({ code: 'MODEL_REFUSED', nodeId: 'chatOllama_0' });
    expect(await lastMessage(id, 'fails')).toMatchObject({ outcome: 'failed', passages: [{}, {}] });
  });

  test('is asked once more with fewer passages if they were too long for its model', async () => {
    const id = await chainFlow();
    reply = () => ({ status: 400, body: { error: 'the input length exceeds the context length' } });
    const { status, body } = await post(id, { question: QUESTION });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
    expect(sent(1).messages[0]?.content.match(/number="/g)).toHaveLength(2);
    expect(sent().messages[0]?.content.match(/number="/g)).toHaveLength(1);
  });

  test('whose service cut the beginning off says so', async () => {
    const id = await chainFlow();
    reply = () => ({ tokens: ['Books may be kept for three weeks [1].'], inputTokens: 20 });
    const body = await ask(id, { question: QUESTION });
    expect(body.details.isContextCut).toBe(true);
  });
});
