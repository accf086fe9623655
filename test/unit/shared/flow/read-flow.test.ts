import { describe, expect, test } from 'vitest';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { isAsItWas, readFlow, SET_ASIDE } from '../../../../shared/flow/read-flow.ts';
import { createStarterFlow } from '../../../../shared/flow/starter-flow.ts';

const none = { unplaced: 0, mended: 0, renamed: 0, dangling: 0, unreadable: 0 };
const data = { name: 'pdfFile', label: 'PDF File', inputs: {} };
const node = (id: string, x = 0, y = 0) => ({ id, position: { x, y }, data });

function read(flow: unknown) {
  return readFlow(JSON.stringify(flow));
}

describe('Reading a flow', () => {
  test('leaves one that is in order as it is, with what a later version has added', () => {
    const future = {
      ...createStarterFlow(),
      schema: 7,
      nodes: [{ ...node('a'), locked: true, data: { ...data, version: 99, inputParams: [{ type: 'hologram' }] } }],
      edges: [],
    };
    const { flow, findings } = read(future);
    expect(flow).toEqual(future);
    expect(isAsItWas(findings)).toBe(true);
    expect(read({})).toEqual({ flow: { nodes: [], edges: [] }, findings: none });
  });

  test('puts nodes without a place in rows below the others', () => {
    const { flow, findings } = read({
      nodes: [
        node('a', 40, 100),
        { id: 'b', data },
        { id: 'c', position: null, data },
        { id: 'd', position: { x: 'left' }, data },
      ],
      edges: [],
    });
    expect(flow.nodes.map(({ position }) => [position.x, position.y])).toEqual([
      [40, 100],
      [40, 300],
      [340, 300],
      [640, 300],
    ]);
    expect(findings).toEqual({ ...none, unplaced: 3 });
  });

  test('gives doubled nodes ids of their own, and counts wires to nothing', () => {
    const edge = { source: 'a', target: 'gone' };
    const { flow, findings } = read({ nodes: [node('a'), node('a', 20), node('pdfFile_0', 40)], edges: [edge] });
    expect(flow.nodes.map(({ id }) => id)).toEqual(['a', 'pdfFile_1', 'pdfFile_0']);
    // Beside the first, which it would cover.
    expect(flow.nodes[1]?.position).toEqual({ x: 60, y: 40 });
    expect(flow.edges).toEqual([edge]);
    expect(findings).toEqual({ ...none, renamed: 1, dangling: 1 });
  });

  test.each([
    { what: 'no data', value: { id: 'a', position: { x: 0, y: 0 } } },
    { what: 'data of another kind', value: { id: 'a', data: 'later', position: { x: 0, y: 0 } } },
    { what: 'inputs in a list', value: { ...node('a'), data: { ...data, inputs: [1] } } },
    { what: 'a version in words', value: { ...node('a'), data: { ...data, version: 'two', label: 7 } } },
    { what: 'a type of another kind', value: { ...node('a'), type: { name: 'customNode' } } },
  ])('shows a node with $what, and keeps what it was', ({ value }) => {
    const { flow, findings } = read({ nodes: [value], edges: [] });
    expect(flow.nodes.map(({ id }) => id)).toEqual(['a']);
    expect(findings).toEqual({ ...none, mended: 1 });
    expect(flow[SET_ASIDE]).toEqual({ nodes: [value], edges: [] });
    const saved = JSON.stringify(flow);
    expect(parseFlowDocument(saved).nodes).toHaveLength(1);
    // Opened again, nothing is doubled and nothing lost.
    expect(readFlow(saved)).toEqual({ flow, findings: { ...none, mended: 1 } });
  });

  test('keeps what is neither node nor wire, and takes it in once it can be read', () => {
    const odd = [null, 'node', { id: 5 }, { id: '' }];
    const { flow, findings } = read({ nodes: [node('a'), ...odd], edges: [{ from: 'a' }, 3] });
    expect(findings).toEqual({ ...none, unreadable: 6 });
    expect(flow[SET_ASIDE]).toEqual({ nodes: odd, edges: [{ from: 'a' }, 3] });
    expect(readFlow(JSON.stringify(flow))).toEqual({ flow, findings });

    const later = read({ nodes: [node('a')], edges: [], [SET_ASIDE]: { nodes: [node('b')], edges: [] } });
    expect(later.flow.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(later.flow[SET_ASIDE]).toBeUndefined();
  });

  test('leaves out a view that is none', () => {
    expect(read({ nodes: [], viewport: { x: 'far' } }).flow.viewport).toBeUndefined();
  });

  test.each(['not json', '[]', 'null', '{"nodes": 3}', '{"edges": {}}'])('%s is refused', (text) => {
    expect(() => readFlow(text)).toThrow(expect.objectContaining({ code: 'INVALID_FLOW_DATA' }));
  });
});
