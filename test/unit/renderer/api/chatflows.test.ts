import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepChatflow, type SavedChatflow } from '../../../../renderer/api/chatflows.ts';
import { queryKeys } from '../../../../renderer/api/query-keys.ts';

function chatflow(id: string, name = id): SavedChatflow {
  return {
    id,
    name,
    flowData: '{}',
    deployed: null,
    isPublic: null,
    apikeyid: null,
    chatbotConfig: null,
    apiConfig: null,
    analytic: null,
    speechToText: null,
    textToSpeech: null,
    followUpPrompts: null,
    category: null,
    type: 'CHATFLOW' as const,
    createdDate: '',
    updatedDate: '',
    etag: `"${name}"`,
  };
}

const listed = (client: QueryClient) =>
  client.getQueryData<readonly SavedChatflow[]>(queryKeys.chatflows)?.map(({ name }) => name);

/** Gives a client a list that the server would answer, and a component that shows it. */
function show(client: QueryClient, names: readonly string[]) {
  const queryFn = vi.fn(async () => names.map((name) => chatflow(name)));
  const observer = new QueryObserver(client, { queryKey: queryKeys.chatflows, queryFn, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  return queryFn;
}

test('what was saved stands first in the list, which is out of date then, but not read again', async () => {
  const client = new QueryClient();
  client.setQueryData(
    queryKeys.chatflows,
    ['a', 'b', 'c'].map((name) => chatflow(name)),
  );
  const read = show(client, []);
  await keepChatflow(client, chatflow('b', 'Bees'));
  expect(listed(client)).toEqual(['Bees', 'a', 'c']);
  expect(client.getQueryData(queryKeys.chatflow('b'))).toMatchObject({ name: 'Bees', etag: '"Bees"' });
  expect(client.getQueryState(queryKeys.chatflows)?.isInvalidated).toBe(true);
  expect(read).not.toHaveBeenCalled();
});

test('a list that is being read meanwhile is read once more: it may be older', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.chatflows, []);
  await client.invalidateQueries();
  const read = show(client, ['a']);
  expect(read).toHaveBeenCalledTimes(1);
  await keepChatflow(client, chatflow('b'));
  expect(read).toHaveBeenCalledTimes(2);
  expect(listed(client)).toEqual(['a']);
});

test('a list that nobody has read stays unread', async () => {
  const client = new QueryClient();
  await keepChatflow(client, chatflow('b'));
  expect(listed(client)).toBeUndefined();
});
