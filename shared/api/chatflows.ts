import { z } from 'zod';
import { t } from '../texts/t.ts';
import { EXAMPLE_ID, listSchema, pagingFields } from './common.ts';

const optionalText = z.string().nullish();

const flowDataText = z
  .string()
  .meta({ description: 'JSON text of `{nodes, edges, viewport}`, as React Flow saves it.' });
const apiConfigText = optionalText.meta({
  description:
    'JSON text; `overrideConfig` in it says what a call may override, `rateLimit` `{status, limitMax, limitDuration, limitMsg}` how often it may be called.',
});

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const chatflowFields = {
  name: z.string().trim().min(1, t('must not be empty')).max(255),
  flowData: flowDataText,
  deployed: z.boolean().nullish(),
  isPublic: z.boolean().nullish(),
  apikeyid: optionalText,
  chatbotConfig: optionalText,
  apiConfig: apiConfigText,
  analytic: optionalText,
  speechToText: optionalText,
  textToSpeech: optionalText,
  followUpPrompts: optionalText,
  category: optionalText,
  type: z.enum(['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT']).default('CHATFLOW'),
};

const exampleFields = {
  name: 'Handbook',
  flowData: '{"nodes":[],"edges":[],"viewport":{"x":0,"y":0,"zoom":1}}',
  apiConfig: '{"overrideConfig":{"status":true,"nodes":{"File Loader":[{"name":"files","enabled":true}]}}}',
};

export const ChatflowCreateSchema = z.object(chatflowFields).meta({ id: 'ChatflowCreate', examples: [exampleFields] });
export type ChatflowCreate = z.input<typeof ChatflowCreateSchema>;

/** PUT merges the fields given. */
export const ChatflowUpdateSchema = z
  .object({ ...chatflowFields, type: chatflowFields.type.unwrap() })
  .partial()
  .meta({ id: 'ChatflowUpdate', description: 'The fields to change.', examples: [{ name: 'Staff handbook' }] });
export type ChatflowUpdate = z.input<typeof ChatflowUpdateSchema>;

export const ChatflowUpdateHeadersSchema = z.object({
  'if-match': z
    .string()
    .optional()
    .meta({
      description: 'The `ETag` of the version that the change is made on; without it the last change wins.',
      examples: ['*'],
    }),
});

export const ChatflowSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    flowData: flowDataText,
    deployed: z.boolean().nullable(),
    isPublic: z.boolean().nullable(),
    apikeyid: z.string().nullable(),
    chatbotConfig: z.string().nullable(),
    apiConfig: z.string().nullable(),
    analytic: z.string().nullable(),
    speechToText: z.string().nullable(),
    textToSpeech: z.string().nullable(),
    followUpPrompts: z.string().nullable(),
    category: z.string().nullable(),
    type: z.string(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
  })
  .meta({
    id: 'Chatflow',
    examples: [
      {
        id: EXAMPLE_ID,
        ...exampleFields,
        deployed: null,
        isPublic: null,
        apikeyid: null,
        chatbotConfig: null,
        analytic: null,
        speechToText: null,
        textToSpeech: null,
        followUpPrompts: null,
        category: null,
        type: 'CHATFLOW',
        createdDate: '2025-01-15T10:30:00.000Z',
        updatedDate: '2025-01-15T10:30:00.000Z',
      },
    ],
  });
export type Chatflow = z.infer<typeof ChatflowSchema>;

/** What pages of others may read of a public chatflow. */
export const PublicChatflowSchema = ChatflowSchema.pick({
  ...{ id: true, name: true, flowData: true, deployed: true, isPublic: true, chatbotConfig: true },
  ...{ category: true, type: true, createdDate: true, updatedDate: true },
}).meta({
  id: 'PublicChatflow',
  examples: [
    {
      ...{ id: EXAMPLE_ID, name: exampleFields.name, flowData: exampleFields.flowData, deployed: null, isPublic: true },
      ...{ chatbotConfig: '{}', category: null, type: 'CHATFLOW' },
      ...{ createdDate: '2025-01-15T10:30:00.000Z', updatedDate: '2025-01-15T10:30:00.000Z' },
    },
  ],
});

export const ChatflowNameSchema = ChatflowSchema.pick({ id: true, name: true, updatedDate: true }).meta({
  id: 'ChatflowName',
  examples: [{ id: EXAMPLE_ID, name: exampleFields.name, updatedDate: '2025-01-15T10:30:00.000Z' }],
});
export type ChatflowName = z.infer<typeof ChatflowNameSchema>;

export const ChatflowNamesSchema = z.array(ChatflowNameSchema);

export const ChatflowListSchema = z.array(ChatflowSchema);
export const ChatflowListAnswerSchema = listSchema(ChatflowSchema);

export const ChatflowKeyParamsSchema = z.object({
  apikey: z
    .string()
    .meta({ description: 'The key itself.', examples: ['mR8w0e4cQ1bV6nT3yU9iO2pL5kJ7hG0fD4sA8zWx7Qk'] }),
});

export const ChatflowKeyQuerySchema = z.object({
  keyonly: z
    .string()
    .optional()
    .meta({ description: 'With any value: only flows bound to the key.', examples: ['true'] }),
});

export const ChatflowListQuerySchema = z.object({
  type: z
    .string()
    .optional()
    .meta({ description: 'Only flows of this type.', examples: ['CHATFLOW'] }),
  ...pagingFields,
});
