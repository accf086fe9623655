import { z } from 'zod';

export const StreamingAnswerSchema = z
  .object({ isStreaming: z.boolean() })
  .meta({ id: 'StreamingAnswer', examples: [{ isStreaming: true }] });

const FileRulesSchema = z.array(z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() }));

/** Those of an answer without a chat model. */
export const NO_UPLOADS = {
  isSpeechToTextEnabled: false,
  isImageUploadAllowed: false,
  isRAGFileUploadAllowed: false,
  imgUploadSizeAndTypes: [],
  fileUploadSizeAndTypes: [],
};

/** Which files a question may have with it. */
export const ChatUploadsSchema = z
  .object({
    isSpeechToTextEnabled: z.boolean(),
    isImageUploadAllowed: z.boolean(),
    isRAGFileUploadAllowed: z.boolean(),
    imgUploadSizeAndTypes: FileRulesSchema,
    fileUploadSizeAndTypes: FileRulesSchema,
  })
  .meta({ id: 'ChatUploads', examples: [NO_UPLOADS] });

/** What a chat on a page of others reads: `chatbotConfig` of the flow without the origins that it lists. */
export const PublicChatbotConfigSchema = z
  .looseObject({
    uploads: ChatUploadsSchema,
    flowData: z.string().meta({ description: 'JSON text of the drawing, without secrets.' }),
    isTTSEnabled: z.boolean(),
  })
  .meta({
    id: 'PublicChatbotConfig',
    examples: [{ uploads: NO_UPLOADS, flowData: '{"nodes":[],"edges":[]}', isTTSEnabled: false }],
  });
