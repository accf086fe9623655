import { DeleteResultSchema, IdParamsSchema } from '../api/common.ts';
import {
  FlowVersionContentSchema,
  FlowVersionKeepSchema,
  FlowVersionListSchema,
  FlowVersionNameSchema,
  FlowVersionParamsSchema,
  FlowVersionSchema,
} from '../api/flow-versions.ts';
import type { Operations } from './operation.ts';

const tag = 'Chatflows';

/** `/chatflows/{id}/versions`: how a flow was. */
export const flowVersionOperations = {
  listFlowVersions: {
    method: 'GET',
    path: '/chatflows/{id}/versions',
    tag,
    summary: 'List the kept versions of a chatflow, the newest first',
    description: 'The chatflow as it is now is not among them.',
    params: IdParamsSchema,
    answers: { 200: FlowVersionListSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  keepFlowVersion: {
    method: 'POST',
    path: '/chatflows/{id}/versions',
    tag,
    summary: 'Keep a chatflow as it is now, as a version',
    description:
      'A version with a name stays until it is removed. When the newest version is the same, it gets the name.',
    params: IdParamsSchema,
    body: FlowVersionKeepSchema,
    answers: { 200: FlowVersionSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  getFlowVersion: {
    method: 'GET',
    path: '/chatflows/{id}/versions/{versionId}',
    tag,
    summary: 'Read a version of a chatflow',
    description: 'To restore it, send its `flowData` and `apiConfig` with `PUT /chatflows/{id}`.',
    params: FlowVersionParamsSchema,
    answers: { 200: FlowVersionContentSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
  },
  nameFlowVersion: {
    method: 'PUT',
    path: '/chatflows/{id}/versions/{versionId}',
    tag,
    summary: 'Name a version of a chatflow, or take its name away',
    params: FlowVersionParamsSchema,
    body: FlowVersionNameSchema,
    answers: { 200: FlowVersionSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
  },
  removeFlowVersion: {
    method: 'DELETE',
    path: '/chatflows/{id}/versions/{versionId}',
    tag,
    summary: 'Remove a version of a chatflow',
    params: FlowVersionParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
  },
} as const satisfies Operations;
