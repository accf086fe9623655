import { NO_UPLOADS } from '../../../shared/api/embedded-chats.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readChatbotConfig, toPublicConfig } from '../../../shared/flow/chatbot-config.ts';
import { toPublicDrawing } from '../../../shared/flow/flow-file.ts';
import { drawNodeIcon } from '../../../shared/nodes/draw-node-icon.ts';
import type { embeddedChatOperations } from '../../../shared/operations/embedded-chat.ts';
import { isForeignWithoutKey } from '../plugins/api-key-guard.ts';
import type { RoutesOf } from './route.ts';

/** Of a document store. */
const NO_DRAWING = '{"nodes":[],"edges":[]}';

/** What clients of Flowise ask before a question. */
export const embeddedChatRoutes = {
  getChatflowStreaming: {
    touches: 'drawings',
    handle({ params }, { libraries, queries }) {
      return { isStreaming: queries.answerTraits(libraries.find(params.id), {}).canStream };
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
    handle(request, { chatflows, libraries, apiKeys }) {
      const { id } = libraries.find(request.params.id);
      const { flowData, chatbotConfig, ...flow } = chatflows.find(id);
      if (flow.isPublic !== true && isForeignWithoutKey(request, apiKeys)) {
        throw new UserError(
          'UNAUTHORIZED',
          'The chatflow is not public: set isPublic if pages of others may read it, or send Authorization: Bearer and a key.',
        );
      }
      const { name, deployed, isPublic, category, type, createdDate, updatedDate } = flow;
      return {
        ...{ id, name, deployed, isPublic, category, type, createdDate, updatedDate },
        flowData: toPublicDrawing(flowData),
        chatbotConfig: JSON.stringify(toPublicConfig(readChatbotConfig(chatbotConfig))),
      };
    },
  },
  getPublicChatbotConfig: {
    touches: 'drawings',
    handle({ params }, { chatflows, libraries }) {
      const { id, kind } = libraries.find(params.id);
      const flow = kind === 'chatflow' ? chatflows.find(id) : undefined;
      return {
        ...toPublicConfig(readChatbotConfig(flow?.chatbotConfig ?? null)),
        uploads: NO_UPLOADS,
        flowData: toPublicDrawing(flow?.flowData ?? NO_DRAWING),
        isTTSEnabled: false,
      };
    },
  },
  getNodeIcon: {
    touches: 'nothing',
    // A picture in a page can't send a key.
    isOpen: true,
    handle({ params }, _context, reply) {
      const svg = drawNodeIcon(params.name);
      if (svg === undefined)
        throw new UserError('NOT_FOUND', 'There is no such node: look up its name with GET /api/v1/nodes.');
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(svg);
    },
  },
} satisfies RoutesOf<typeof embeddedChatOperations>;
