import { NodePreviewBodySchema } from '../../../shared/api/node-tools.ts';
import type { nodeToolOperations } from '../../../shared/operations/node-tool.ts';
import { signalOf } from './caller.ts';
import { withStoreCall } from './read-store-form.ts';
import type { RoutesOf } from './route.ts';

/** `/nodes/preview` and `/nodes/test-connection`: for the form of a node. */
export const nodeToolRoutes = {
  previewNodes: {
    touches: 'nothing',
    handle: (request, context, reply) =>
      withStoreCall(request, NodePreviewBodySchema, context, ({ body, uploads, folder }) =>
        context.nodeTools.preview(body, uploads, folder, signalOf(request, reply)),
      ),
  },
  listNodeModels: {
    touches: 'nothing',
    handle: (request, { nodeTools }, reply) => nodeTools.listModels(request.body, signalOf(request, reply)),
  },
  testNodeConnection: {
    touches: 'nothing',
    handle: (request, { nodeTools }, reply) => nodeTools.testConnection(request.body, signalOf(request, reply)),
  },
} satisfies RoutesOf<typeof nodeToolOperations>;
