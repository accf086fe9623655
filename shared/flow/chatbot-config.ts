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
  /** Whether whole files may come with a question, and their media types as a list with commas; none: all that can be read. */
  fullFileUpload: z
    .looseObject({ status: z.boolean().catch(false), allowedUploadFileTypes: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  /** Whether questions are offered behind an answer; Flowise also stores by what model and prompt. */
  followUpPrompts: z
    .looseObject({ status: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
});
export type ChatbotConfig = z.output<typeof ChatbotConfigSchema>;

/** Whether files of a media type may come with a question. */
export function takesFileType({ fullFileUpload }: ChatbotConfig, type: string): boolean {
  const listed = (fullFileUpload?.allowedUploadFileTypes ?? '').split(',').map((one) => one.trim().toLowerCase());
  return listed.every((one) => one === '') || listed.includes('*') || listed.includes(type.toLowerCase());
}

/** The same as pages of others may read it. */
export function toPublicConfig({
  allowedOrigins: _,
  allowedOriginsError: __,
  followUpPrompts,
  ...config
}: ChatbotConfig) {
  return followUpPrompts === undefined ? config : { ...config, followUpPrompts: { status: followUpPrompts.status } };
}

/** `chatbotConfig` of a chatflow. A text that is none says nothing. */
export function readChatbotConfig(text: string | null): ChatbotConfig {
  const said = ChatbotConfigSchema.safeParse(parseJson(text ?? ''));
  return said.success ? said.data : { allowedOrigins: [] };
}
