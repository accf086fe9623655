import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import { NodeDescriptionSchema } from '../../shared/api/info.ts';
import { VariableSchema } from '../../shared/api/variables.ts';
import { UpsertResultSchema, VectorQueryResultSchema } from '../../shared/api/vector.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const NOBODY = '00000000-0000-4000-8000-000000000000';
const TEXT = 'The heron stands in the reeds. '.repeat(40);

/** A flow with a file of its own. */
function drawFlow() {
  const stored = `data:text/plain;base64,${Buffer.from(TEXT).toString('base64')},filename:birds.txt`;
  return makeFlow({ basepath: suite.fake.basepath, loaderInputs: { txtFile: stored } });
}

/** One whose splitter and loader may be overridden. */
async function newFlow(switches: readonly string[] = ['chunkSize', 'chunkOverlap']): Promise<string> {
  const flow = drawFlow();
  const config = { 'Text File': ['files', ...switches], 'Recursive Character Text Splitter': switches };
  return (await suite.api.createFlow(flow, makeApiConfig(config))).id;
}

const upsert = async (id: string, body: object) => {
  const answer = await suite.api.json('POST', `/vector/upsert/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return UpsertResultSchema.parse(answer.body);
};

/** As clients send that have no files: `requests.post(data=…)`, say. */
const sendFields = (method: string, path: string, fields: Record<string, string>) =>
  suite.api.call(method, path, { body: new URLSearchParams(fields) });

describe('an upsert as scripts for Flowise send it', () => {
  test('null and "" are as good as left out', async () => {
    const id = await newFlow();
    expect(await upsert(id, { overrideConfig: null, stopNodeId: '' })).toMatchObject({ numAdded: 2 });
  });

  test('its answer has the chunks that were added, and no others', async () => {
    const id = await newFlow();
    const { numAdded, addedDocs } = await upsert(id, {});
    expect(addedDocs).toHaveLength(numAdded);
    expect(addedDocs[0]).toMatchObject({
      pageContent: expect.stringContaining('heron'),
      metadata: { source: 'birds.txt' },
    });
  });

  test("Python's True, False and None in a form are the values that they name", async () => {
    const id = await newFlow(['chunkSize', 'chunkOverlap', 'returnSourceDocuments']);
    const files = [{ name: 'birds.txt', content: TEXT }];
    const overrideConfig = `{"chunkSize": 250, "chunkOverlap": 0, "history": None, "note": "True"}`;
    const result = await suite.api.upsert(id, files, { overrideConfig, returnSourceDocuments: 'True' });
    expect(result.sourceDocuments?.length).toBeGreaterThan(4);
    expect(result.ignoredOverrides).toEqual(['history', 'note']);
    expect(await suite.api.upsert(id, files, { returnSourceDocuments: 'False' })).not.toHaveProperty('sourceDocuments');
  });

  test('a urlencoded form carries overrides as a multipart one does', async () => {
    const id = await newFlow(['chunkSize', 'chunkOverlap', 'metadata']);
    const answer = await sendFields('POST', `/vector/upsert/${id}`, {
      overrideConfig: '{"chunkOverlap": 0}',
      chunkSize: '250',
      'metadata[team]': 'birds',
      stopNodeId: '',
    });
    const { addedDocs } = UpsertResultSchema.parse(answer.body);
    expect(addedDocs.length).toBeGreaterThan(4);
    expect(addedDocs[0]?.metadata).toMatchObject({ team: 'birds' });
  });

  test('what is not true or false for returnSourceDocuments is 400, and listed where it is not switched on', async () => {
    const config = { overrideConfig: { returnSourceDocuments: 'maybe' } };
    const open = await newFlow(['returnSourceDocuments']);
    expect(await suite.api.json('POST', `/vector/upsert/${open}`, config)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OVERRIDE', nodeId: expect.any(String), details: { param: 'returnSourceDocuments' } },
    });
    expect(await upsert(await newFlow(), config)).toMatchObject({ ignoredOverrides: ['returnSourceDocuments'] });
  });

  test('an override of null has no effect, and is listed', async () => {
    const id = await newFlow(['chunkSize', 'returnSourceDocuments']);
    const overrideConfig = { chunkSize: null, returnSourceDocuments: null };
    const { ignoredOverrides, numAdded } = await upsert(id, { overrideConfig });
    expect(ignoredOverrides).toEqual(['chunkSize', 'returnSourceDocuments']);
    expect(numAdded).toBe(2);
  });

  test('addMetadata needs its own switch', async () => {
    const overrideConfig = { addMetadata: { team: 'birds' } };
    const closed = await upsert(await newFlow(['metadata']), { overrideConfig });
    expect(closed.ignoredOverrides).toEqual(['addMetadata']);
    expect(closed.addedDocs[0]?.metadata).not.toHaveProperty('team');
    const open = await upsert(await newFlow(['addMetadata']), { overrideConfig });
    expect(open).not.toHaveProperty('ignoredOverrides');
    expect(open.addedDocs[0]?.metadata).toMatchObject({ team: 'birds' });
  });
});

describe('lists, questions and paths as scripts for Flowise send them', () => {
  test('an empty question finds nothing, without asking the model', async () => {
    const id = await newFlow();
    await upsert(id, {});
    const { lastCall } = suite.fake;
    const answer = await suite.api.json('POST', `/vector/query/${id}`, {
      query: ' ',
      topK: null,
      filter: null,
      mode: '',
    });
    expect(VectorQueryResultSchema.parse(answer.body).docs).toEqual([]);
    expect(suite.fake.lastCall).toBe(lastCall);
  });

  test('page=0 with limit=0 is the whole list', async () => {
    for (const path of ['/chatflows', '/tools', '/variables', '/document-store/store']) {
      expect(await suite.api.get(`${path}?page=0&limit=0`), path).toEqual(await suite.api.get(path));
    }
    expect((await suite.api.get('/chatflows?page=0&limit=1')).status).toBe(412);
  });

  test('a slash at the end of a path changes nothing', async () => {
    const id = await newFlow();
    expect(await suite.api.get('/chatflows/')).toEqual(await suite.api.get('/chatflows'));
    expect(await suite.api.get(`/chatflows/${id}/`)).toEqual(await suite.api.get(`/chatflows/${id}`));
    expect(await suite.api.json('PATCH', `/chatflows/${id}/`, {})).toMatchObject({ status: 405 });
    const { id: keyId } = z
      .object({ id: z.string() })
      .parse((await suite.api.json('POST', '/apikey', { keyName: 'Key' })).body);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: keyId });
    expect(await suite.api.json('POST', `/vector/upsert/${id}/`, {})).toMatchObject({ status: 401 });
  });

  test('a path that is unknown is named', async () => {
    expect((await suite.api.json('POST', '/marketplaces/templates', {})).body).toMatchObject({
      code: 'ROUTE_NOT_FOUND',
      message: expect.stringContaining('has no "marketplaces"'),
    });
  });

  test('a flow whose script does not say where its nodes stand is taken, and runs', async () => {
    const { nodes, edges } = drawFlow();
    const bare = { nodes: nodes.map(({ position: _, ...node }) => node), edges, viewport: null };
    const flowData = JSON.stringify(bare);
    const { body, status } = await suite.api.json('POST', '/chatflows', { name: 'Drawn by a script', flowData });
    expect(status, JSON.stringify(body)).toBe(200);
    const { id } = ChatflowSchema.parse(body);
    expect(await upsert(id, {})).toMatchObject({ numAdded: 2 });
  });

  test('the details of an assistant may be an object', async () => {
    const details = { name: 'Helper', instructions: 'Answer from the handbook.' };
    const { body } = await suite.api.json('POST', '/assistants', { details });
    expect(body).toMatchObject({ details: JSON.stringify(details) });
    expect(await suite.api.json('POST', '/assistants', { details: [1] })).toMatchObject({ status: 400 });
  });

  test('feedback of a chatflow that there is not is an empty list', async () => {
    expect(await suite.api.get(`/feedback/${NOBODY}`)).toEqual({ status: 200, body: [] });
  });

  test('one kind of node can be read by its name', async () => {
    const all = z.array(NodeDescriptionSchema).parse((await suite.api.get('/nodes')).body);
    const [first] = all;
    expect(await suite.api.get(`/nodes/${first?.name}`)).toEqual({ status: 200, body: first });
    expect(await suite.api.get('/nodes/nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('rows as scripts for Flowise make them', () => {
  test('a variable of the type string is static, and a number or a boolean becomes text', async () => {
    const make = async (body: object) => VariableSchema.parse((await suite.api.json('POST', '/variables', body)).body);
    expect(await make({ name: 'limit', value: 5, type: 'string' })).toMatchObject({ value: '5', type: 'static' });
    const { id } = await make({ name: 'isOpen', value: true });
    const changed = await suite.api.json('PUT', `/variables/${id}`, { value: 0.5, type: 'string' });
    expect(changed.body).toMatchObject({ value: '0.5', type: 'static' });
  });

  test('a chatflow keeps textToSpeech and followUpPrompts', async () => {
    const given = { textToSpeech: '{"openai":{"status":true}}', followUpPrompts: '{"status":false}' };
    const made = await suite.api.json('POST', '/chatflows', { name: 'Speaks', flowData: '{}', ...given });
    const { id } = ChatflowSchema.parse(made.body);
    expect((await suite.api.get(`/chatflows/${id}`)).body).toMatchObject(given);
    await suite.api.json('PUT', `/chatflows/${id}`, { textToSpeech: null });
    expect((await suite.api.get(`/chatflows/${id}`)).body).toMatchObject({ ...given, textToSpeech: null });
  });

  test("a credential is made and changed by Flowise's body", async () => {
    const body = { name: 'Account', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } };
    const made = CredentialSchema.parse((await suite.api.json('POST', '/credentials', body)).body);
    expect(made).toMatchObject({ kind: 'openAIApi', credentialName: 'openAIApi', fieldNames: ['openAIApiKey'] });
    const changed = await suite.api.json('PUT', `/credentials/${made.id}`, {
      credentialName: 'PostgresApi',
      plainDataObj: { user: 'ada', password: 'x' },
    });
    expect(changed.body).toMatchObject({ kind: 'PostgresApi', fieldNames: ['user', 'password'], name: 'Account' });
    expect(await suite.api.json('POST', '/credentials', { name: 'Nothing' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('kind') },
    });
  });

  test('a urlencoded form may carry booleans, numbers and objects as texts', async () => {
    const made = await sendFields('POST', '/chatflows', {
      name: 'Form',
      flowData: '{}',
      deployed: 'True',
      isPublic: '',
    });
    expect(ChatflowSchema.parse(made.body)).toMatchObject({ name: 'Form', deployed: true, isPublic: null });
    const id = await newFlow();
    await upsert(id, {});
    const asked = await sendFields('POST', `/vector/query/${id}`, {
      query: 'heron',
      topK: '1',
      'filter[source]': 'birds.txt',
    });
    expect(VectorQueryResultSchema.parse(asked.body).docs).toHaveLength(1);
    expect(await sendFields('POST', '/variables', { name: '' })).toMatchObject({ status: 400 });
  });
});
