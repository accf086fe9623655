import { expect, test } from 'vitest';
import type { Library } from '../../../../../electron/server/services/libraries/library.ts';
import { createSearchService } from '../../../../../electron/server/services/query/search-service.ts';
import { UserError } from '../../../../../shared/errors/errors.ts';

const DOC = { id: 'a', pageContent: 'Herons nest here.', metadata: {}, score: 1, relevance: 0.9, chunkNo: 1 };

/** Its owners are called by how they answer. */
function serviceOf(ownerLimitMs?: number) {
  return createSearchService({
    libraries: { find: (id) => ({ id, kind: 'chatflow', name: id }) as Library },
    overview: { list: async () => [] },
    queries: {
      async queryLibrary({ id }, _query, signal) {
        if (id === 'refuses') throw new UserError('NO_VECTOR_STORE', 'It has no store: add one.');
        if (id === 'never')
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        return { timeTaken: 1, docs: [DOC] };
      },
    },
    clock: () => performance.now(),
    ...(ownerLimitMs === undefined ? {} : { ownerLimitMs }),
  });
}

const call = (signal = new AbortController().signal) => ({ hidden: new Set<string>(), signal, admit: () => undefined });

test('an owner that does not answer in time, or refuses, is among those that could not; the others answer', async () => {
  const body = { query: 'heron', owners: ['never', 'refuses', 'answers'] };
  const { docs, unanswered } = await serviceOf(50).search(body, call());
  expect(docs.map(({ owner }) => owner.id)).toEqual(['answers']);
  expect(unanswered.map(({ id, code }) => [id, code]).toSorted()).toEqual([
    ['never', 'SERVICE_TIMEOUT'],
    ['refuses', 'NO_VECTOR_STORE'],
  ]);
});

test('a caller that has gone ends the search', async () => {
  const gone = new AbortController();
  const answer = serviceOf().search({ query: 'heron', owners: ['never'] }, call(gone.signal));
  gone.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
});
