import { describe, expect, test } from 'vitest';
import {
  fillStorage,
  isStorage,
  type LibraryStorage,
  ownStorage,
  remoteNodesOf,
} from '../../../../../electron/server/services/libraries/storage.ts';
import { plannedNode } from '../../../../../shared/flow/remote-stores.ts';

function user(
  id: string,
  ...nodes: readonly (readonly [name: string, inputs: Record<string, unknown>])[]
): LibraryStorage {
  const drawn = nodes.map(([name, inputs], i) => ({
    id: `${name}_${i}`,
    position: { x: 0, y: 0 },
    data: { name, label: '', inputs },
  }));
  const planned = drawn.flatMap(plannedNode).filter(({ definition }) => isStorage(definition));
  return fillStorage(id, planned, {
    flow: {},
    variable: () => undefined,
    credential: () => undefined,
    openAddresses: (_definition, given) => given,
  });
}

describe('what a deletion takes along', () => {
  const records = ['SQLiteRecordManager', {}] as const;

  test('is the unnamed collection, a named one that nobody else names, and records of earlier settings', () => {
    const mine = user('a', ['hnsw', {}], ['hnsw', { collection: 'only-mine' }], records);
    const other = user('b', ['hnsw', { collection: 'theirs' }], records);
    expect(ownStorage(mine, [other], ['a_a', 'a_only-mine', 'a_earlier', 'b_theirs'])).toEqual({
      collections: ['a', 'only-mine'],
      namespaces: ['a_a', 'a_only-mine', 'a_earlier'],
    });
  });

  test('is of a shared collection only what its own records name', () => {
    const shared = ['hnsw', { collection: 'common' }] as const;
    const known = ['a_common', 'b_common', 'team_common'];
    const team = ['SQLiteRecordManager', { namespace: 'team' }] as const;
    expect(ownStorage(user('a', shared, records), [user('b', shared, records)], known)).toEqual({
      collections: ['a'],
      namespaces: ['a_common'],
    });
    expect(ownStorage(user('a', shared, team), [user('b', shared, team)], known).namespaces).toEqual(['a_common']);
  });

  test('is the same under the other names of nodes', () => {
    const mine = user('a', ['faiss', { basePath: 'kept' }]);
    expect(ownStorage(mine, [], []).collections).toEqual(['a', 'kept']);
    expect(remoteNodesOf(mine)).toEqual([]);
  });
});
