import { DeleteResultSchema } from '../../api/common.ts';
import {
  FlowVersionContentSchema,
  FlowVersionKeepSchema,
  FlowVersionListSchema,
  FlowVersionNameSchema,
  FlowVersionSchema,
} from '../../api/flow-versions.ts';
import type { Operation } from '../operation.ts';

const path = '/chatflows/{id}/versions';

export const flowVersionsOperations = {
  listFlowVersions: { method: 'GET', path, answer: FlowVersionListSchema },
  keepFlowVersion: { method: 'POST', path, body: FlowVersionKeepSchema, answer: FlowVersionSchema },
  getFlowVersion: { method: 'GET', path: `${path}/{versionId}`, answer: FlowVersionContentSchema },
  nameFlowVersion: {
    method: 'PUT',
    path: `${path}/{versionId}`,
    body: FlowVersionNameSchema,
    answer: FlowVersionSchema,
  },
  removeFlowVersion: { method: 'DELETE', path: `${path}/{versionId}`, answer: DeleteResultSchema },
} as const satisfies Record<string, Operation>;
