import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestQuestionFields } from '../../shared/api/test-questions.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The saved questions of a flow or a store. */
export function useTestQuestions(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.testQuestions(ownerId),
    queryFn: ({ signal }) => api.call('listTestQuestions', { query: { ownerId }, signal }),
  });
}

export function useAddTestQuestions(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (questions: readonly TestQuestionFields[]) =>
      api.call('addTestQuestions', { body: { ownerId, questions: [...questions] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.testQuestions(ownerId) }),
  });
}

export function useRemoveTestQuestions(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => api.call('removeTestQuestions', { body: { ownerId, ids: [...ids] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.testQuestions(ownerId) }),
  });
}
