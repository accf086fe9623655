import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { NodePart } from './node-tools.ts';
import { queryKeys } from './query-keys.ts';

/** The chat model of Settings. */
export function useAnswerModel() {
  return useQuery({
    queryKey: queryKeys.answerModel,
    queryFn: ({ signal }) => api.call('getAnswerModel', { signal }),
  });
}

/** Chooses the chat model of Settings, or takes it away. */
export function useSaveAnswerModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (part: NodePart | undefined) =>
      part === undefined ? api.call('removeAnswerModel') : api.call('saveAnswerModel', { body: { ...part } }),
    onSuccess: (setting) => client.setQueryData(queryKeys.answerModel, setting),
  });
}

/** Programs with chat models that run on this machine: asked for when a person opens the choice. */
export function findLocalModels(signal: AbortSignal) {
  return api.call('findLocalModels', { signal });
}
