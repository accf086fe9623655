import { describe, expect, test } from 'vitest';
import { statusOf } from '../../../../../electron/server/services/document-stores/edit-stores.ts';

type State = Parameters<typeof statusOf>[0][number];

const fresh: State = { contentState: 'NEW', indexState: 'NONE' };
const loaded: State = { contentState: 'SYNC', indexState: 'NONE' };
const current: State = { contentState: 'SYNC', indexState: 'CURRENT' };
const edited: State = { contentState: 'SYNC', indexState: 'CHANGED' };
const changed: State = { contentState: 'STALE', indexState: 'CURRENT' };

describe('the status of a store', () => {
  test.each<[string, readonly State[]]>([
    ['EMPTY', []],
    ['NEW', [fresh, fresh]],
    ['STALE', [fresh, current]],
    ['SYNC', [loaded]],
    ['SYNC', [loaded, current]],
    ['UPSERTED', [current, current]],
    ['STALE', [current, edited]],
    ['STALE', [changed]],
    ['STALE', [loaded, changed]],
  ])('is %s of %o', (status, loaders) => {
    expect(statusOf(loaders)).toBe(status);
  });
});
