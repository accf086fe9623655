import { z } from 'zod';
import {
  AttachmentFormSchema,
  AttachmentSchema,
  ChatParamsSchema,
  UploadFileQuerySchema,
} from '../api/chat-uploads.ts';
import { OriginalFileSchema } from '../api/originals.ts';
import type { Operations } from './operation.ts';

const tag = 'Embedded chats';

/** Files that come with questions. */
export const chatUploadOperations = {
  createAttachments: {
    method: 'POST',
    path: '/attachments/{id}/{chatId}',
    tag,
    summary: 'Store files of a chat, and read them',
    description:
      'For a question that they come with. The flow must have `fullFileUpload` switched on in its chatbotConfig, and list their types there. They go with the chat.',
    params: ChatParamsSchema,
    form: AttachmentFormSchema,
    answers: { 200: z.array(AttachmentSchema) },
    errors: [
      'UNAUTHORIZED',
      'FOREIGN_ORIGIN',
      'INVALID_INPUT',
      'INVALID_MULTIPART',
      'CHATFLOW_NOT_FOUND',
      'FILE_UPLOADS_OFF',
      'FILE_CORRUPT',
      'FILE_EMPTY',
      'FILE_HAS_NO_TEXT',
      'FILE_ENCRYPTED',
      'FILE_UNREADABLE',
      'UNSUPPORTED_FILE_TYPE',
      'FILE_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
      'ARCHIVE_TOO_LARGE',
      'RATE_LIMITED',
    ],
  },
  getUploadFile: {
    method: 'GET',
    path: '/get-upload-file',
    tag,
    summary: 'Download a stored file of a chat',
    query: UploadFileQuerySchema,
    answers: {
      200: {
        description: 'The file. Of types that could run in a page: as bytes.',
        content: { 'application/octet-stream': { schema: OriginalFileSchema } },
      },
    },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
  },
} as const satisfies Operations;
