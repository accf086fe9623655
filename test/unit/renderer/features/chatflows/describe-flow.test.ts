import { describe, expect, test } from 'vitest';
import { glanceAt, remotePlaces } from '../../../../../renderer/features/chatflows/describe-flow.ts';
import { createStarterFlow } from '../../../../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { makeFlow, type TestFlowOptions } from '../../../../helpers/builders/flows.ts';

describe('stores that a deletion can be told to reach', () => {
  const { qdrant } = nodeDefinitions;
  const store = { qdrantServerUrl: 'https://qdrant.example:6333', qdrantCollection: 'notes' };
  const placesOf = (options: TestFlowOptions) => remotePlaces(JSON.stringify(makeFlow(options)));

  test('are none of a flow that stores here', () =>
    expect(placesOf({ records: {} })).toEqual({ places: [], lacksRecords: false }));

  test('are named with their host', () =>
    expect(placesOf({ storeNode: qdrant, store, records: {} })).toEqual({
      places: ['Qdrant at qdrant.example:6333'],
      lacksRecords: false,
    }));

  test('are named without a host that is only referred to, and it is said when there are no records', () =>
    expect(placesOf({ storeNode: qdrant, store: { ...store, qdrantServerUrl: '{{$vars.qdrant}}' } })).toEqual({
      places: ['Qdrant'],
      lacksRecords: true,
    }));
});

describe('a flow in the list', () => {
  test('counts its nodes without notes', () => {
    const flow = createStarterFlow();
    const note = {
      id: 'n',
      type: 'stickyNote',
      position: { x: 0, y: 0 },
      data: { name: 'stickyNote', label: '', inputs: {} },
    };
    expect(glanceAt(JSON.stringify({ ...flow, nodes: [...flow.nodes, note] })).nodeCount).toBe(5);
  });

  test('a document that cannot be read has no nodes', () => expect(glanceAt('{').nodeCount).toBe(0));
});
