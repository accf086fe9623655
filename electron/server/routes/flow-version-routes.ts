import { DeleteResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import {
  FlowVersionContentSchema,
  FlowVersionKeepSchema,
  FlowVersionListSchema,
  FlowVersionNameSchema,
  FlowVersionParamsSchema,
  FlowVersionSchema,
} from '../../../shared/api/flow-versions.ts';
import { DELETED } from './resource-routes.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Chatflows';

/** `/chatflows/{id}/versions`: how a flow was. */
export const flowVersionRoutes = [
  route({
    method: 'GET',
    path: '/chatflows/:id/versions',
    operationId: 'listFlowVersions',
    touches: itsOwner,
    summary: 'List the kept versions of a chatflow, the newest first',
    description: 'The chatflow as it is now is not among them.',
    tag,
    params: IdParamsSchema,
    answers: { 200: FlowVersionListSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params }, { chatflows, flowVersions }) => flowVersions.list(chatflows.find(params.id).id),
  }),
  route({
    method: 'POST',
    path: '/chatflows/:id/versions',
    operationId: 'keepFlowVersion',
    touches: itsOwner,
    summary: 'Keep a chatflow as it is now, as a version',
    description:
      'A version with a name stays until it is removed. When the newest version is the same, it gets the name.',
    tag,
    params: IdParamsSchema,
    body: FlowVersionKeepSchema,
    answers: { 200: FlowVersionSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
    handle: ({ params, body }, { chatflows, flowVersions }) =>
      flowVersions.keep(chatflows.find(params.id), { name: body.name ?? null, reason: body.reason }),
  }),
  route({
    method: 'GET',
    path: '/chatflows/:id/versions/:versionId',
    operationId: 'getFlowVersion',
    touches: itsOwner,
    summary: 'Read a version of a chatflow',
    description: 'To restore it, send its `flowData` and `apiConfig` with `PUT /chatflows/{id}`.',
    tag,
    params: FlowVersionParamsSchema,
    answers: { 200: FlowVersionContentSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
    handle: ({ params }, { chatflows, flowVersions }) =>
      flowVersions.find(chatflows.find(params.id).id, params.versionId),
  }),
  route({
    method: 'PUT',
    path: '/chatflows/:id/versions/:versionId',
    operationId: 'nameFlowVersion',
    touches: itsOwner,
    summary: 'Name a version of a chatflow, or take its name away',
    tag,
    params: FlowVersionParamsSchema,
    body: FlowVersionNameSchema,
    answers: { 200: FlowVersionSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
    handle: ({ params, body }, { chatflows, flowVersions }) =>
      flowVersions.rename(chatflows.find(params.id).id, params.versionId, body.name),
  }),
  route({
    method: 'DELETE',
    path: '/chatflows/:id/versions/:versionId',
    operationId: 'removeFlowVersion',
    touches: itsOwner,
    summary: 'Remove a version of a chatflow',
    tag,
    params: FlowVersionParamsSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
    handle({ params }, { chatflows, flowVersions }) {
      flowVersions.remove(chatflows.find(params.id).id, params.versionId);
      return DELETED;
    },
  }),
];
