import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { makeFlow, type TestFlowOptions } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';

const folder = makeTemporaryFolder();
let server: RunningServer;
let api: ApiClient;
let fake: FakeOpenAI;

const ENVIRONMENT = { LISTED: 'from the environment', UNLISTED: 'not for flows' };

beforeAll(async () => {
  fake = await startFakeOpenAI();
  writeFileSync(join(folder.path, 'settings.json'), '{"runtimeVariables": ["LISTED", "ABSENT"]}');
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], ENVIRONMENT);
  server = await startServer({ ...config, logLevel: 'error' });
  api = createApiClient(server.url);
  for (const [name, value] of [
    ['team', 'Support'],
    ['quote', 'a "quoted" \\ text'],
    ['size', '120'],
    ['key', 'sk-variable'],
    ['again', '{{$vars.team}}'],
  ]) {
    await api.json('POST', '/variables', { name, value, type: 'static' });
  }
  for (const name of ['LISTED', 'UNLISTED', 'ABSENT']) await api.json('POST', '/variables', { name, type: 'runtime' });
});

afterAll(async () => {
  await server.close();
  await fake.close();
  folder.remove();
});

const files = [{ name: 'a.txt', content: `${'Peas and beans and peas again. '.repeat(12)}` }];
const TEXT = 'textFile_0';

/** Uploads and source documents are on; `variables` are those that a call may set. */
function apiConfig(variables: readonly string[] = []): string {
  const on = (name: string) => ({ name, enabled: true });
  return JSON.stringify({
    overrideConfig: {
      status: true,
      nodes: { [TEXT]: ['files', 'metadata', 'returnSourceDocuments'].map(on) },
      variables: [...variables.map(on), { name: 'team', enabled: variables.includes('team') }],
    },
  });
}

async function newFlow(options: TestFlowOptions, variables: readonly string[] = []): Promise<string> {
  return (await api.createFlow(makeFlow({ basepath: fake.basepath, ...options }), apiConfig(variables))).id;
}

/** The metadata of the chunks that an upsert stored. */
async function metadataOf(id: string, overrideConfig: object = {}) {
  const fields = { overrideConfig: JSON.stringify({ returnSourceDocuments: true, ...overrideConfig }) };
  const result = await api.upsert(id, files, fields);
  return { result, metadata: result.sourceDocuments?.[0]?.metadata };
}

describe('variables in inputs', () => {
  test.each([
    ['{{$vars.team}}', 'Support'],
    ['<{{ $vars.team }}, {{$vars.team}}>', '<Support, Support>'],
    ['{{$vars.quote}}', 'a "quoted" \\ text'],
    ['{{$vars.LISTED}}', 'from the environment'],
    ['{{$vars.again}}', '{{$vars.team}}'],
    ['{{team}} $vars.team', '{{team}} $vars.team'],
  ])('%s is %s', async (text, value) => {
    const id = await newFlow({ loaderInputs: { metadata: JSON.stringify({ a: { b: [text] } }) } });
    expect((await metadataOf(id)).metadata).toMatchObject({ a: { b: [value] } });
  });

  test('flow and run are known by their own names', async () => {
    const id = await newFlow({
      loaderInputs: {
        metadata: {
          id: '{{$flow.id}}',
          chatflowId: '{{$flow.chatflowId}}',
          name: '{{$flow.name}}',
          run: '{{$flow.runId}}',
        },
      },
    });
    const { result, metadata } = await metadataOf(id);
    expect(metadata).toMatchObject({ id, chatflowId: id, name: 'Test flow', run: result.runId });
    // A query has no run, and does not load.
    expect((await api.query(id, { query: 'peas' })).docs.length).toBeGreaterThan(0);
  });

  test('numbers and secrets may come from them', async () => {
    const id = await newFlow({
      splitter: { chunkSize: '{{$vars.size}}', chunkOverlap: 0 },
      embedding: { openAIApiKey: '{{$vars.key}}' },
    });
    expect((await metadataOf(id)).result.numAdded).toBeGreaterThan(2);
    expect(fake.lastCall?.headers.authorization).toBe('Bearer sk-variable');
  });

  test('upsert and query mean the same collection', async () => {
    const id = await newFlow({ store: { collection: 'team-{{$vars.team}}' } });
    await api.upsert(id, files);
    expect((await api.query(id, { query: 'peas' })).docs.length).toBeGreaterThan(0);
    const other = await newFlow({ store: { collection: 'team-Support' } });
    expect((await api.query(other, { query: 'peas' })).docs.length).toBeGreaterThan(0);
  });

  test.each(['$vars.nobody', '$vars.UNLISTED', '$vars.ABSENT', '$flow.chatId', '$vars.__proto__', '$flow.constructor'])(
    '%s has no value: 422 naming node and variable',
    async (variable) => {
      const id = await newFlow({ store: { collection: `x-{{${variable}}}` } });
      const refused = {
        status: 422,
        body: { code: 'INVALID_PARAM', nodeId: 'hnsw_0', message: expect.stringContaining(variable) },
      };
      expect(await api.upload(id, files)).toMatchObject(refused);
      expect(await api.json('POST', `/vector/query/${id}`, { query: 'peas' })).toMatchObject(refused);
    },
  );
});

describe('overrideConfig.vars', () => {
  const loaderInputs = { metadata: '{"team":"{{$vars.team}}"}' };

  test('sets variables that are enabled, also from a form', async () => {
    const id = await newFlow({ loaderInputs }, ['team']);
    expect((await metadataOf(id, { vars: { team: 'Sales' } })).metadata).toMatchObject({ team: 'Sales' });
    expect((await metadataOf(id, { vars: { team: 0 } })).metadata).toMatchObject({ team: '0' });
    expect((await metadataOf(id, { vars: { team: '' } })).metadata).toMatchObject({ team: '' });
    const fields = { 'vars[team]': 'Form', returnSourceDocuments: 'true' };
    expect((await api.upsert(id, files, fields)).sourceDocuments?.[0]?.metadata).toMatchObject({ team: 'Form' });
    const text = { vars: '{"team":"Text"}', returnSourceDocuments: 'true' };
    expect((await api.upsert(id, files, text)).sourceDocuments?.[0]?.metadata).toMatchObject({ team: 'Text' });
  });

  test('one that is not enabled has no effect, and the answer says so', async () => {
    const id = await newFlow({ loaderInputs });
    const { result, metadata } = await metadataOf(id, { vars: { team: 'Sales', other: 'x' } });
    expect(metadata).toMatchObject({ team: 'Support' });
    expect(result.ignoredOverrides).toEqual(['vars.team', 'vars.other']);
  });

  test.each([['text'], [['team']], [{ team: {} }], [null]])('%j is 400', async (vars) => {
    const id = await newFlow({ loaderInputs }, ['team']);
    const answer = await api.upload(id, files, { overrideConfig: JSON.stringify({ vars }) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_OVERRIDE' } });
  });

  test('a caller can not read variables by sending references', async () => {
    const id = await newFlow({ loaderInputs }, ['team']);
    const sent = { metadata: { stolen: '{{$vars.LISTED}}' }, vars: { team: '{{$vars.LISTED}}' } };
    expect((await metadataOf(id, sent)).metadata).toMatchObject({
      stolen: '{{$vars.LISTED}}',
      team: '{{$vars.LISTED}}',
    });
  });
});
