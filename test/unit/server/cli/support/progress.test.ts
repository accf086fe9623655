import { expect, test } from 'vitest';
import { progressShare } from '../../../../../electron/server/cli/support/progress.ts';
import type { NodeRun } from '../../../../../shared/api/runs.ts';

function loader(done: number, total: number): NodeRun {
  return { nodeId: `loader_${total}`, label: 'Loader', status: 'running', unit: 'bytes', done, total };
}

function splitter(done: number): NodeRun {
  return { nodeId: 'splitter', label: 'Splitter', status: 'running', unit: 'chunks', done };
}

const counts = (stored: number) => ({ numAdded: stored - 1, numUpdated: 0, numDeleted: 7, numSkipped: 1 });

test.each([
  ['nothing has been read yet', [{ nodeId: 'a', label: 'A', status: 'queued' } as const], undefined, undefined],
  ['half is read, and all of that is stored', [loader(50, 100), splitter(10)], counts(10), 0.5],
  ['half is read, and half of that is stored', [loader(50, 100), splitter(20)], counts(10), 0.25],
  ['two loaders count by their bytes', [loader(100, 100), loader(0, 300), splitter(10)], counts(10), 0.25],
  ['the end is only where the run says so', [loader(100, 100), splitter(10)], counts(10), 0.99],
  ['a splitter that is behind with its news does not matter', [loader(50, 100), splitter(5)], counts(10), 0.5],
  ['nothing was in the files', [loader(100, 100)], { ...counts(1), numSkipped: 0 }, 0],
])('%s', (_what, nodes, stored, share) => {
  expect(progressShare(nodes, stored)).toBe(share);
});
