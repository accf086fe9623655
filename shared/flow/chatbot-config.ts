import { z } from 'zod';
import { parseJson } from '../json/parse-json.ts';

const ChatbotConfigSchema = z.looseObject({
  /** Pages of other origins that may ask the flow; none: all that the server lets in. */
  allowedOrigins: z.array(z.string()).catch([]).default([]),
  /** What pages of others are told. */
  allowedOriginsError: z.string().optional().catch(undefined),
  /** Chats are deleted for good so many days after their last use; off by default. Flowise does not know it, and lets it stand. */
  chatRetention: z
    .object({ status: z.boolean(), days: z.coerce.number().int().min(1).max(36_500) })
    .optional()
    .catch(undefined),
});
export type ChatbotConfig = z.output<typeof ChatbotConfigSchema>;

/** `chatbotConfig` of a chatflow. A text that is none says nothing. */
export function readChatbotConfig(text: string | null): ChatbotConfig {
  const said = ChatbotConfigSchema.safeParse(parseJson(text ?? ''));
  return said.success ? said.data : { allowedOrigins: [], allowedOriginsError: undefined };
}
