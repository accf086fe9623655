import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, ApiKeyCreate, ApiKeyUpdate, NewApiKey } from '../../shared/api/apikeys.ts';
import type { Assistant, AssistantCreate, AssistantUpdate } from '../../shared/api/assistants.ts';
import { rowsOf } from '../../shared/api/common.ts';
import type { Credential, CredentialCreate, CredentialUpdate } from '../../shared/api/credentials.ts';
import type { AllFeedbackAnswer, Feedback } from '../../shared/api/feedback.ts';
import type { Tool, ToolApproval, ToolCreate, ToolUpdate } from '../../shared/api/tools.ts';
import type { Variable, VariableCreate, VariableUpdate } from '../../shared/api/variables.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The calls of a small resource: list, create, change, delete. */
export interface ResourceCalls<Row, Create, Update, Created = Row> {
  readonly key: readonly string[];
  list(signal: AbortSignal): Promise<Row[]>;
  create(body: Create): Promise<Created>;
  update(id: string, body: Update): Promise<Row>;
  remove(id: string): Promise<unknown>;
}

export const toolCalls: ResourceCalls<Tool, ToolCreate, ToolUpdate> = {
  key: queryKeys.tools,
  list: (signal) => api.call('listTools', { signal }).then(rowsOf),
  create: (body) => api.call('createTool', { body }),
  update: (id, body) => api.call('updateTool', { params: { id }, body }),
  remove: (id) => api.call('deleteTool', { params: { id } }),
};

/** Notes that a person has approved the code of a tool, or no longer does. Only in a page that is part of the app. */
export function useApproveTool() {
  return useResourceChange(queryKeys.tools, ({ id, ...body }: ToolApproval & { readonly id: string }) =>
    api.call('approveTool', { params: { id }, body }),
  );
}

export const variableCalls: ResourceCalls<Variable, VariableCreate, VariableUpdate> = {
  key: queryKeys.variables,
  list: (signal) => api.call('listVariables', { signal }).then(rowsOf),
  create: (body) => api.call('createVariable', { body }),
  update: (id, body) => api.call('updateVariable', { params: { id }, body }),
  remove: (id) => api.call('deleteVariable', { params: { id } }),
};

export const assistantCalls: ResourceCalls<Assistant, AssistantCreate, AssistantUpdate> = {
  key: queryKeys.assistants,
  list: (signal) => api.call('listAssistants', { signal }).then(rowsOf),
  create: (body) => api.call('createAssistant', { body }),
  update: (id, body) => api.call('updateAssistant', { params: { id }, body }),
  remove: (id) => api.call('deleteAssistant', { params: { id } }),
};

export const apiKeyCalls: ResourceCalls<ApiKey, ApiKeyCreate, ApiKeyUpdate, NewApiKey> = {
  key: queryKeys.apiKeys,
  list: (signal) => api.call('listApiKeys', { signal }).then(rowsOf),
  create: (body) => api.call('createApiKey', { body }),
  update: (id, body) => api.call('updateApiKey', { params: { id }, body }),
  remove: (id) => api.call('deleteApiKey', { params: { id } }),
};

export const credentialCalls: ResourceCalls<Credential, CredentialCreate, CredentialUpdate> = {
  key: queryKeys.credentials,
  list: (signal) => api.call('listCredentials', { signal }).then(rowsOf),
  create: (body) => api.call('createCredential', { body }),
  update: (id, body) => api.call('updateCredential', { params: { id }, body }),
  remove: (id) => api.call('deleteCredential', { params: { id } }),
};

/** All rows of a resource, last changed first. */
export function useResource<Row>({ key, list }: Pick<ResourceCalls<Row, never, never, unknown>, 'key' | 'list'>) {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => list(signal), refetchOnWindowFocus: true });
}

/** A change of a resource, after which its rows are fetched anew. */
export function useResourceChange<Input, Answer>(key: readonly string[], change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: key }) });
}

/** The flows, stores and assistants that use a credential. */
export function useCredentialUses(id: string) {
  return useQuery({
    queryKey: queryKeys.credentialUses(id),
    queryFn: ({ signal }) => api.call('listCredentialUses', { params: { id }, signal }),
  });
}

/** The flows and stores that use a variable. */
export function useVariableUses(id: string) {
  return useQuery({
    queryKey: queryKeys.variableUses(id),
    queryFn: ({ signal }) => api.call('listVariableUses', { params: { id }, signal }),
  });
}

/** Which feedback; undefined: all. Dates as 2025-01-31. */
export interface FeedbackWishes {
  readonly chatflowid?: string | undefined;
  readonly rating?: Feedback['rating'] | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Feedback of all flows, newest first, a page at a time. */
export function useAllFeedback(wishes: FeedbackWishes) {
  return useInfiniteQuery<AllFeedbackAnswer, Error, InfiniteData<AllFeedbackAnswer>, readonly unknown[], string | null>(
    {
      queryKey: [...queryKeys.feedback, wishes],
      queryFn: ({ pageParam, signal }) =>
        api.call('listAllFeedback', { query: { ...wishes, limit: 50, cursor: pageParam ?? undefined }, signal }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      refetchOnWindowFocus: true,
    },
  );
}

/** Every feedback that fits, for a file; for code outside of components. */
export async function readAllFeedback(wishes: FeedbackWishes): Promise<readonly Feedback[]> {
  const rows: Feedback[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: AllFeedbackAnswer = await api.call('listAllFeedback', { query: { ...wishes, limit: 1000, cursor } });
    rows.push(...page.data);
    cursor = page.next;
  }
  return rows;
}

export function useDeleteFeedback() {
  return useResourceChange(queryKeys.feedback, (id: string) => api.call('deleteFeedback', { params: { id } }));
}
