import { z } from 'zod';
import { PublicChatflowSchema } from '../api/chatflows.ts';
import { IdParamsSchema } from '../api/common.ts';
import { ChatUploadsSchema, PublicChatbotConfigSchema, StreamingAnswerSchema } from '../api/embedded-chats.ts';
import type { Operations } from './operation.ts';

const asked = { method: 'GET', tag: 'Embedded chats', params: IdParamsSchema } as const;

/** What clients of Flowise ask before a question: a chat on a page of others, the SDK. */
export const embeddedChatOperations = {
  getChatflowStreaming: {
    ...asked,
    path: '/chatflows-streaming/{id}',
    summary: 'Say whether answers can be streamed',
    answers: { 200: StreamingAnswerSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  getChatflowUploads: {
    ...asked,
    path: '/chatflows-uploads/{id}',
    summary: 'Say which files a question may have with it',
    answers: { 200: ChatUploadsSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  getPublicChatflow: {
    ...asked,
    path: '/public-chatflows/{id}',
    summary: 'Read a public chatflow without its secrets',
    description:
      'Also without what it says of callers: keys, limits, origins, overrides. For a page of another origin it must be public, or the page have a key.',
    answers: { 200: PublicChatflowSchema },
    errors: ['UNAUTHORIZED', 'CHATFLOW_NOT_FOUND'],
  },
  getPublicChatbotConfig: {
    ...asked,
    path: '/public-chatbotConfig/{id}',
    summary: 'Read how a chat on a page shall look and what it offers',
    answers: { 200: PublicChatbotConfigSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  getNodeIcon: {
    method: 'GET',
    tag: 'Embedded chats',
    path: '/node-icon/{name}',
    summary: 'Draw the icon of a node',
    params: z.object({ name: z.string().meta({ examples: ['hnsw'] }) }),
    answers: {
      200: {
        description: 'A picture.',
        content: {
          'image/svg+xml': { schema: z.string().meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'] }) },
        },
      },
    },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Operations;
