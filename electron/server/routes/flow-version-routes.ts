import type { flowVersionOperations } from '../../../shared/operations/flow-version.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/chatflows/{id}/versions`: how a flow was. */
export const flowVersionRoutes = {
  listFlowVersions: {
    touches: itsOwner,
    handle: ({ params }, { chatflows, flowVersions }) => flowVersions.list(chatflows.find(params.id).id),
  },
  keepFlowVersion: {
    touches: itsOwner,
    handle: ({ params, body }, { chatflows, flowVersions }) =>
      flowVersions.save(chatflows.find(params.id), { name: body.name ?? null, reason: body.reason }),
  },
  getFlowVersion: {
    touches: itsOwner,
    handle: ({ params }, { chatflows, flowVersions }) =>
      flowVersions.find(chatflows.find(params.id).id, params.versionId),
  },
  nameFlowVersion: {
    touches: itsOwner,
    handle: ({ params, body }, { chatflows, flowVersions }) =>
      flowVersions.rename(chatflows.find(params.id).id, params.versionId, body.name),
  },
  removeFlowVersion: {
    touches: itsOwner,
    handle({ params }, { chatflows, flowVersions }) {
      flowVersions.remove(chatflows.find(params.id).id, params.versionId);
      return DELETED;
    },
  },
} satisfies RoutesOf<typeof flowVersionOperations>;
