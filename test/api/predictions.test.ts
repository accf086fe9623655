import { describe, expect, test } from 'vitest';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import type { FakeReply } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const TEXT = 'Books may be kept for three weeks. After that a reminder is sent.';
const FILE = { name: 'rules.txt', content: TEXT };
const QUESTION = 'How long may books be kept?';
const SLOW = 'Which slow river?';
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Resolves as soon as the model is asked for the slow question, which it never answers. */
let onSlow: () => void = () => undefined;
function whenSlow(): Promise<void> {
  return new Promise((resolve) => {
    onSlow = resolve;
  });
}
function reply({ texts }: { readonly texts: readonly string[] }): FakeReply | undefined {
  if (!texts.some((text) => text.includes('slow river'))) return undefined;
  onSlow();
  return 'hang';
}

const suite = setUpApiSuite({ reply });

async function filledFlow(apiConfig?: string): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }), apiConfig);
  await suite.api.upsert(id, [FILE]);
  return id;
}

/** A flow that waits for its model with the slow question. */
async function slowFlow(): Promise<string> {
  const flow = makeFlow({ basepath: suite.fake.basepath, store: { searchMode: 'vector' } });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, [FILE]);
  return id;
}

function stream(id: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${suite.server.url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, streaming: true }),
    ...(signal === undefined ? {} : { signal }),
  });
}

const namesOf = (text: string) => [...text.matchAll(/^data:\{"event":"(\w+)"/gm)].map(([, name]) => name);

describe('an answer as JSON', () => {
  test('is made of sentences of what is found, with the passages and where each sentence is from', async () => {
    const id = await filledFlow();
    const answer = await suite.api.ask(id, { question: QUESTION, chatId: 'chat-json' });
    expect(answer).toMatchObject({
      question: QUESTION,
      chatId: 'chat-json',
      sessionId: 'chat-json',
      isStreamValid: true,
    });
    expect(answer.text).toContain('Books may be kept for three weeks. [1]');
    expect(answer.sourceDocuments).toMatchObject([{ pageContent: TEXT, metadata: { source: FILE.name } }]);
    expect(answer.passages).toMatchObject([{ pageContent: TEXT, relevance: expect.any(Number) }]);
    const [first] = answer.citations;
    expect(first).toMatchObject({ number: 1, sourceIndex: 0, verdict: 'quoted' });
    expect(TEXT.slice(first?.place?.start, first?.place?.end)).toBe(first?.sentence);
  });

  test('is made of passages with the metadata of its filter only', async () => {
    const id = await filledFlow();
    await suite.api.upsert(id, [{ name: 'films.txt', content: 'Films may be kept for three days.' }]);
    const answer = await suite.api.ask(id, { question: QUESTION, filter: { source: 'films.txt' } });
    expect(answer.passages.map(({ metadata }) => metadata.source)).toEqual(['films.txt']);
  });

  test('of a document store needs no flow', async () => {
    const stores = createStoreClient(suite.server.url);
    const { id } = await stores.create({
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    await stores.upsert(id, [FILE], { loader: JSON.stringify({ name: 'textFile', config: {} }) });
    expect((await suite.api.ask(id, { question: QUESTION })).text).toContain('three weeks');
    expect(await suite.api.messages(id)).toHaveLength(2);
  });

  test('of a library that holds nothing of the kind says so, and is 200', async () => {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    const answer = await suite.api.ask(id, { question: QUESTION });
    expect(answer).toMatchObject({ sourceDocuments: [], passages: [], citations: [] });
    expect(answer.text?.length).toBeGreaterThan(10);
  });

  test('takes its question from a form, whose other fields are overrides', async () => {
    const id = await filledFlow();
    const body = new FormData();
    for (const [name, value] of Object.entries({ question: QUESTION, sessionId: 'form-session', topK: '1' }))
      body.append(name, value);
    const { status, body: answer } = await suite.api.call('POST', `/prediction/${id}`, { body });
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(answer).toMatchObject({ question: QUESTION, sessionId: 'form-session', chatId: 'form-session' });
    body.append('files', new Blob(['Text']), 'a.txt');
    expect(await suite.api.call('POST', `/prediction/${id}`, { body })).toMatchObject({
      status: 400,
      body: { code: 'FILE_UPLOADS_OFF' },
    });
  });

  test('an override has an effect where it is switched on, sessionId always', async () => {
    const config = makeApiConfig({ 'Text File': ['files'], hnsw_0: ['topK'] });
    const flow = makeFlow({ basepath: suite.fake.basepath });
    for (const [apiConfig, found] of [
      [config, 1],
      [undefined, 2],
    ] as const) {
      const { id } = await suite.api.createFlow(flow, apiConfig);
      await suite.api.upsert(id, [FILE, { name: 'other.txt', content: 'Books of the reading room stay there.' }]);
      const overrideConfig = { topK: 1, sessionId: 'mine' };
      const answer = await suite.api.ask(id, { question: QUESTION, overrideConfig });
      expect(answer.passages).toHaveLength(found);
      expect(answer).toMatchObject({ sessionId: 'mine', chatId: 'mine' });
    }
  });

  test('may have messages of the caller before it, and values of variables that are switched on', async () => {
    const store = { topK: '{{$vars.most}}' };
    const flow = makeFlow({ basepath: suite.fake.basepath, store });
    await suite.api.json('POST', '/variables', { name: 'most', value: '2', type: 'static' });
    const config = makeApiConfig({ 'Text File': ['files'] });
    for (const [enabled, found] of [
      [true, 1],
      [false, 2],
    ] as const) {
      const overrideConfig = { ...JSON.parse(config).overrideConfig, variables: [{ name: 'most', enabled }] };
      const { id } = await suite.api.createFlow(flow, JSON.stringify({ overrideConfig }));
      await suite.api.upsert(id, [FILE, { name: 'other.txt', content: 'Books of the reading room stay there.' }]);
      const history = [
        { role: 'userMessage', content: 'Hello' },
        { type: 'apiMessage', message: 'How can I help?' },
      ];
      const answer = await suite.api.ask(id, { question: QUESTION, history, overrideConfig: { vars: { most: '1' } } });
      expect(answer.passages).toHaveLength(found);
      const body = new FormData();
      for (const [name, value] of Object.entries({ question: QUESTION, vars: '{"most":"1"}' }))
        body.append(name, value);
      body.append('history', JSON.stringify(history));
      expect(await suite.api.call('POST', `/prediction/${id}`, { body })).toMatchObject({
        status: 200,
        body: { passages: { length: found } },
      });
    }
  });

  test.each([
    [{ chatId: 5 }],
    [{ overrideConfig: { sessionId: {} } }],
    [{ question: ['a'] }],
    [{ uploads: [{ type: 'audio' }] }],
    [{ history: [{ role: 'system', content: 'You are …' }] }],
    [{ history: [{ role: 'userMessage' }] }],
    [{ form: { name: 'Ada' } }],
    [{ humanInput: { type: 'proceed', startNodeId: 'a' } }],
  ])('%j is 400', async (fields) => {
    const id = await filledFlow();
    expect(await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION, ...fields })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    expect(await suite.api.messages(id)).toEqual([]);
  });

  test('an id that nobody has is 404', async () => {
    for (const path of [`/prediction/${NOBODY}`, `/internal-prediction/${NOBODY}`]) {
      expect(await suite.api.json('POST', path, {})).toMatchObject({
        status: 404,
        body: { code: 'CHATFLOW_NOT_FOUND' },
      });
    }
  });
});

describe('who may ask', () => {
  test('a bound flow is asked with its key only, and stopped with it; in the app the page needs none', async () => {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    const key = await newKey(suite.api);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    const ask = (path: string, headers = {}) => suite.api.json('POST', path, { question: QUESTION }, headers);
    const refused = { status: 401, body: { code: 'UNAUTHORIZED' } };
    const token = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
    for (const headers of [{}, token]) expect(await ask(`/prediction/${id}`, headers)).toMatchObject(refused);
    expect((await ask(`/prediction/${id}`, bearer(key.apiKey))).status).toBe(200);
    expect(await ask(`/internal-prediction/${id}`)).toMatchObject(refused);
    expect((await ask(`/internal-prediction/${id}`, token)).status).toBe(200);
    expect(await suite.api.json('PUT', `/chatmessage/abort/${id}/chat-1`, {})).toMatchObject(refused);
    expect(await suite.api.get(`/chatmessage/${id}`)).toMatchObject(refused);
  });

  test('a call too many is 429, also one that would be streamed, but none of the app', async () => {
    const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly.' };
    const id = await filledFlow(
      JSON.stringify({ rateLimit, ...JSON.parse(makeApiConfig({ 'Text File': ['files'] })) }),
    );
    const response = await stream(id, { question: QUESTION });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: 'RATE_LIMITED', message: 'Slowly.' });
    const askInApp = (headers = {}) =>
      suite.api.json('POST', `/internal-prediction/${id}`, { question: QUESTION }, headers);
    expect((await askInApp()).status).toBe(429);
    expect((await askInApp({ 'x-tributary-token': localTokenOf(suite.server.dataDir) })).status).toBe(200);
  });
});

describe('an answer as a stream', () => {
  test('has the frames of Flowise, byte for byte, and passages and citations beside them', async () => {
    const id = await filledFlow();
    const response = await stream(id, { question: QUESTION, chatId: 'chat-stream' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'cache-control': expect.stringContaining('no-cache'),
      'x-accel-buffering': 'no',
    });
    const text = await response.text();
    const answer = await suite.api.ask(id, { question: QUESTION, chatId: 'chat-other' });
    const [, message] = await suite.api.messages(id, '?chatId=chat-stream');
    const { passages, citations, sourceDocuments } = answer;
    const pieces = answer.text?.match(/.+?(?:\[\d+\]\s*|$)/g) ?? [];
    const sentences = pieces.flatMap((piece, index) => [
      ...(index === 0 ? [{ event: 'start', data: piece }] : []),
      { event: 'token', data: piece },
      { event: 'citations', data: citations.slice(0, index + 1) },
    ]);
    const metadata = {
      chatId: 'chat-stream',
      chatMessageId: message?.id,
      question: QUESTION,
      sessionId: 'chat-stream',
      details: message?.details,
    };
    const events = [
      { event: 'passages', data: passages },
      ...sentences,
      { event: 'sourceDocuments', data: sourceDocuments },
      { event: 'citations', data: citations },
      { event: 'metadata', data: metadata },
      { event: 'end', data: '[DONE]' },
    ];
    expect(text).toBe(events.map((event) => `message:\ndata:${JSON.stringify(event)}\n\n`).join(''));
  });

  test('of a flow that cannot be asked ends with an error that names the node, and keeps the question', async () => {
    const { id } = await suite.api.createFlow({ nodes: [], edges: [] });
    const text = await (await stream(id, { question: QUESTION })).text();
    expect(namesOf(text)).toEqual(['error', 'end']);
    expect(text).toContain('"code":"NO_VECTOR_STORE"');
    expect(await suite.api.messages(id)).toMatchObject([
      { role: 'userMessage', content: QUESTION, outcome: null },
      { role: 'apiMessage', content: '', outcome: 'failed', error: expect.stringMatching(/.{10}/) },
    ]);
  });

  test('two chats at once do not mix', async () => {
    const id = await filledFlow();
    const chats = ['chat-a', 'chat-b'];
    const texts = await Promise.all(
      chats.map(async (chatId) => (await stream(id, { question: `${QUESTION} ${chatId}`, chatId })).text()),
    );
    for (const [index, chatId] of chats.entries()) {
      expect(texts[index]).toContain(`"chatId":"${chatId}"`);
      expect(await suite.api.messages(id, `?chatId=${chatId}`)).toMatchObject([
        { role: 'userMessage', content: `${QUESTION} ${chatId}` },
        { role: 'apiMessage', outcome: 'answered' },
      ]);
    }
  });
});

describe('an answer that is stopped', () => {
  test('by a call ends at once, and is stored as stopped', async () => {
    const id = await slowFlow();
    const asked = whenSlow();
    const streaming = stream(id, { question: SLOW, chatId: 'chat-stop' });
    await asked;
    const other = suite.api.json('PUT', `/chatmessage/abort/${id}/chat-other`, {});
    expect(await other).toMatchObject({ status: 200, body: { status: 200, message: 'Chat message aborted' } });
    expect((await suite.api.json('PUT', `/chatmessage/abort/${id}/chat-stop`, {})).status).toBe(200);
    expect(namesOf(await (await streaming).text())).toEqual(['abort', 'end']);
    expect(await suite.api.messages(id)).toMatchObject([{ content: SLOW }, { content: '', outcome: 'stopped' }]);
  });

  test('by a call while its caller waits for JSON is what there was', async () => {
    const id = await slowFlow();
    const asked = whenSlow();
    const waiting = suite.api.ask(id, { question: SLOW, chatId: 'chat-json' });
    await asked;
    await suite.api.json('PUT', `/chatmessage/abort/${id}/chat-json`, {});
    expect(await waiting).toMatchObject({ text: '', isStopped: true });
  });

  test('by a caller who hangs up is stored as stopped', async () => {
    const id = await slowFlow();
    const asked = whenSlow();
    const hangUp = new AbortController();
    const streaming = stream(id, { question: SLOW }, hangUp.signal).then((response) => response.text());
    streaming.catch(() => undefined);
    await asked;
    hangUp.abort();
    await expect.poll(() => suite.api.messages(id)).toMatchObject([{ content: SLOW }, { outcome: 'stopped' }]);
  });

  test('by the deletion of its flow leaves nothing', async () => {
    const id = await slowFlow();
    const asked = whenSlow();
    const streaming = stream(id, { question: SLOW });
    await asked;
    expect((await suite.api.call('DELETE', `/chatflows/${id}`)).status).toBe(200);
    expect(namesOf(await (await streaming).text())).toEqual(['error', 'end']);
    expect(await suite.api.get(`/chatmessage/${id}`)).toMatchObject({ status: 404 });
  });
});
