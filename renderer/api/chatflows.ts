import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Chatflow,
  type ChatflowCreate,
  ChatflowListSchema,
  ChatflowSchema,
  type ChatflowUpdate,
} from '../../shared/api/chatflows.ts';
import { DeleteResultSchema } from '../../shared/api/common.ts';
import { callApi, noAnswer } from './client.ts';

const chatflowKeys = {
  list: ['chatflows'],
  one: (id: string) => ['chatflows', id],
} as const;

function pathOf(id: string): string {
  return `/chatflows/${encodeURIComponent(id)}`;
}

/** A server that has not answered by then hangs: the call is given up, in ms. */
const PUT_TIMEOUT_MS = 20_000;

/** Writes some fields of a chatflow; for code outside of components. @throws ApiError NETWORK also when no answer comes in 20 s. */
export async function putChatflow(id: string, fields: ChatflowUpdate): Promise<Chatflow> {
  const signal = AbortSignal.timeout(PUT_TIMEOUT_MS);
  try {
    return await callApi(ChatflowSchema, pathOf(id), { method: 'PUT', body: fields, signal, outlivesPage: true });
  } catch (error) {
    throw signal.aborted ? noAnswer(error) : error;
  }
}

/** Makes a chatflow; for code outside of components. */
export function createChatflow(fields: ChatflowCreate): Promise<Chatflow> {
  return callApi(ChatflowSchema, '/chatflows', { method: 'POST', body: fields });
}

/** Puts what the server answered into the cache, and the list out of date. */
export async function keepChatflow(client: QueryClient, chatflow: Chatflow): Promise<void> {
  client.setQueryData(chatflowKeys.one(chatflow.id), chatflow);
  await client.invalidateQueries({ queryKey: chatflowKeys.list, exact: true });
}

/** All chatflows, newest first. */
export function useChatflows() {
  return useQuery({
    queryKey: chatflowKeys.list,
    queryFn: ({ signal }) => callApi(ChatflowListSchema, '/chatflows', { signal }),
  });
}

export function useChatflow(id: string) {
  return useQuery({
    queryKey: chatflowKeys.one(id),
    queryFn: ({ signal }) => callApi(ChatflowSchema, pathOf(id), { signal }),
    // An editor must not begin with an old copy.
    refetchOnMount: 'always',
  });
}

export function useCreateChatflow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createChatflow,
    onSuccess: (chatflow) => keepChatflow(client, chatflow),
  });
}

export function useUpdateChatflow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { readonly id: string; readonly fields: ChatflowUpdate }) => putChatflow(id, fields),
    onSuccess: (chatflow) => keepChatflow(client, chatflow),
  });
}

export function useDeleteChatflow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(DeleteResultSchema, pathOf(id), { method: 'DELETE' }),
    onSuccess: async (_, id) => {
      client.removeQueries({ queryKey: chatflowKeys.one(id) });
      await client.invalidateQueries({ queryKey: chatflowKeys.list, exact: true });
    },
  });
}
