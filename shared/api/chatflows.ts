import { z } from 'zod';

const optionalText = z.string().nullish();

/** Fields a client may set. The server owns id and dates; they are ignored in a body, as are fields unknown to us. */
const chatflowFields = {
  name: z.string().trim().min(1, 'must not be empty').max(255),
  /** JSON text of `{nodes, edges, viewport}`. */
  flowData: z.string(),
  deployed: z.boolean().nullish(),
  isPublic: z.boolean().nullish(),
  apikeyid: optionalText,
  chatbotConfig: optionalText,
  /** JSON text; `overrideConfig` in it says what a call may override. */
  apiConfig: optionalText,
  analytic: optionalText,
  speechToText: optionalText,
  category: optionalText,
  type: z.enum(['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT']).default('CHATFLOW'),
};

export const ChatflowCreateSchema = z.object(chatflowFields);
export type ChatflowCreate = z.input<typeof ChatflowCreateSchema>;

/** PUT merges the fields given. */
export const ChatflowUpdateSchema = z.object({ ...chatflowFields, type: chatflowFields.type.unwrap() }).partial();
export type ChatflowUpdate = z.input<typeof ChatflowUpdateSchema>;

export const ChatflowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  flowData: z.string(),
  deployed: z.boolean().nullable(),
  isPublic: z.boolean().nullable(),
  apikeyid: z.string().nullable(),
  chatbotConfig: z.string().nullable(),
  apiConfig: z.string().nullable(),
  analytic: z.string().nullable(),
  speechToText: z.string().nullable(),
  category: z.string().nullable(),
  type: z.string(),
  createdDate: z.iso.datetime(),
  updatedDate: z.iso.datetime(),
});
export type Chatflow = z.infer<typeof ChatflowSchema>;

export const ChatflowListSchema = z.array(ChatflowSchema);
export const ChatflowPageSchema = z.object({ data: ChatflowListSchema, total: z.int() });

export const ChatflowListQuerySchema = z.object({
  type: z.string().optional(),
  page: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().optional(),
});
