import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerRulesBody } from '../../shared/api/answer-models.ts';
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

/** Where questions to a flow or store go, and where they may go. */
export function useAnswerRules(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.answerRules(ownerId),
    queryFn: ({ signal }) => api.call('getAnswerRules', { params: { id: ownerId }, signal }),
    refetchOnWindowFocus: true,
  });
}

export function useChangeAnswerRules(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AnswerRulesBody) => api.call('changeAnswerRules', { params: { id: ownerId }, body }),
    onSuccess: (rules) => client.setQueryData(queryKeys.answerRules(ownerId), rules),
  });
}

interface Agreement {
  readonly hosts: readonly string[];
  /** For which flows and document stores. */
  readonly ownerIds: readonly string[];
}

/** Agrees that questions and passages go to hosts. */
export function useAgree() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ hosts, ownerIds }: Agreement) {
      for (const id of ownerIds) {
        const { allowedHosts } = await api.call('getAnswerRules', { params: { id } });
        const body = { allowedHosts: [...new Set([...allowedHosts, ...hosts])] };
        await api.call('changeAnswerRules', { params: { id }, body });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.anyAnswerRules }),
  });
}

/** Tokens that the answers of a flow or store have used. */
export function useTokenUse(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.tokenUse(ownerId),
    queryFn: ({ signal }) => api.call('getTokenUse', { params: { id: ownerId }, signal }),
    refetchOnWindowFocus: true,
  });
}
