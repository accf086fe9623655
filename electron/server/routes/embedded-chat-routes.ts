import { NO_UPLOADS } from '../../../shared/api/embedded-chats.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readChatbotConfig } from '../../../shared/flow/chatbot-config.ts';
import { toPublicDrawing } from '../../../shared/flow/flow-file.ts';
import type { embeddedChatOperations } from '../../../shared/operations/embedded-chat.ts';
import { isForeignPage } from '../plugins/caller-guard.ts';
import type { RoutesOf } from './route.ts';

/** What clients of Flowise ask before a question. */
export const embeddedChatRoutes = {
  getChatflowStreaming: {
    touches: 'drawings',
    handle({ params }, { libraries }) {
      libraries.find(params.id);
      return { isStreaming: true };
    },
  },
  getChatflowUploads: {
    touches: 'drawings',
    handle({ params }, { libraries }) {
      libraries.find(params.id);
      return NO_UPLOADS;
    },
  },
  getPublicChatflow: {
    touches: 'drawings',
    handle(request, { chatflows }) {
      const flow = chatflows.find(request.params.id);
      if (flow.isPublic !== true && isForeignPage(request) && !request.isApp) {
        throw new UserError('UNAUTHORIZED', 'The chatflow is not public: set isPublic if pages of others may read it.');
      }
      return { ...flow, flowData: toPublicDrawing(flow.flowData) };
    },
  },
  getPublicChatbotConfig: {
    touches: 'drawings',
    handle({ params }, { chatflows }) {
      const { chatbotConfig, flowData } = chatflows.find(params.id);
      const { allowedOrigins: _, allowedOriginsError: __, ...config } = readChatbotConfig(chatbotConfig);
      return { ...config, uploads: NO_UPLOADS, flowData: toPublicDrawing(flowData), isTTSEnabled: false };
    },
  },
} satisfies RoutesOf<typeof embeddedChatOperations>;
