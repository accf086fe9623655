import { z } from 'zod';
import { NodeDescriptionSchema } from '../../api/info.ts';
import {
  ConnectionTestBodySchema,
  ConnectionTestSchema,
  ListedModelsSchema,
  NodePreviewBodySchema,
  NodePreviewSchema,
} from '../../api/node-tools.ts';
import type { Operation } from '../operation.ts';

export const nodesOperations = {
  listNodes: { method: 'GET', path: '/nodes', answer: z.array(NodeDescriptionSchema) },
  previewNodes: { method: 'POST', path: '/nodes/preview', body: NodePreviewBodySchema, answer: NodePreviewSchema },
  listNodeModels: { method: 'POST', path: '/nodes/models', body: ConnectionTestBodySchema, answer: ListedModelsSchema },
  testNodeConnection: {
    method: 'POST',
    path: '/nodes/test-connection',
    body: ConnectionTestBodySchema,
    answer: ConnectionTestSchema,
  },
} as const satisfies Record<string, Operation>;
