import { IdParamsSchema } from '../api/common.ts';
import {
  CredentialCreateSchema,
  CredentialHostSchema,
  CredentialListAnswerSchema,
  CredentialListQuerySchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../api/credentials.ts';
import { ResourceUseListSchema } from '../api/resource-uses.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource.ts';

const tag = 'Credentials';

const credentials = resourceOperations({
  path: '/credentials',
  tag,
  words: ['a credential', 'credentials'],
  notFound: 'CREDENTIAL_NOT_FOUND',
});

const HOST_ERRORS = ['INVALID_INPUT', 'APP_ONLY', 'CREDENTIAL_NOT_FOUND'] as const;

/** `/credentials`: list, read, create, change, delete. What they hold goes in and never comes out. */
export const credentialOperations = {
  listCredentials: credentials.list(CredentialListQuerySchema, CredentialListAnswerSchema),
  createCredential: credentials.create(CredentialCreateSchema, CredentialSchema),
  getCredential: credentials.read(CredentialSchema),
  updateCredential: credentials.update(CredentialUpdateSchema, CredentialSchema),
  deleteCredential: credentials.remove(),
  listCredentialUses: {
    method: 'GET',
    path: '/credentials/{id}/uses',
    tag,
    summary: 'List what uses a credential',
    description: 'Chatflows, document stores and assistants that name it. They stop working when it is deleted.',
    params: IdParamsSchema,
    answers: { 200: ResourceUseListSchema },
    errors: ['CREDENTIAL_NOT_FOUND'],
  },
  allowCredentialHost: {
    method: 'POST',
    path: '/credentials/{id}/hosts',
    tag,
    summary: 'Let a credential go to a host',
    description:
      'For the app itself: the window, a page that it opened, the command line, or a program that sends the secret of the data folder.',
    params: IdParamsSchema,
    body: CredentialHostSchema,
    answers: { 200: CredentialSchema },
    errors: HOST_ERRORS,
  },
  disallowCredentialHost: {
    method: 'DELETE',
    path: '/credentials/{id}/hosts',
    tag,
    summary: 'Take a host off the list of a credential',
    params: IdParamsSchema,
    query: CredentialHostSchema,
    answers: { 200: CredentialSchema },
    errors: HOST_ERRORS,
  },
} as const satisfies Operations;
