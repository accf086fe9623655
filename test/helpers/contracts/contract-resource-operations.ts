import { z } from 'zod';
import { AssistantListAnswerSchema, AssistantSchema } from '../../../shared/api/assistants.ts';
import { DeleteResultSchema } from '../../../shared/api/common.ts';
import { FeedbackListAnswerSchema, FeedbackSchema, FeedbackUpdateAnswerSchema } from '../../../shared/api/feedback.ts';
import { ToolListAnswerSchema, ToolSchema } from '../../../shared/api/tools.ts';
import { VariableListAnswerSchema, VariableSchema } from '../../../shared/api/variables.ts';
import type { ErrorCode } from '../../../shared/errors/error-codes.ts';
import { makeFlow } from '../builders/flows.ts';
import type { ApiClient } from '../servers/api-client.ts';
import { type ContractKit, type ContractOperation, NOBODY, type Patch, wrongPaging } from './contract-operations.ts';

const RowSchema = z.looseObject({ id: z.uuid() });

interface Resource {
  readonly path: string;
  readonly row: z.ZodType;
  readonly list: z.ZodType;
  readonly full: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly wrong: readonly Patch[];
  readonly notFound: ErrorCode;
}

async function create(api: ApiClient, path: string, body: object): Promise<string> {
  return RowSchema.parse((await api.json('POST', path, body)).body).id;
}

/** List, create, read, change and delete of rows with a few fields. */
function operationsOf({ path, row, list, full, change, required, wrong, notFound }: Resource): ContractOperation[] {
  const existing = async ({ api }: ContractKit) => ({ params: { id: await create(api, path, full) } });
  const unknown = { id: notFound };
  const missing = required.map((name) => ({ [name]: undefined }));
  return [
    {
      method: 'GET',
      path,
      answer: list,
      prepare: async () => ({ params: {}, query: 'page=1&limit=2' }),
      unknown: {},
      wrongQueries: wrongPaging,
    },
    {
      method: 'POST',
      path,
      answer: row,
      prepare: async () => ({ params: {}, body: full }),
      unknown: {},
      wrong: [...missing, ...wrong],
    },
    { method: 'GET', path: `${path}/{id}`, answer: row, prepare: existing, unknown },
    {
      method: 'PUT',
      path: `${path}/{id}`,
      answer: row,
      prepare: async (kit) => ({ ...(await existing(kit)), body: change }),
      unknown,
      wrong,
    },
    { method: 'DELETE', path: `${path}/{id}`, answer: DeleteResultSchema, prepare: existing, unknown },
  ];
}

const tools = operationsOf({
  path: '/tools',
  row: ToolSchema,
  list: ToolListAnswerSchema,
  full: { name: 'add', description: 'Adds.', color: '#fff', iconSrc: null, schema: '[]', func: 'return 1;' },
  change: { description: 'Adds numbers.' },
  required: ['name'],
  wrong: [{ name: '' }, { name: 5 }, { name: [] }, { description: 5 }, { color: {} }, { schema: [] }, { func: 7 }],
  notFound: 'TOOL_NOT_FOUND',
});

const variables = operationsOf({
  path: '/variables',
  row: VariableSchema,
  list: VariableListAnswerSchema,
  full: { name: 'team', value: 'Support', type: 'static' },
  change: { value: '' },
  required: ['name'],
  wrong: [{ name: '' }, { name: '{{x}}' }, { name: 5 }, { value: [5] }, { value: {} }, { type: 'secret' }],
  notFound: 'VARIABLE_NOT_FOUND',
});

const assistants = operationsOf({
  path: '/assistants',
  row: AssistantSchema,
  list: AssistantListAnswerSchema,
  full: { details: '{"name":"Helper"}', credential: null, iconSrc: null, type: 'CUSTOM' },
  change: { details: '{"name":"Guide"}' },
  required: ['details'],
  wrong: [{ details: [] }, { details: 'no JSON' }, { details: '[]' }, { credential: 5 }, { type: 'ROBOT' }],
  notFound: 'ASSISTANT_NOT_FOUND',
});

async function feedbackBody({ api, basepath }: ContractKit) {
  const { id: chatflowid } = await api.createFlow(makeFlow({ basepath }));
  const messageId = await api.makeMessage(chatflowid);
  return { chatflowid, chatId: 'chat-1', messageId, rating: 'THUMBS_UP', content: 'Good' };
}

const wrongFeedback = [
  { rating: 'GREAT' },
  { rating: 1 },
  { content: 5 },
  { content: [] },
  { messageId: 5 },
  { chatflowid: {} },
];

const feedback: readonly ContractOperation[] = [
  {
    method: 'GET',
    path: '/feedback/{id}',
    answer: FeedbackListAnswerSchema,
    prepare: async (kit) => {
      const body = await feedbackBody(kit);
      await create(kit.api, '/feedback', body);
      return { params: { id: body.chatflowid }, query: 'order=DESC&chatId=chat-1&startDate=2020-01-01' };
    },
    unknown: {},
    anyId: ['id'],
    wrongQueries: { ...wrongPaging, 'order=UP': 400, 'startDate=soon': 400, 'endDate=2025-13-45': 400 },
  },
  {
    method: 'POST',
    path: '/feedback',
    answer: FeedbackSchema,
    prepare: async (kit) => ({ params: {}, body: await feedbackBody(kit) }),
    unknown: {},
    wrong: [...['messageId', 'rating'].map((name) => ({ [name]: undefined })), { messageId: '' }, ...wrongFeedback],
    dangling: [
      { patch: { chatflowid: NOBODY }, code: 'CHATFLOW_NOT_FOUND' },
      { patch: { messageId: NOBODY }, code: 'MESSAGE_NOT_FOUND' },
    ],
  },
  {
    method: 'PUT',
    path: '/feedback/{id}',
    answer: FeedbackUpdateAnswerSchema,
    prepare: async (kit) => ({
      params: { id: await create(kit.api, '/feedback', await feedbackBody(kit)) },
      body: { rating: 'THUMBS_DOWN' },
    }),
    unknown: { id: 'FEEDBACK_NOT_FOUND' },
    wrong: wrongFeedback,
  },
];

/** Tools, variables (which cannot be read one by one), assistants (whose list is not part of the interface) and feedback. */
export const resourceOperations: readonly ContractOperation[] = [
  ...tools,
  ...variables.filter(({ method, path }) => method !== 'GET' || !path.includes('{')),
  ...assistants.filter(({ method, path }) => method !== 'GET' || path.includes('{')),
  ...feedback,
];
