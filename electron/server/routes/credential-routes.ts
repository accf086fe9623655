import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  CredentialCreateSchema,
  CredentialHostSchema,
  CredentialListAnswerSchema,
  CredentialListQuerySchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../../../shared/api/credentials.ts';
import { ResourceUseListSchema } from '../../../shared/api/resource-uses.ts';
import { requireApp } from './caller.ts';
import { resourceRoutes } from './resource-routes.ts';
import { route } from './route.ts';

const resource = resourceRoutes({
  path: '/credentials',
  tag: 'Credentials',
  names: ['Credential', 'Credentials'],
  words: ['a credential', 'credentials'],
  schemas: {
    create: CredentialCreateSchema,
    update: CredentialUpdateSchema,
    row: CredentialSchema,
    created: CredentialSchema,
    list: CredentialListAnswerSchema,
    listQuery: CredentialListQuerySchema,
  },
  notFound: 'CREDENTIAL_NOT_FOUND',
  service: ({ credentials }) => credentials,
  find: ({ credentials }, id) => credentials.find(id),
});

const HOST_ERRORS = ['INVALID_INPUT', 'APP_ONLY', 'CREDENTIAL_NOT_FOUND'] as const;

/** `/credentials`: list, read, create, change, delete. What they hold goes in and never comes out. */
export const credentialRoutes = [
  ...resource,
  route({
    method: 'GET',
    path: '/credentials/:id/uses',
    operationId: 'listCredentialUses',
    touches: 'drawings',
    summary: 'List what uses a credential',
    description: 'Chatflows, document stores and assistants that name it. They stop working when it is deleted.',
    tag: 'Credentials',
    params: IdParamsSchema,
    answers: { 200: ResourceUseListSchema },
    errors: ['CREDENTIAL_NOT_FOUND'],
    handle({ params: { id } }, { credentials, resourceUses }) {
      credentials.find(id);
      return resourceUses.ofCredential(id);
    },
  }),
  route({
    method: 'POST',
    path: '/credentials/:id/hosts',
    operationId: 'allowCredentialHost',
    touches: 'nothing',
    summary: 'Let a credential go to a host',
    description:
      'For the app itself: the window, a page that it opened, the command line, or a program that sends the secret of the data folder.',
    tag: 'Credentials',
    params: IdParamsSchema,
    body: CredentialHostSchema,
    answers: { 200: CredentialSchema },
    errors: HOST_ERRORS,
    handle(request, { credentials }) {
      requireApp(request, 'A host for a credential');
      return credentials.allow(request.params.id, [request.body.host]);
    },
  }),
  route({
    method: 'DELETE',
    path: '/credentials/:id/hosts',
    operationId: 'disallowCredentialHost',
    touches: 'nothing',
    summary: 'Take a host off the list of a credential',
    tag: 'Credentials',
    params: IdParamsSchema,
    querystring: CredentialHostSchema,
    answers: { 200: CredentialSchema },
    errors: HOST_ERRORS,
    handle(request, { credentials }) {
      requireApp(request, 'A host for a credential');
      return credentials.disallow(request.params.id, request.query.host);
    },
  }),
];
