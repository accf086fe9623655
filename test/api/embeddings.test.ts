import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import { requiredSecrets } from '../../shared/flow/credential-reference.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeEmbeddingServices } from '../helpers/fakes/fake-embedding-services.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
let services: Awaited<ReturnType<typeof startFakeEmbeddingServices>>;

beforeAll(async () => {
  services = await startFakeEmbeddingServices();
});
afterAll(() => services.close());

interface Row {
  readonly definition: NodeDefinition;
  readonly inputs: (origin: string) => Record<string, unknown>;
  readonly fields: Record<string, string> | ((origin: string) => Record<string, string>);
  /** Header that carries the secret, and its value. */
  readonly header: readonly [name: string, value: string | undefined];
}

const table: readonly Row[] = [
  {
    definition: nodeDefinitions.ollamaEmbedding,
    inputs: (baseUrl) => ({ baseUrl, modelName: 'nomic-embed-text' }),
    fields: {},
    header: ['authorization', undefined],
  },
  {
    definition: nodeDefinitions.cohereEmbeddings,
    inputs: (basepath) => ({ basepath, modelName: 'embed-v4.0' }),
    fields: { cohereApiKey: 'co-key' },
    header: ['authorization', 'Bearer co-key'],
  },
  {
    definition: nodeDefinitions.azureOpenAIEmbeddings,
    inputs: (origin) => ({ basepath: `${origin}/openai/deployments` }),
    fields: { azureOpenAIApiKey: 'az-key', azureOpenAIApiDeploymentName: 'ada' },
    header: ['api-key', 'az-key'],
  },
  {
    definition: nodeDefinitions.huggingFaceInferenceEmbeddings,
    inputs: (endpoint) => ({ endpoint, modelName: 'BAAI/bge-small-en-v1.5' }),
    fields: { huggingFaceApiKey: 'hf-key' },
    header: ['authorization', 'Bearer hf-key'],
  },
  {
    definition: nodeDefinitions.googleGenerativeAiEmbeddings,
    inputs: (origin) => ({ basepath: `${origin}/v1beta` }),
    fields: { googleGenerativeAPIKey: 'go-key' },
    header: ['x-goog-api-key', 'go-key'],
  },
  {
    definition: nodeDefinitions.mistralAIEmbeddings,
    // As Flowise saves them.
    inputs: (origin) => ({ overrideEndpoint: `${origin}/mistral`, batchSize: 512, stripNewLines: true }),
    fields: { mistralAIAPIKey: 'mi-key' },
    header: ['authorization', 'Bearer mi-key'],
  },
  {
    definition: nodeDefinitions.voyageAIEmbeddings,
    inputs: () => ({ modelName: 'voyage-finance-2' }),
    fields: (origin) => ({ apiKey: 'vo-key', endpoint: `${origin}/voyage/v1/embeddings` }),
    header: ['authorization', 'Bearer vo-key'],
  },
  {
    definition: nodeDefinitions.jinaEmbeddings,
    inputs: (origin) => ({ basepath: `${origin}/jina/v1`, allowLateChunking: true }),
    fields: { jinaAIAPIKey: 'ji-key' },
    header: ['authorization', 'Bearer ji-key'],
  },
];

describe.each(table)('$definition.label in a flow', ({ definition, inputs, fields, header }) => {
  async function newCredential(): Promise<string> {
    const kind = definition.credential?.kind;
    if (kind === undefined) return '';
    const answer = await suite.api.json('POST', '/credentials', {
      name: 'Account',
      kind,
      fields: typeof fields === 'function' ? fields(services.origin) : fields,
      hosts: [services.origin],
    });
    return CredentialSchema.parse(answer.body).id;
  }

  test('embeds what is upserted and what is asked, with the secrets of its credential', async () => {
    const embedding = { ...inputs(services.origin), credential: await newCredential() };
    const { id } = await suite.api.createFlow(makeFlow({ embeddingNode: definition, embedding }));
    const files = [
      { name: 'bees.txt', content: 'Bees sleep in winter.' },
      { name: 'moss.txt', content: 'Moss likes shade.' },
    ];
    expect(await suite.api.upsert(id, files)).toMatchObject({ numAdded: 2 });
    const { docs } = await suite.api.query(id, { query: 'Moss likes shade.', mode: 'vector', topK: 1 });
    expect(docs).toMatchObject([{ pageContent: 'Moss likes shade.' }]);
    expect(services.calls.at(-1)?.headers[header[0]]).toBe(header[1]);
  });

  test('its connection can be tested', async () => {
    const config = { ...inputs(services.origin), credential: await newCredential() };
    const answer = await suite.api.json('POST', '/nodes/test-connection', { name: definition.name, config });
    expect(answer.body).toMatchObject({ ok: true, message: expect.stringContaining('6 numbers a text') });
  });
});

const needy = table.filter(
  ({ definition, inputs }) => requiredSecrets(definition, inputs('http://localhost')).length > 0,
);

test.each(needy)(
  '$definition.label without a credential says that it needs one, before anything is sent',
  async (row) => {
    const { definition, inputs } = row;
    const sent = services.calls.length;
    const flow = makeFlow({ embeddingNode: definition, embedding: inputs(services.origin) });
    const { id } = await suite.api.createFlow(flow);
    const answer = await suite.api.upload(id, [{ name: 'bees.txt', content: 'Bees sleep in winter.' }]);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'MISSING_CREDENTIAL', nodeId: `${definition.name}_0`, details: { param: 'credential' } },
    });
    expect(services.calls).toHaveLength(sent);
  },
);

test('a service that gives vectors of zeros only is 502, and nothing is stored', async () => {
  const zeros = await startFakeOpenAI({
    reply: ({ texts }) => ({ status: 200, body: { data: texts.map(() => ({ embedding: [0, 0, 0] })) } }),
  });
  try {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: zeros.basepath }));
    const answer = await suite.api.upload(id, [{ name: 'a.txt', content: 'Words.' }]);
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'SERVICE_FAILED', message: expect.stringContaining('a vector of zeros only') },
    });
  } finally {
    await zeros.close();
  }
});
