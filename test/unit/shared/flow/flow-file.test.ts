import { describe, expect, test } from 'vitest';
import { readFlowFile, toFlowFile } from '../../../../shared/flow/flow-file.ts';
import { nothingFound } from '../../../../shared/flow/read-flow.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { makeApiConfig, makeFlow, node } from '../../../helpers/builders/flows.ts';

const flow = makeFlow({ records: {} });
const apiConfig = makeApiConfig({ 'Text File': ['files'] });

describe('readFlowFile', () => {
  test('a drawing as the canvas of Flowise exports it is named after its file', () => {
    const text = JSON.stringify({ nodes: flow.nodes, edges: flow.edges });
    expect(readFlowFile(text, 'Garden Chatflow.json')).toEqual([
      { name: 'Garden', flow, apiConfig: undefined, findings: nothingFound },
    ]);
    expect(readFlowFile(`\uFEFF${text}`, '.json')[0]?.name).toBe('Imported flow');
    expect(readFlowFile(text, 'Garden.tributary.json')[0]?.name).toBe('Garden');
  });

  test.each([
    ['text', JSON.stringify(flow)],
    ['an object', flow],
  ])('a chatflow as the API gives it, with flowData as %s', (_what, flowData) => {
    const text = JSON.stringify({ id: 'x', name: ' Garden ', flowData, apiConfig });
    expect(readFlowFile(text, 'a.json')).toEqual([{ name: 'Garden', flow, apiConfig, findings: nothingFound }]);
  });

  test('an export of everything gives each of its chatflows', () => {
    const one = { name: 'One', flowData: JSON.stringify(flow), apiConfig: null };
    const text = JSON.stringify({ ChatFlow: [one, { ...one, name: 'Two' }], Tool: [{ id: 1 }] });
    expect(readFlowFile(text, 'ExportData.json').map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  test('unknown nodes and fields stay', () => {
    const odd = {
      id: 'odd_0',
      position: { x: 1, y: 2 },
      data: { name: 'odd', label: 'Odd', inputs: { a: [1] }, extra: true },
    };
    const [read] = readFlowFile(
      JSON.stringify({ nodes: [odd], edges: [], viewport: { x: 0, y: 0, zoom: 2 }, more: 1 }),
      'a.json',
    );
    expect(read?.flow).toEqual({ nodes: [odd], edges: [], viewport: { x: 0, y: 0, zoom: 2 }, more: 1 });
  });

  test.each([
    '',
    'words',
    '[]',
    '{}',
    '{"nodes": 5}',
    '{"nodes": [{"id": 1}]}',
    '{"flowData": "words"}',
    '{"ChatFlow": [1]}',
  ])('%j is refused', (text) => {
    expect(() => readFlowFile(text, 'a.json')).toThrow(expect.objectContaining({ code: 'INVALID_FLOW_DATA' }));
  });
});

describe('toFlowFile', () => {
  test('an import restores an exported flow', () => {
    const file = toFlowFile({ name: 'Garden', flowData: JSON.stringify(flow), apiConfig });
    const [read] = readFlowFile(JSON.stringify(file), 'other.json');
    expect(read).toMatchObject({ name: 'Garden', apiConfig, flow: { edges: flow.edges } });
    expect(read?.flow.nodes.map((each) => each.id)).toEqual(flow.nodes.map((each) => each.id));
    expect(read?.flow.nodes[0]).toEqual(flow.nodes[0]);
  });

  test('secrets, credentials and files stay behind, of unknown nodes too', () => {
    const ours = node(nodeDefinitions.openAIEmbeddings, { openAIApiKey: 'secret-1', modelName: 'kept-1' });
    const loader = node(nodeDefinitions.textFile, { txtFile: 'data:text/plain;base64,c2VjcmV0,filename:secret-2.txt' });
    const theirs = {
      id: 'pinecone_0',
      position: { x: 0, y: 0 },
      data: {
        name: 'pinecone',
        label: 'Pinecone',
        credential: 'secret-3',
        inputParams: [
          { name: 'token', type: 'password' },
          { name: 'index', type: 'string' },
        ],
        inputs: { token: 'secret-4', index: 'kept-2', FLOWISE_CREDENTIAL_ID: 'secret-5' },
      },
    };
    const flowData = JSON.stringify({ nodes: [ours, loader, theirs], edges: [] });
    const text = JSON.stringify(toFlowFile({ name: 'Keys', flowData, apiConfig: null }));
    expect(text).not.toContain('secret-');
    expect(text).toContain('kept-1');
    expect(text).toContain('kept-2');
  });
});
