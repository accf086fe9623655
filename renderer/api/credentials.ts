import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '../../shared/api/common.ts';
import type { CredentialCreate, CredentialUpdate } from '../../shared/api/credentials.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** All credentials, newest change first; without their secrets, which never leave the server. */
export function useCredentials() {
  return useQuery({
    queryKey: queryKeys.credentials,
    queryFn: ({ signal }) => api.call('listCredentials', { signal }).then(rowsOf),
  });
}

/** A change of credentials, after which they are fetched anew. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.credentials }),
  });
}

export function useCreateCredential() {
  return useChange((body: CredentialCreate) => api.call('createCredential', { body }));
}

export function useUpdateCredential() {
  return useChange(({ id, fields }: { readonly id: string; readonly fields: CredentialUpdate }) =>
    api.call('updateCredential', { params: { id }, body: fields }),
  );
}

/** Lets a credential go to a host. Only in a page that is part of the app. */
export function useAllowHost() {
  return useChange(({ id, host }: { readonly id: string; readonly host: string }) =>
    api.call('allowCredentialHost', { params: { id }, body: { host } }),
  );
}

/** Takes a host off the list of a credential. Only in a page that is part of the app. */
export function useDisallowHost() {
  return useChange(({ id, host }: { readonly id: string; readonly host: string }) =>
    api.call('disallowCredentialHost', { params: { id }, query: { host } }),
  );
}
