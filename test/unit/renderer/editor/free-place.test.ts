import { describe, expect, test } from 'vitest';
import { emptyContent, placeNodes } from '../../../../renderer/editor/flow-content.ts';
import { addNode } from '../../../../renderer/editor/flow-edits.ts';
import { type Box, boxOf } from '../../../../renderer/editor/free-place.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { definitionOf, starterContent } from '../../../helpers/builders/flow-content.ts';

function areApart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

describe('the place of a new node', () => {
  test('is the one asked for where that is free, on the grid', () => {
    const { content, nodeId } = addNode(starterContent(), definitionOf('pdfFile'), { x: 1509, y: 11 });
    expect(content.layout.get(nodeId)).toEqual({ x: 1500, y: 20 });
  });

  test('never covers another card, however many are added at one place', () => {
    const wanted = { x: 300, y: 160 };
    const { content } = allNodeDefinitions.reduce((added, definition) => addNode(added.content, definition, wanted), {
      content: emptyContent,
      nodeId: '',
    });
    const boxes = placeNodes(content, content.graph.nodes).map(boxOf);
    const covered = boxes.filter((box, index) => boxes.slice(index + 1).some((other) => !areApart(box, other)));
    expect(covered).toEqual([]);
  });

  test('is near the one asked for', () => {
    const { content, nodeId } = addNode(starterContent(), definitionOf('pdfFile'), { x: 320, y: 60 });
    const { x = 0, y = 0 } = content.layout.get(nodeId) ?? {};
    expect(Math.hypot(x - 320, y - 60)).toBeLessThan(300);
  });
});
