import { z } from 'zod';
import { DeleteResultSchema } from '../../api/common.ts';
import {
  CredentialCreateSchema,
  CredentialHostSchema,
  CredentialSchema,
  CredentialUpdateSchema,
} from '../../api/credentials.ts';
import { ResourceUseListSchema } from '../../api/resource-uses.ts';
import type { Operation } from '../operation.ts';

export const credentialsOperations = {
  listCredentials: { method: 'GET', path: '/credentials', answer: z.array(CredentialSchema) },
  createCredential: { method: 'POST', path: '/credentials', body: CredentialCreateSchema, answer: CredentialSchema },
  updateCredential: {
    method: 'PUT',
    path: '/credentials/{id}',
    body: CredentialUpdateSchema,
    answer: CredentialSchema,
  },
  listCredentialUses: { method: 'GET', path: '/credentials/{id}/uses', answer: ResourceUseListSchema },
  deleteCredential: { method: 'DELETE', path: '/credentials/{id}', answer: DeleteResultSchema },
  allowCredentialHost: {
    method: 'POST',
    path: '/credentials/{id}/hosts',
    body: CredentialHostSchema,
    answer: CredentialSchema,
  },
  disallowCredentialHost: {
    method: 'DELETE',
    path: '/credentials/{id}/hosts',
    query: CredentialHostSchema,
    answer: CredentialSchema,
  },
} as const satisfies Record<string, Operation>;
