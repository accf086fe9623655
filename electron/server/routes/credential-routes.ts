import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  CredentialCreateSchema,
  CredentialHostSchema,
  CredentialListAnswerSchema,
  CredentialListQuerySchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../../../shared/api/credentials.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { CredentialService } from '../services/credential-service.ts';
import { requireApp } from './caller.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED, describeResource } from './resource-operations.ts';

const operations = describeResource({
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
});

const hostErrors = errorAnswers('INVALID_INPUT', 'APP_ONLY', 'CREDENTIAL_NOT_FOUND');
const hostOperations = {
  allow: {
    schema: {
      operationId: 'allowCredentialHost',
      summary: 'Let a credential go to a host',
      description:
        'For the app itself: the window, a page that it opened, the command line, or a program that sends the secret of the data folder.',
      tags: ['Credentials'],
      params: IdParamsSchema,
      body: CredentialHostSchema,
      response: { 200: CredentialSchema, ...hostErrors },
    },
  },
  disallow: {
    schema: {
      operationId: 'disallowCredentialHost',
      summary: 'Take a host off the list of a credential',
      tags: ['Credentials'],
      params: IdParamsSchema,
      querystring: CredentialHostSchema,
      response: { 200: CredentialSchema, ...hostErrors },
    },
  },
};

/** `/credentials`: list, read, create, change, delete. What they hold goes in and never comes out. */
export function credentialRoutes(app: ApiApp, credentials: CredentialService): void {
  app.get('/credentials', operations.list, ({ query }) => credentials.list(readPaging(query)));
  app.get('/credentials/:id', operations.read, ({ params }) => credentials.find(params.id));
  app.post('/credentials', operations.create, ({ body }) => credentials.create(body));
  app.put('/credentials/:id', operations.update, ({ params, body }) => credentials.update(params.id, body));
  app.delete('/credentials/:id', operations.remove, ({ params }) => {
    credentials.remove(params.id);
    return DELETED;
  });
  app.post('/credentials/:id/hosts', hostOperations.allow, (request) => {
    requireApp(request, 'A host for a credential');
    return credentials.allow(request.params.id, [request.body.host]);
  });
  app.delete('/credentials/:id/hosts', hostOperations.disallow, (request) => {
    requireApp(request, 'A host for a credential');
    return credentials.disallow(request.params.id, request.query.host);
  });
}
