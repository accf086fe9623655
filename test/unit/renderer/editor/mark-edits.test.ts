import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../renderer/editor/flow-content.ts';
import { indexOf } from '../../../../renderer/editor/graph-index.ts';
import { switchableNodes, toggleNodes, willSwitchOn } from '../../../../renderer/editor/mark-edits.ts';
import { isCollapsed, isDisabled } from '../../../../shared/flow/node-marks.ts';
import { createNote } from '../../../../shared/flow/notes.ts';
import { makeFlow, withDisabled } from '../../../helpers/builders/flows.ts';

const drawn = makeFlow();
const flow = { ...drawn, nodes: [...drawn.nodes, createNote('stickyNote_0', { x: 0, y: 0 })] };
const content = contentOf(flow, null);
const two = new Set(['textFile_0', 'hnsw_0', 'stickyNote_0']);

function disabledIds({ graph }: typeof content): readonly string[] {
  return graph.nodes.filter(isDisabled).map(({ id }) => id);
}

describe('toggleNodes', () => {
  test('switches all on while one is off, then all off', () => {
    const one = contentOf(withDisabled(flow, 'textFile_0'), null);
    expect(willSwitchOn(switchableNodes(one, two), 'disabled')).toBe(true);
    const both = toggleNodes(one, two, 'disabled');
    expect(disabledIds(both)).toEqual(['textFile_0', 'hnsw_0']);
    expect(toggleNodes(both, two, 'disabled').graph).toEqual(content.graph);
  });

  test('leaves notes and all that is not selected as they are, the same objects', () => {
    const folded = toggleNodes(content, two, 'collapsed');
    const changed = folded.graph.nodes.filter((node, index) => node !== content.graph.nodes[index]);
    expect(changed.map(({ id }) => id)).toEqual(['textFile_0', 'hnsw_0']);
    expect(changed.every(isCollapsed)).toBe(true);
    expect(toggleNodes(content, new Set(['stickyNote_0', 'nobody']), 'disabled')).toBe(content);
  });
});

test('a disabled vector store is none to be filled or asked', () => {
  expect(indexOf(content.graph).vectorStores.map(({ id }) => id)).toEqual(['hnsw_0']);
  expect(indexOf(toggleNodes(content, two, 'disabled').graph).vectorStores).toEqual([]);
});
