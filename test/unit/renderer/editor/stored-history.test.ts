import { describe, expect, test } from 'vitest';
import { findDifference, isNoDifference } from '../../../../renderer/editor/difference/flow-difference.ts';
import { contentOf, edgeKey, type FlowContent } from '../../../../renderer/editor/flow-content.ts';
import { addNode, moveNodes, removeEdges, removeNodes, setInput } from '../../../../renderer/editor/flow-edits.ts';
import { type History, record, redo, startHistory, undo } from '../../../../renderer/editor/history.ts';
import { keepHistory, restoreHistory } from '../../../../renderer/editor/stored-history.ts';
import { createNode } from '../../../../shared/flow/create-node.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../../../shared/flow/starter-flow.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';

const LIMIT = 5_000_000;

function open(flow: unknown = createStarterFlow()): FlowContent {
  return contentOf(parseFlowDocument(JSON.stringify(flow)), null);
}

function definitionOf(name: string) {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`no node ${name}`);
  return definition;
}

const edits: readonly ((content: FlowContent) => FlowContent)[] = [
  (content) => moveNodes(content, new Map([['hnsw_0', { x: -300, y: 40 }]])),
  (content) => setInput(content, 'hnsw_0', 'topK', 9),
  (content) => removeEdges(content, new Set(content.graph.edges.slice(0, 1).map(edgeKey))),
  (content) => removeNodes(content, new Set(['fileLoader_0'])),
  (content) => addNode(content, definitionOf('characterTextSplitter'), { x: 0, y: 0 }).content,
  (content) => ({ ...content, apiConfig: '{"overrideConfig":{"status":true}}' }),
];

function edited(): History<FlowContent> {
  const all = edits.reduce(
    (history, edit, index) => record(history, edit(history.present), index === 4 ? { name: 'paste' } : {}),
    startHistory(open()),
  );
  return undo(undo(all));
}

function expectSame(a: FlowContent, b: FlowContent): void {
  expect(isNoDifference(findDifference(a, b))).toBe(true);
  expect([...a.layout]).toEqual([...b.layout]);
  expect(a.graph.nodes.map(({ id }) => id)).toEqual(b.graph.nodes.map(({ id }) => id));
}

/** As a server gives it back: other objects of the same content. */
function reopened({ graph, layout, apiConfig }: FlowContent): FlowContent {
  const copy: Pick<FlowContent, 'graph'> = JSON.parse(JSON.stringify({ graph }));
  return { ...copy, layout: new Map(JSON.parse(JSON.stringify([...layout]))), apiConfig };
}

describe('a history that is kept', () => {
  test('gives every step back, with its name, before and after the present', () => {
    const history = edited();
    const opened = reopened(history.present);
    let restored = restoreHistory(keepHistory(history, LIMIT) ?? '', opened);
    if (restored === undefined) throw new Error('It was not restored.');
    expect(restored.present).toBe(opened);
    expect([restored.past.length, restored.future.length]).toEqual([4, 2]);
    expect(restored.future.map(({ name }) => name)).toEqual(['paste', undefined]);
    let expected = history;
    for (let steps = 0; steps < 4; steps += 1) {
      [restored, expected] = [undo(restored), undo(expected)];
      expectSame(restored.present, expected.present);
    }
    for (let steps = 0; steps < 6; steps += 1) {
      [restored, expected] = [redo(restored), redo(expected)];
      expectSame(restored.present, expected.present);
    }
    expect(restored.past.map(({ name }) => name)).toEqual(expected.past.map(({ name }) => name));
  });

  test('shares what did not change: nodes with the open flow, the graph of a step that only moved', () => {
    const history = record(startHistory(open()), edits[0]?.(open()) ?? open());
    const opened = reopened(history.present);
    const restored = restoreHistory(keepHistory(history, LIMIT) ?? '', opened);
    const [step] = restored?.past ?? [];
    expect(step?.value.graph.nodes.every((node) => opened.graph.nodes.includes(node))).toBe(true);
  });

  test('is not for a flow that was changed elsewhere, nor is a text that is none', () => {
    const history = edited();
    const text = keepHistory(history, LIMIT) ?? '';
    const other = setInput(reopened(history.present), 'hnsw_0', 'topK', 3);
    expect(restoreHistory(text, other)).toBeUndefined();
    for (const wrong of ['', '{}', '[]', text.slice(0, -5), '{"nodes":[],"edges":[],"steps":[],"present":3}'])
      expect(restoreHistory(wrong, history.present)).toBeUndefined();
  });

  test('without a step there is nothing to keep, and where there is no room for all, the nearest are kept', () => {
    expect(keepHistory(startHistory(open()), LIMIT)).toBeUndefined();
    const history = edited();
    const whole = keepHistory(history, LIMIT) ?? '';
    const cut = keepHistory(history, whole.length - 1) ?? '';
    expect(cut.length).toBeLessThan(whole.length);
    const restored = restoreHistory(cut, reopened(history.present));
    expect([restored?.past.length, restored?.future.length]).toEqual([2, 2]);
    expect(keepHistory(history, 100)).toBeUndefined();
  });

  test('holds no secret that was typed in; what the server made of it stays with the node', () => {
    const node = createNode(definitionOf('openAIEmbeddings'), 'openAIEmbeddings_0', { x: 0, y: 0 });
    const typed = setInput(open({ nodes: [node], edges: [] }), node.id, 'openAIApiKey', 'sk-typed');
    const history = record(startHistory(typed), moveNodes(typed, new Map([[node.id, { x: 20, y: 0 }]])));
    const text = keepHistory(history, LIMIT) ?? '';
    expect(text).not.toContain('sk-typed');
    const saved = {
      ...node,
      position: { x: 20, y: 0 },
      data: { ...node.data, credential: 'of-the-server' },
    };
    const restored = restoreHistory(text, open({ nodes: [saved], edges: [] }));
    expect(restored?.past[0]?.value.graph.nodes[0]?.data.credential).toBe('of-the-server');
  });

  test('64 steps of 500 nodes fit', () => {
    const nodes = Array.from({ length: 500 }, (_, index) =>
      createNode(definitionOf('characterTextSplitter'), `n${index}`, { x: index * 20, y: 0 }),
    );
    let history = startHistory(open({ nodes, edges: [] }));
    for (let step = 0; step < 64; step += 1) {
      const content = history.present;
      history = record(
        history,
        step % 2 === 0
          ? setInput(content, `n${step}`, 'chunkSize', step)
          : moveNodes(content, new Map([[`n${step}`, { x: 0, y: step }]])),
      );
    }
    const text = keepHistory(history, LIMIT) ?? '';
    expect(text).not.toBe('');
    expect(restoreHistory(text, reopened(history.present))?.past).toHaveLength(64);
  });
});
