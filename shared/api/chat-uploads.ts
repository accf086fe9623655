import { z } from 'zod';
import { EXAMPLE_ID, flagField } from './common.ts';

/** A name that a client gives a conversation or a session. */
export const chatName = z.string().trim().min(1).max(255);

const UPLOAD_TYPES = ['file', 'file:full', 'file:rag', 'stored-file', 'audio', 'url'] as const;

/** Files that may come with one call, or with one question. */
export const MOST_CHAT_FILES = 20;

const name = z.string().trim().min(1).max(255);

/** A file that comes with a question. */
export const ChatUploadSchema = z.object({
  type: z.enum(UPLOAD_TYPES).meta({
    description:
      '`file:full`: `data` is its text, as `/attachments` gives it. `stored-file`: one that `/attachments` has stored in the chat. `url`: `data` is the address of a page or document. `file:rag`: it was upserted before. `file` (pictures) and `audio` need a model that takes them.',
  }),
  name,
  mime: z.string().max(255).nullish(),
  data: z.string().nullish(),
});
export type ChatUpload = z.output<typeof ChatUploadSchema>;

/** What stored messages say of these. */
export const StoredChatUploadSchema = ChatUploadSchema.omit({ data: true });
export type StoredChatUpload = z.output<typeof StoredChatUploadSchema>;

export const ChatParamsSchema = z.object({
  id: z.string().meta({ examples: [EXAMPLE_ID] }),
  chatId: chatName.meta({ examples: ['chat-1'] }),
});

export const AttachmentFormSchema = z
  .looseObject({
    base64: flagField.meta({ description: 'Gives the bytes in base64 instead of the text.' }),
  })
  .meta({ id: 'AttachmentForm', description: `Up to ${MOST_CHAT_FILES} parts \`files\`.`, examples: [{}] });

export const AttachmentSchema = z
  .object({
    name: z.string(),
    mimeType: z.string(),
    size: z.int().meta({ description: 'In bytes.' }),
    content: z.string().meta({ description: 'Its text, or with `base64` its bytes.' }),
  })
  .meta({
    id: 'Attachment',
    examples: [{ name: 'rules.txt', mimeType: 'text/plain', size: 34, content: 'Books may be kept for three weeks.' }],
  });
export type Attachment = z.infer<typeof AttachmentSchema>;

export const UploadFileQuerySchema = z.object({
  chatflowId: z.string().meta({ examples: [EXAMPLE_ID] }),
  chatId: z.string().meta({ examples: ['chat-1'] }),
  fileName: z.string().meta({ examples: ['rules.txt'] }),
});
