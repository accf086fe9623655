import { NewApiKeySchema } from '../../../shared/api/apikeys.ts';
import { ChatflowListAnswerSchema, ChatflowListSchema, ChatflowSchema } from '../../../shared/api/chatflows.ts';
import { DeleteResultSchema } from '../../../shared/api/common.ts';
import { UpsertResultSchema } from '../../../shared/api/vector.ts';
import { makeApiConfig, makeFlow } from '../builders/flows.ts';
import { type ContractKit, type ContractOperation, wrongPaging } from './contract-operations.ts';

async function newFlow({ api, basepath }: ContractKit): Promise<string> {
  return (await api.createFlow(makeFlow({ basepath, records: { cleanup: 'incremental' } }))).id;
}

const body = {
  name: 'A flow',
  flowData: JSON.stringify(makeFlow()),
  apiConfig: makeApiConfig({ 'Text File': ['files'] }),
  category: 'a;b',
  isPublic: false,
};

const wrongFields = [
  { name: '' },
  { name: 5 },
  { name: null },
  { name: 'n'.repeat(256) },
  { flowData: 5 },
  { flowData: {} },
  { flowData: 'no JSON' },
  { flowData: '[]' },
  { flowData: '{"nodes":5}' },
  { flowData: '{"nodes":[{"id":""}]}' },
  { flowData: '{"nodes":[],"edges":[{"source":1}]}' },
  { apiConfig: 5 },
  { apiConfig: 'no JSON' },
  { apiConfig: '{"overrideConfig":[]}' },
  { apiConfig: '{"overrideConfig":{"nodes":{"Text File":5}}}' },
  { type: 'DRAWING' },
  { deployed: 'yes' },
  { apikeyid: 7 },
];

/** `/chatflows` and `/vector/upsert/{id}`. */
export const flowOperations: readonly ContractOperation[] = [
  {
    method: 'GET',
    path: '/chatflows',
    answer: ChatflowListAnswerSchema,
    prepare: async () => ({ params: {}, query: 'type=CHATFLOW&page=1&limit=2' }),
    unknown: {},
    wrongQueries: wrongPaging,
  },
  {
    method: 'GET',
    path: '/chatflows/{id}',
    answer: ChatflowSchema,
    prepare: async (kit) => ({ params: { id: await newFlow(kit) } }),
    unknown: { id: 'CHATFLOW_NOT_FOUND' },
  },
  {
    method: 'GET',
    path: '/chatflows/apikey/{apikey}',
    answer: ChatflowListSchema,
    prepare: async ({ api }) => {
      const key = NewApiKeySchema.parse((await api.json('POST', '/apikey', { keyName: 'Contract' })).body);
      return { params: { apikey: key.apiKey } };
    },
    unknown: { apikey: 'UNAUTHORIZED' },
  },
  {
    method: 'POST',
    path: '/chatflows',
    answer: ChatflowSchema,
    prepare: async () => ({ params: {}, body }),
    unknown: {},
    wrong: [{ name: undefined }, { flowData: undefined }, ...wrongFields],
  },
  {
    method: 'PUT',
    path: '/chatflows/{id}',
    answer: ChatflowSchema,
    prepare: async (kit) => ({ params: { id: await newFlow(kit) }, body: { name: 'Another name', category: null } }),
    unknown: { id: 'CHATFLOW_NOT_FOUND' },
    wrong: wrongFields,
  },
  {
    method: 'DELETE',
    path: '/chatflows/{id}',
    answer: DeleteResultSchema,
    prepare: async (kit) => ({ params: { id: await newFlow(kit) } }),
    unknown: { id: 'CHATFLOW_NOT_FOUND' },
  },
  {
    method: 'POST',
    path: '/vector/upsert/{id}',
    answer: UpsertResultSchema,
    prepare: async ({ api, basepath }) => {
      const stored = `data:text/plain;base64,${Buffer.from('Stored words.').toString('base64')},filename:stored.txt`;
      const flow = makeFlow({ basepath, loaderInputs: { txtFile: stored }, records: { cleanup: 'incremental' } });
      const { id } = await api.createFlow(flow, makeApiConfig({ 'Text File': ['files', 'metadata'] }));
      return { params: { id }, body: { overrideConfig: { metadata: { team: 'library' } } } };
    },
    unknown: { id: 'CHATFLOW_NOT_FOUND' },
    wrong: [
      { overrideConfig: 5 },
      { overrideConfig: 'chunkSize' },
      { overrideConfig: [1] },
      { overrideConfig: { metadata: [1] } },
      { overrideConfig: { metadata: 'no JSON' } },
      { stopNodeId: 5 },
      { stopNodeId: ['hnsw_0'] },
    ],
    dangling: [{ patch: { stopNodeId: 'hnsw_9' }, code: 'NO_VECTOR_STORE' }],
    hasForm: true,
  },
];
