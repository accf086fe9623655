import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { DeleteResultSchema } from '../../shared/api/common.ts';
import { type CredentialCreate, CredentialSchema, type CredentialUpdate } from '../../shared/api/credentials.ts';
import { callApi } from './client.ts';

const KEY = ['credentials'] as const;

function pathOf(id: string): string {
  return `/credentials/${encodeURIComponent(id)}`;
}

/** All credentials, newest change first; without their secrets, which never leave the server. */
export function useCredentials() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(z.array(CredentialSchema), '/credentials', { signal }),
  });
}

export function useCreateCredential() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CredentialCreate) => callApi(CredentialSchema, '/credentials', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useUpdateCredential() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { readonly id: string; readonly fields: CredentialUpdate }) =>
      callApi(CredentialSchema, pathOf(id), { method: 'PUT', body: fields }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Lets a credential go to a host. Only in a page that is part of the app. */
export function useAllowHost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, host }: { readonly id: string; readonly host: string }) =>
      callApi(CredentialSchema, `${pathOf(id)}/hosts`, { method: 'POST', body: { host } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDeleteCredential() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(DeleteResultSchema, pathOf(id), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
