import type { credentialOperations } from '../../../shared/operations/credential.ts';
import { requireApp } from './caller.ts';
import { readRoute, resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const credentials = resourceRoutes((context) => context.credentials);

/** `/credentials`: list, read, create, change, delete. What they hold goes in and never comes out. */
export const credentialRoutes = {
  listCredentials: credentials.list,
  createCredential: credentials.create,
  getCredential: readRoute((context, id) => context.credentials.find(id)),
  updateCredential: credentials.update,
  deleteCredential: credentials.remove,
  listCredentialUses: {
    touches: 'drawings',
    handle({ params: { id } }, { credentials, resourceUses }) {
      credentials.find(id);
      return resourceUses.ofCredential(id);
    },
  },
  allowCredentialHost: {
    touches: 'nothing',
    handle(request, { credentials }) {
      requireApp(request, 'A host for a credential');
      return credentials.allow(request.params.id, [request.body.host]);
    },
  },
  disallowCredentialHost: {
    touches: 'nothing',
    handle(request, { credentials }) {
      requireApp(request, 'A host for a credential');
      return credentials.disallow(request.params.id, request.query.host);
    },
  },
} satisfies RoutesOf<typeof credentialOperations>;
