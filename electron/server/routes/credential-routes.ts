import {
  CredentialCreateSchema,
  CredentialListAnswerSchema,
  CredentialListQuerySchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../../../shared/api/credentials.ts';
import type { CredentialService } from '../services/credential-service.ts';
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
}
