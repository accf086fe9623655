import { describe, expect, test } from 'vitest';
import { contentOf, type FlowContent, placeNodes } from '../../../../renderer/editor/flow-content.ts';
import { moveNodes, removeEdges, removeNodes, setInput } from '../../../../renderer/editor/flow-edits.ts';
import { writeFlow } from '../../../../renderer/editor/write-flow.ts';
import { writeInstances } from '../../../../shared/flow/create-node.ts';
import { withoutTypedSecrets } from '../../../../shared/flow/typed-secrets.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';
import { node } from '../../../helpers/builders/flows.ts';

const view = { viewport: { x: 1, y: 2, zoom: 1 }, setAside: { nodes: [1], edges: [] } };

/** All of it at once. */
function expectedText(content: FlowContent, rest: object): string {
  const { nodes, edges } = content.graph;
  return JSON.stringify({ ...rest, nodes: placeNodes(content, writeInstances(nodes, edges)), edges });
}

describe('a flow as text', () => {
  test('is that of its document, after each edit too', () => {
    const start = starterContent();
    const typed = setInput(start, 'hnsw_0', 'topK', '9');
    const moved = moveNodes(typed, new Map([['fileLoader_0', { x: 20, y: 40 }]]));
    const cut = removeEdges(moved, new Set(start.graph.edges.slice(0, 2).flatMap(({ id }) => id ?? [])));
    const removed = removeNodes(cut, new Set(['transformersEmbeddings_0']));
    for (const content of [start, typed, moved, cut, removed, start]) {
      expect(writeFlow(content, view).flowData).toBe(expectedText(content, view));
      expect(writeFlow(content, {})).toEqual({
        flowData: expectedText(content, {}),
        withoutSecrets: expectedText(content, {}),
      });
    }
  });

  test('and without the secrets that were typed in', () => {
    const { cheerioWebScraper, qdrant } = nodeDefinitions;
    const store = node(qdrant, { qdrantServerUrl: 'http://localhost:6333', qdrantApiKey: 'secret-1' });
    const page = node(cheerioWebScraper, { url: 'https://me:secret-2@example.com/a' });
    const { flowData, withoutSecrets } = writeFlow(contentOf({ nodes: [store, page], edges: [] }, null), view);
    expect(flowData).toContain('secret-1');
    expect(flowData).toContain('secret-2');
    expect(withoutSecrets).not.toContain('secret-');
    expect(JSON.parse(withoutSecrets)).toEqual(JSON.parse(withoutTypedSecrets(flowData)));
  });
});
