import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowVersion } from '../../shared/api/flow-versions.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The stored versions of a flow, the newest first. */
export function useFlowVersions(id: string) {
  return useQuery({
    queryKey: queryKeys.flowVersions(id),
    queryFn: ({ signal }) => api.call('listFlowVersions', { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** A version with its flow, once it is wanted. It never changes. */
export function useFlowVersion(id: string, versionId: string | undefined) {
  return useQuery({
    queryKey: queryKeys.flowVersion(id, versionId ?? ''),
    queryFn: ({ signal }) => api.call('getFlowVersion', { params: { id, versionId: versionId ?? '' }, signal }),
    enabled: versionId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Keeps the flow as the server has it; for code outside of components. */
export function keepFlowVersion(
  id: string,
  body: { readonly name?: string; readonly reason?: 'restore' | 'replace' },
): Promise<FlowVersion> {
  return api.call('keepFlowVersion', { params: { id }, body });
}

/** Changes of the list of versions of a flow. */
export function useVersionChanges(id: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.flowVersions(id), exact: true });
  return {
    keep: useMutation({ mutationFn: (name: string) => keepFlowVersion(id, { name }), onSuccess }),
    rename: useMutation({
      mutationFn: ({ versionId, name }: { readonly versionId: string; readonly name: string | null }) =>
        api.call('nameFlowVersion', { params: { id, versionId }, body: { name } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (versionId: string) => api.call('removeFlowVersion', { params: { id, versionId } }),
      onSuccess,
    }),
    refresh: onSuccess,
  };
}
