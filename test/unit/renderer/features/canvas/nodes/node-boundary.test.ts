import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NodeBoundary } from '../../../../../../renderer/features/canvas/nodes/node-boundary.tsx';
import { createNode } from '../../../../../../shared/flow/create-node.ts';
import { nodeDefinitions } from '../../../../../../shared/nodes/registry.ts';

const data = {
  ...createNode(nodeDefinitions.hnsw, 'hnsw_0', { x: 0, y: 0 }).data,
  label: 'My store',
};

function draw(state: Partial<NodeBoundary['state']>, changed = data): string {
  const boundary = new NodeBoundary({ data: changed, selected: false, children: 'the card' });
  const before = { ...new NodeBoundary({ data, selected: false, children: '' }).state, ...state };
  boundary.state = NodeBoundary.getDerivedStateFromProps(boundary.props, before);
  return renderToStaticMarkup(boundary.render());
}

test('a node that can not be drawn is there by its name with a sentence, until it is changed', () => {
  expect(draw({})).toBe('the card');
  const failed = NodeBoundary.getDerivedStateFromError();
  expect(draw(failed)).toMatch(/My store.*can&#x27;t be drawn.*settings are kept/);
  expect(draw(failed, { ...data })).toBe('the card');
});
