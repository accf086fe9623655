import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createNode, nextNodeId, writeInstances } from '../../../../shared/flow/create-node.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { findParamProblems, parseParams } from '../../../../shared/flow/parse-params.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { allNodeDefinitions, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { makeFlow } from '../../../helpers/builders/flows.ts';

/** What the form shows as an example. */
function exampleOf(schema: z.core.$ZodType | undefined): string {
  return (schema === undefined ? undefined : paramInfo(schema).placeholder) ?? 'chosen';
}

/** What a user has to fill in before a node of this kind can run. */
function requiredInputs(definition: NodeDefinition): Record<string, unknown> {
  const required = Object.entries(definition.params.shape).filter(([, schema]) => paramInfo(schema).required);
  const chosen = Object.fromEntries(required.map(([name, schema]) => [name, exampleOf(schema)]));
  // Some are required for what else the node has.
  const more = findParamProblems(definition, chosen).filter(({ message }) => message.endsWith('is required'));
  const shape: Readonly<Record<string, z.core.$ZodType>> = definition.params.shape;
  return { ...chosen, ...Object.fromEntries(more.map(({ param }) => [param, exampleOf(shape[param])])) };
}

describe.each(allNodeDefinitions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    test('a new node is valid as it comes, and has the handles that Flowise would write', () => {
      const created = createNode(definition, `${name}_0`, { x: 1, y: 2 });
      expect(findParamProblems(definition, { ...created.data.inputs, ...requiredInputs(definition) })).toEqual([]);
      const anchors = created.data.inputAnchors;
      expect(anchors).toEqual(
        definition.inputs.map((input) =>
          expect.objectContaining({ id: `${name}_0-input-${input.name}-${input.handleClass ?? input.type}` }),
        ),
      );
      const { initial = {} } = definition;
      expect(created.data.inputs).toMatchObject(initial);
      expect(Object.keys(definition.params.shape)).toEqual(expect.arrayContaining(Object.keys(initial)));
      expect(JSON.stringify(created.data.outputAnchors)).toContain(`${name}_0-output-`);
    });

    test('a summary can be made of its default values', () => {
      const params = parseParams(definition, requiredInputs(definition), { nodeId: 'n', label: 'N' });
      expect(definition.summary(params)).toMatch(/\S/);
    });

    test('unset values as exported flows hold them ("") mean the defaults', () => {
      const empty = Object.fromEntries(Object.keys(definition.params.shape).map((key) => [key, '']));
      const required = requiredInputs(definition);
      const where = { nodeId: 'n', label: 'N' };
      expect(parseParams(definition, { ...empty, ...required }, where)).toEqual(
        parseParams(definition, required, where),
      );
    });
  },
);

describe('saved flows', () => {
  test('the first free number names a node', () => {
    expect(nextNodeId('hnsw', new Set())).toBe('hnsw_0');
    expect(nextNodeId('hnsw', new Set(['hnsw_0', 'hnsw_2']))).toBe('hnsw_1');
  });

  test('edges are written into the inputs of their targets, as Flowise keeps them', () => {
    const flow = makeFlow({ records: {} });
    const store = writeInstances(flow.nodes, flow.edges).find((node) => node.id === 'hnsw_0');
    expect(store?.data.inputs).toMatchObject({
      document: ['{{textFile_0.data.instance}}'],
      embeddings: '{{transformersEmbeddings_0.data.instance}}',
      recordManager: '{{SQLiteRecordManager_0.data.instance}}',
    });
  });

  test('unknown nodes and fields pass through untouched', () => {
    const odd = {
      nodes: [
        {
          id: 'x_0',
          position: { x: 1, y: 2, z: 3 },
          type: 'customNode',
          width: 300,
          data: { name: 'x', label: 'X', inputs: { a: [1] }, odd: { deep: true } },
        },
      ],
      edges: [{ source: 'x_0', target: 'y_0', sourceHandle: 's', targetHandle: 't', data: { label: '' } }],
      viewport: { x: 0, y: 0, zoom: 1 },
      extra: 'kept',
    };
    expect(parseFlowDocument(JSON.stringify(odd))).toEqual(odd);
  });

  test.each([['not json'], ['[]'], ['{"nodes":[{"id":1}]}'], ['{"edges":{}}'], ['null']])('%s is refused', (text) => {
    expect(() => parseFlowDocument(text)).toThrow(expect.objectContaining({ code: 'INVALID_FLOW_DATA' }));
  });

  test('numbers may come as text', () => {
    const params = parseParams(
      nodeDefinitions.recursiveCharacterTextSplitter,
      { chunkSize: '300', chunkOverlap: '0', separators: '["\\n"]' },
      { nodeId: 'n', label: 'N' },
    );
    expect(params).toEqual({ chunkSize: 300, chunkOverlap: 0, separators: ['\n'] });
  });
});
