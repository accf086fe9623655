import { expect, test } from 'vitest';
import {
  createFlowStorages,
  type FlowStoragesOptions,
  flowLibrary,
} from '../../../../../electron/server/services/libraries/flow-library.ts';
import type { FlowAccess } from '../../../../../electron/server/services/libraries/flow-upsert.ts';
import { localStorageOf } from '../../../../../electron/server/services/libraries/storage.ts';
import { parseFlowDocument } from '../../../../../shared/flow/flow-document.ts';
import { memoryVectorStore } from '../../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import { makeFlow } from '../../../../helpers/builders/flows.ts';

/** Flows in memory, by id, that count how often a drawing is read. */
function countedFlows(flows: Map<string, { flowData: string; revision: number }>) {
  let reads = 0;
  const chatflows: FlowStoragesOptions['chatflows'] = {
    async *names() {
      for (const id of flows.keys()) yield { id, name: id, updatedDate: '2026-01-01T00:00:00.000Z' };
    },
    has: (id) => flows.has(id),
    revisionOf: (id) => flows.get(id)?.revision ?? 0,
    find(id) {
      reads += 1;
      return chatflow(id, flows.get(id)?.flowData ?? '');
    },
  };
  const storages = createFlowStorages({
    chatflows,
    values: { variable: () => undefined, credential: () => undefined, openAddresses: (_node, inputs) => inputs },
  });
  return {
    get reads() {
      return reads;
    },
    async collections() {
      const found: string[] = [];
      for await (const { storage } of storages()) found.push(...localStorageOf(storage).collections);
      return found;
    },
  };
}

function chatflow(id: string, flowData: string) {
  const given = { id, name: id, flowData, type: 'CHATFLOW' as const };
  const dates = { createdDate: '', updatedDate: '' };
  const unset = { deployed: null, isPublic: null, apikeyid: null, chatbotConfig: null, apiConfig: null };
  const others = { analytic: null, speechToText: null, textToSpeech: null, followUpPrompts: null, category: null };
  return { ...given, ...dates, ...unset, ...others };
}

const drawn = (collection: string) => JSON.stringify(makeFlow({ store: { collection } }));

test('a drawing is read once for each version of it', async () => {
  const flows = new Map([
    ['a', { flowData: drawn('first'), revision: 0 }],
    ['b', { flowData: drawn(''), revision: 0 }],
  ]);
  const counted = countedFlows(flows);
  expect(await counted.collections()).toEqual(['first', 'b']);
  expect(await counted.collections()).toEqual(['first', 'b']);
  expect(counted.reads).toBe(2);
  flows.set('a', { flowData: drawn('second'), revision: 7 });
  expect(await counted.collections()).toEqual(['second', 'b']);
  expect(counted.reads).toBe(3);
  flows.delete('a');
  expect(await counted.collections()).toEqual(['b']);
  expect(counted.reads).toBe(3);
});

test('a drawing that cannot be read stores nowhere, and is read no more often', async () => {
  const counted = countedFlows(new Map([['a', { flowData: '{"nodes": 7}', revision: 0 }]]));
  expect([await counted.collections(), await counted.collections()]).toEqual([[], []]);
  expect(counted.reads).toBe(1);
});

test('another vector store in the drawing is saved only when asked for, and has the edges of the one before', () => {
  const flowData = drawn('before');
  const saved: unknown[] = [];
  const access = { engine: {}, chatflows: { update: (...given: unknown[]) => saved.push(given) } };
  const library = flowLibrary(access as unknown as FlowAccess, chatflow('a', flowData));
  const [store] = library.vectorStores;
  const next = library.withNode(store?.nodeId ?? '', {
    definition: memoryVectorStore,
    inputs: { collection: 'after' },
  });
  expect(library.flowData).toBe(flowData);
  expect(saved).toEqual([]);
  expect(next.storageNodes()).toMatchObject([{ id: store?.nodeId, inputs: { collection: 'after' } }]);
  expect(parseFlowDocument(next.flowData).edges).toHaveLength(parseFlowDocument(flowData).edges.length);
  next.save();
  expect(saved).toEqual([['a', { flowData: next.flowData }]]);
});
