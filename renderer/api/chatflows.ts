import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Chatflow,
  type ChatflowCreate,
  ChatflowListSchema,
  ChatflowSchema,
  type ChatflowUpdate,
} from '../../shared/api/chatflows.ts';
import { DeleteResultSchema } from '../../shared/api/common.ts';
import { type ApiCall, callApi, fetchApi, noAnswer, readAnswer } from './client.ts';
import { emptyFlow, namesOf } from './new-flow.ts';

const chatflowKeys = {
  list: ['chatflows'],
  one: (id: string) => ['chatflows', id],
} as const;

function pathOf(id: string): string {
  return `/chatflows/${encodeURIComponent(id)}`;
}

/** A chatflow in the version that the server answered; `etag` names that version. */
export interface SavedChatflow extends Chatflow {
  readonly etag: string | undefined;
}

async function callForVersion(path: string, call: ApiCall): Promise<SavedChatflow> {
  const response = await fetchApi(path, call);
  const chatflow = await readAnswer(ChatflowSchema, path, response, call.signal);
  return { ...chatflow, etag: response.headers.get('etag') ?? undefined };
}

/** A server that has not answered by then hangs: the call is given up, in ms. */
const PUT_TIMEOUT_MS = 20_000;

/**
 * Writes some fields of a chatflow; for code outside of components.
 * @param ifMatch the version that it is written over; without it the last one wins
 * @throws ApiError CHANGED_MEANWHILE when the server has another version, NETWORK also when no answer comes in 20 s
 */
export async function putChatflow(id: string, fields: ChatflowUpdate, ifMatch?: string): Promise<SavedChatflow> {
  const signal = AbortSignal.timeout(PUT_TIMEOUT_MS);
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  try {
    return await callForVersion(pathOf(id), { method: 'PUT', body: fields, headers, signal, outlivesPage: true });
  } catch (error) {
    throw signal.aborted ? noAnswer(error) : error;
  }
}

/** Makes a chatflow; for code outside of components. */
export function createChatflow(fields: ChatflowCreate): Promise<SavedChatflow> {
  return callForVersion('/chatflows', { method: 'POST', body: fields });
}

/** Reads a chatflow; for code outside of components. */
export function readChatflow(id: string, signal?: AbortSignal): Promise<SavedChatflow> {
  return callForVersion(pathOf(id), signal === undefined ? {} : { signal });
}

/** Puts what the server answered into the cache, and the list out of date. */
export async function keepChatflow(client: QueryClient, chatflow: SavedChatflow): Promise<void> {
  client.setQueryData(chatflowKeys.one(chatflow.id), chatflow);
  await client.invalidateQueries({ queryKey: chatflowKeys.list, exact: true });
}

const chatflowList = queryOptions({
  queryKey: chatflowKeys.list,
  queryFn: ({ signal }) => callApi(ChatflowListSchema, '/chatflows', { signal }),
});

/** All chatflows, newest first. */
export function useChatflows() {
  return useQuery(chatflowList);
}

export function useChatflow(id: string) {
  return useQuery({
    queryKey: chatflowKeys.one(id),
    queryFn: ({ signal }) => readChatflow(id, signal),
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

/** All chatflows as they are now, made elsewhere a moment ago included; for code outside of components. */
export function fetchChatflows(client: QueryClient): Promise<Chatflow[]> {
  return client.fetchQuery({ ...chatflowList, staleTime: 0 });
}

/** Creates an empty flow under a name that no other flow has, made elsewhere a moment ago neither. */
export function useCreateEmptyFlow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => createChatflow(emptyFlow(namesOf(await fetchChatflows(client)))),
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
    mutationFn: ({ id, reachesElsewhere }: { readonly id: string; readonly reachesElsewhere: boolean }) =>
      callApi(DeleteResultSchema, `${pathOf(id)}${reachesElsewhere ? '?externalStores=delete' : ''}`, {
        method: 'DELETE',
      }),
    onSuccess: async (_, { id }) => {
      client.removeQueries({ queryKey: chatflowKeys.one(id) });
      await client.invalidateQueries({ queryKey: chatflowKeys.list, exact: true });
    },
  });
}
