import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chatflow, ChatflowCreate, ChatflowName, ChatflowUpdate } from '../../shared/api/chatflows.ts';
import type { MoveBody } from '../../shared/api/moves.ts';
import { noAnswer } from '../../shared/client/api-error.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** A chatflow in the version that the server answered; `etag` names that version. */
export interface SavedChatflow extends Chatflow {
  readonly etag: string | undefined;
}

type VersionOperation = 'getChatflow' | 'createChatflow' | 'updateChatflow';

async function readVersion(id: VersionOperation, response: Response, signal?: AbortSignal): Promise<SavedChatflow> {
  const chatflow = await api.read(id, response, signal);
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
    const input = { params: { id }, body: fields, headers, signal, keepalive: true };
    return await readVersion('updateChatflow', await api.open('updateChatflow', input), signal);
  } catch (error) {
    throw signal.aborted ? noAnswer(error) : error;
  }
}

/** Makes a chatflow; for code outside of components. */
export async function createChatflow(fields: ChatflowCreate): Promise<SavedChatflow> {
  return readVersion('createChatflow', await api.open('createChatflow', { body: fields }));
}

/** Reads a chatflow; for code outside of components. */
export async function readChatflow(id: string, signal?: AbortSignal): Promise<SavedChatflow> {
  return readVersion('getChatflow', await api.open('getChatflow', { params: { id }, signal }), signal);
}

/**
 * Puts what the server answered into the cache, and first in the list, where the last changed is. The list is out of date then, but not read again after
 * each save: whoever shows it next does that.
 */
export async function keepChatflow(client: QueryClient, chatflow: SavedChatflow): Promise<void> {
  client.setQueryData(queryKeys.chatflow(chatflow.id), chatflow);
  const { id: savedId, name, updatedDate } = chatflow;
  const { queryKey } = flowNames;
  // What is on its way may be older than this answer.
  const refetchType = client.isFetching({ queryKey, exact: true }) > 0 ? 'active' : 'none';
  client.setQueryData(
    queryKey,
    (list) => list && [{ id: savedId, name, updatedDate }, ...list.filter(({ id }) => id !== savedId)],
  );
  await client.invalidateQueries({ queryKey, exact: true, refetchType });
}

/** Without the drawings, which are large. */
const flowNames = queryOptions({
  queryKey: queryKeys.chatflows,
  queryFn: ({ signal }) => api.call('listChatflowNames', { signal }),
});

/** The names of all flows, last changed first. */
export function useFlowNames() {
  return useQuery(flowNames);
}

/** The drawing of a flow of the list, in the version that is listed. */
export function useListedDrawing({ id, updatedDate }: ChatflowName): string | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.drawing(id, updatedDate),
    queryFn: async ({ signal }) => (await readChatflow(id, signal)).flowData,
    initialData: () => {
      const open = client.getQueryData<SavedChatflow>(queryKeys.chatflow(id));
      return open?.updatedDate === updatedDate ? open.flowData : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export function useChatflow(id: string) {
  return useQuery({
    queryKey: queryKeys.chatflow(id),
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

/** The names of all flows as they are now, with those that other windows have just made; for code outside of components. */
export function fetchFlowNames(client: QueryClient): Promise<ChatflowName[]> {
  return client.fetchQuery({ ...flowNames, staleTime: 0 });
}

/** Starts moving what a flow has stored to another vector store. */
export function useMoveChatflow(id: string) {
  return useMutation({ mutationFn: (body: MoveBody) => api.call('moveChatflow', { params: { id }, body }) });
}

export function useUpdateChatflow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fields }: { readonly id: string; readonly fields: ChatflowUpdate }) => putChatflow(id, fields),
    onSuccess: (chatflow) => keepChatflow(client, chatflow),
  });
}
