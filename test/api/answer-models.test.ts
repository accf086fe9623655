import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AnswerModelSettingSchema, AnswerRulesSchema, TokenUseSchema } from '../../shared/api/answer-models.ts';
import { SECRET_MASK } from '../../shared/api/document-store-parts.ts';
import { type PredictionAnswer, PredictionAnswerSchema } from '../../shared/api/predictions.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeChainFlow } from '../helpers/builders/chain-flows.ts';
import { edge, makeApiConfig, makeFlow, node } from '../helpers/builders/flows.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../helpers/fakes/fake-chat-services.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const RULES = 'Books may be kept for three weeks. After that a reminder is sent.';
const FILES = [{ name: 'rules.txt', content: RULES }];
const QUESTION = 'How long may books be kept?';
const ANSWER = 'Books may be kept for three weeks [1].';

const suite = setUpApiSuite({}, 'own');
let services: FakeChatServices;
let reply: (call: ChatServiceCall) => ChatReply;
let flow: string;

beforeAll(async () => {
  services = await startFakeChatServices((call) => reply(call), ['gemma3:4b', 'qwen3:4b']);
  flow = (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }))).id;
  await suite.api.upsert(flow, FILES);
});
afterAll(() => services.close());
beforeEach(() => {
  reply = () => ({ tokens: [ANSWER] });
});

const ofApp = () => ({ 'x-tributary-token': localTokenOf(suite.server.dataDir) });
const ollama = (modelName: string) => ({
  name: 'chatOllama',
  config: { baseUrl: `${services.origin}/ollama`, modelName },
});
const save = (chatModel: object, headers: Record<string, string> = ofApp()) =>
  suite.api.json('PUT', '/answer-model', chatModel, headers);
const remove = () => suite.api.call('DELETE', '/answer-model', { headers: ofApp() });
const saved = async () => AnswerModelSettingSchema.parse((await suite.api.get('/answer-model')).body).chatModel;
const inApp = (id: string, body: object, headers: Record<string, string> = ofApp()) =>
  suite.api.json('POST', `/internal-prediction/${id}`, body, headers);

async function askInApp(id: string, body: object): Promise<PredictionAnswer> {
  return PredictionAnswerSchema.parse((await inApp(id, body)).body);
}

describe('the chat model of Settings', () => {
  test('answers for a flow without a chain and for a chain without a model, also to scripts', async () => {
    await save(ollama('chosen-in-settings'));
    const { id } = await suite.api.createFlow(makeChainFlow({ basepath: suite.fake.basepath }));
    await suite.api.upsert(id, FILES);
    for (const owner of [flow, id]) {
      const { text, details } = await suite.api.ask(owner, { question: QUESTION });
      expect(text).toBe('Books may be kept for three weeks. [1]');
      expect(details).toMatchObject({ model: 'chosen-in-settings', address: `${services.origin}/ollama` });
    }
    await remove();
    expect((await suite.api.ask(flow, { question: QUESTION })).details.model).toBeUndefined();
  });

  test('leaves a drawn model its chain', async () => {
    await save(ollama('chosen-in-settings'));
    const drawn = makeChainFlow({ basepath: suite.fake.basepath, chat: services.origin });
    const { id } = await suite.api.createFlow(drawn);
    await suite.api.upsert(id, FILES);
    expect((await suite.api.ask(id, { question: QUESTION })).details.model).toBe('fake-model');
    await remove();
  });

  test('is stored without its secret in the clear, shown with a mask, and the mask leaves it as it is', async () => {
    const config = { basepath: `${services.origin}/openai/v1`, modelName: 'fake', openAIApiKey: 'sk-secret-1' };
    await save({ name: 'chatOpenAI', config });
    const masked = await saved();
    expect(masked?.config.openAIApiKey).toBe(SECRET_MASK);
    await save({ name: 'chatOpenAI', config: { ...masked?.config, modelName: 'other' } });
    const { details } = await suite.api.ask(flow, { question: QUESTION });
    expect(details.model).toBe('other');
    expect(services.calls.at(-1)?.headers.authorization).toBe('Bearer sk-secret-1');
    const moved = await save({
      name: 'chatOpenAI',
      config: { ...masked?.config, basepath: 'http://other.example/v1' },
    });
    expect(moved).toMatchObject({ status: 422, body: { code: 'CREDENTIAL_HOST' } });
    await remove();
    expect(await saved()).toBeNull();
  });

  test('is chosen by the app only, and must be a chat model that can be asked', async () => {
    expect(await save(ollama('fake'), {})).toMatchObject({ status: 403, body: { code: 'APP_ONLY' } });
    expect((await suite.api.call('DELETE', '/answer-model')).status).toBe(403);
    expect(await save({ name: 'hnsw', config: {} })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const unknown = await save({ name: 'chatOllama', config: { model: 'x' } });
    expect(unknown).toMatchObject({ status: 400, body: { details: { fields: ['model'] } } });
    const keyless = await save({ name: 'chatOpenAI', config: { modelName: 'gpt-4o-mini' } });
    expect(keyless).toMatchObject({ status: 422, body: { code: 'MISSING_CREDENTIAL' } });
    expect(await saved()).toBeNull();
  });
});

describe('the chat model of a conversation', () => {
  test('answers in the place of that of Settings and of the flow', async () => {
    await save(ollama('chosen-in-settings'));
    const drawn = makeChainFlow({ basepath: suite.fake.basepath, chat: services.origin });
    const { id } = await suite.api.createFlow(drawn);
    await suite.api.upsert(id, FILES);
    for (const owner of [flow, id]) {
      const { details } = await askInApp(owner, { question: QUESTION, chatModel: ollama('of the conversation') });
      expect(details.model).toBe('of the conversation');
    }
    expect((await askInApp(flow, { question: QUESTION, chatModel: null })).details.model).toBe('chosen-in-settings');
    await remove();
  });

  test('is named by the app only', async () => {
    const before = services.calls.length;
    const body = { question: QUESTION, chatModel: ollama('of a script') };
    expect(await inApp(flow, body, {})).toMatchObject({ status: 403, body: { code: 'APP_ONLY' } });
    expect((await suite.api.ask(flow, body)).details.model).toBeUndefined();
    expect(services.calls.length).toBe(before);
  });
});

describe('where a question goes', () => {
  /** Ollama asks its vendor for it. */
  const remote = () => ollama('far-away:120b-cloud');
  const host = 'ollama.com';
  const rules = async (id: string) => AnswerRulesSchema.parse((await suite.api.get(`/answer-rules/${id}`)).body);
  const change = (id: string, body: object, headers: Record<string, string> = ofApp()) =>
    suite.api.json('PUT', `/answer-rules/${id}`, body, headers);

  test('is asked once for each host before passages leave this machine, and nothing is stored till then', async () => {
    await save(remote());
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    await suite.api.upsert(id, FILES);
    expect((await rules(id)).models).toEqual([
      { model: 'far-away:120b-cloud', address: `${services.origin}/ollama`, host, isAllowed: false },
    ]);
    const before = services.calls.length;
    const refused = await inApp(id, { question: QUESTION, chatId: 'asked' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'CONSENT_NEEDED', details: { host } } });
    expect(services.calls.length).toBe(before);
    expect(await suite.api.messages(id, '?chatId=asked')).toEqual([]);
    await change(id, { allowedHosts: [host] });
    expect((await askInApp(id, { question: QUESTION, chatId: 'asked' })).details.model).toBe('far-away:120b-cloud');
    expect((await rules(id)).models[0]?.isAllowed).toBe(true);
    // Another flow is another owner.
    expect((await inApp(flow, { question: QUESTION })).status).toBe(422);
    await remove();
  });

  test('is not asked of scripts, which are refused where only models on this machine may be asked', async () => {
    await save(remote());
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    await suite.api.upsert(id, FILES);
    expect((await suite.api.ask(id, { question: QUESTION })).details.model).toBe('far-away:120b-cloud');
    expect(await change(id, { localModelsOnly: true }, {})).toMatchObject({
      status: 403,
      body: { code: 'APP_ONLY' },
    });
    await change(id, { localModelsOnly: true, allowedHosts: [host] });
    for (const answer of [
      await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION }),
      await inApp(id, { question: QUESTION }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'LOCAL_MODELS_ONLY', details: { host } } });
    }
    const { details } = await askInApp(id, { question: QUESTION, chatModel: ollama('near') });
    expect(details.model).toBe('near');
    await remove();
  });
});

describe('a document store that a flow reads', () => {
  test('has its rules hold for the flow, too', async () => {
    const { body: store } = await suite.api.json('POST', '/document-store/store', { name: 'Read by a flow' });
    const { id: storeId } = z.object({ id: z.string() }).parse(store);
    const { conversationalRetrievalQAChain, chatOllama, documentStoreVS } = nodeDefinitions;
    const reader = node(documentStoreVS, { selectedStore: storeId });
    const chain = node(conversationalRetrievalQAChain);
    const model = node(chatOllama, ollama('far-away:120b-cloud').config);
    const edges = [edge(reader, chain, 'vectorStoreRetriever'), edge(model, chain, 'model')];
    const { id } = await suite.api.createFlow({ nodes: [reader, chain, model], edges });
    const change = (ownerId: string, rules: object) =>
      suite.api.json('PUT', `/answer-rules/${ownerId}`, rules, ofApp());
    const details = { host: 'ollama.com' };
    const rules = AnswerRulesSchema.parse((await change(id, { allowedHosts: [details.host] })).body);
    expect(rules).toMatchObject({ ownerIds: [id, storeId], models: [{ isAllowed: false }] });
    expect((await inApp(id, { question: QUESTION })).body).toMatchObject({
      code: 'CONSENT_NEEDED',
      details: { ...details, ownerIds: [storeId] },
    });
    await change(storeId, { allowedHosts: [details.host], localModelsOnly: true });
    const before = services.calls.length;
    for (const answer of [
      await suite.api.json('POST', `/prediction/${id}`, { question: QUESTION }),
      await inApp(id, { question: QUESTION }),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'LOCAL_MODELS_ONLY', details } });
    }
    expect(services.calls.length).toBe(before);
  });
});

describe('tokens', () => {
  const use = async (id: string, query = '') =>
    TokenUseSchema.parse((await suite.api.get(`/token-use/${id}${query}`)).body);
  const limited = (tokenLimit: object) => JSON.stringify({ tokenLimit });

  test('are summed for a flow and a conversation, with those of a question that was put into other words', async () => {
    await save(ollama('counting'));
    reply = () => ({ tokens: ['Books may be kept ', 'for three weeks [1].'], inputTokens: 500 });
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
    await suite.api.upsert(id, FILES);
    await suite.api.ask(id, { question: QUESTION, chatId: 'first' });
    const { details } = await suite.api.ask(id, { question: 'And for how long?', chatId: 'first' });
    expect(details).toMatchObject({ inputTokens: 1000, outputTokens: 4 });
    await suite.api.ask(id, { question: QUESTION, chatId: 'second' });
    const sums = { inputTokens: 2000, outputTokens: 8 };
    expect(await use(id, '?chatId=first')).toEqual({
      total: sums,
      today: sums,
      chat: { inputTokens: 1500, outputTokens: 6 },
      limit: null,
    });
    await remove();
  });

  test('of a day may be limited: then no model is asked any more, and passages still answer', async () => {
    await save(ollama('counting'));
    reply = () => ({ tokens: [ANSWER], inputTokens: 500 });
    const { id } = await suite.api.createFlow(
      makeFlow({ basepath: suite.fake.basepath }),
      JSON.stringify({
        ...JSON.parse(makeApiConfig({ 'Text File': ['files'] })),
        tokenLimit: { status: true, tokensPerDay: '400' },
      }),
    );
    await suite.api.upsert(id, FILES);
    expect((await suite.api.ask(id, { question: QUESTION })).details.inputTokens).toBe(500);
    const before = services.calls.length;
    const response = await fetch(`${suite.server.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: QUESTION }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'TOKENS_SPENT', details: { limit: 400 } });
    expect(services.calls.length).toBe(before);
    expect((await use(id)).limit).toBe(400);
    await remove();
    expect((await suite.api.ask(id, { question: QUESTION })).text).toContain('three weeks');
  });

  test('are limited by a number', async () => {
    const answer = await suite.api.json('PUT', `/chatflows/${flow}`, {
      apiConfig: limited({ status: true, tokensPerDay: 'many' }),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

describe('a model that can not be asked', () => {
  test('because its service does not have it is answered with those that it has, also in a stream', async () => {
    await save(ollama('missing'));
    reply = () => ({ status: 404, body: { error: 'model "missing" not found, try pulling it first' } });
    const known = { models: ['gemma3:4b', 'qwen3:4b'] };
    const { status, body } = await suite.api.json('POST', `/prediction/${flow}`, { question: QUESTION });
    expect([status, body]).toMatchObject([422, { code: 'MODEL_UNKNOWN', nodeId: 'chatModel', details: known }]);
    const stream = await suite.api.json('POST', `/prediction/${flow}`, { question: QUESTION, streaming: true });
    const line = String(stream.body)
      .split('\n')
      .find((one) => one.includes('"error"'));
    expect(JSON.parse(line?.slice(5) ?? '')).toMatchObject({ event: 'error', code: 'MODEL_UNKNOWN', details: known });
    await remove();
  });

  test('because its service is busy says when to ask again, also where the service does not', async () => {
    await save(ollama('busy'));
    for (const [headers, seconds] of [
      [{ 'retry-after': '1' }, '1'],
      [{}, '10'],
    ] as const) {
      reply = () => ({ status: 429, headers, body: { error: 'insufficient_quota' } });
      const response = await fetch(`${suite.server.url}/api/v1/prediction/${flow}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: QUESTION }),
      });
      expect(response.status).toBe(502);
      expect(response.headers.get('retry-after')).toBe(seconds);
      expect(await response.json()).toMatchObject({ code: 'MODEL_BUSY' });
    }
    await remove();
  });
});
