import { z } from 'zod';
import { NodeDescriptionSchema } from '../../api/info.ts';
import {
  ConnectionTestBodySchema,
  ConnectionTestSchema,
  NodePreviewBodySchema,
  NodePreviewSchema,
} from '../../api/node-tools.ts';
import type { Operation } from '../operation.ts';

export const nodesOperations = {
  listNodes: { method: 'GET', path: '/nodes', answer: z.array(NodeDescriptionSchema) },
  previewNodes: { method: 'POST', path: '/nodes/preview', body: NodePreviewBodySchema, answer: NodePreviewSchema },
  testNodeConnection: {
    method: 'POST',
    path: '/nodes/test-connection',
    body: ConnectionTestBodySchema,
    answer: ConnectionTestSchema,
  },
} as const satisfies Record<string, Operation>;
