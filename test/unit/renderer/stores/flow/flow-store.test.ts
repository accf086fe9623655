import { beforeEach, describe, expect, test } from 'vitest';
import { moveNodes, removeNodes, setInput } from '../../../../../renderer/editor/flow-edits.ts';
import { checkOf } from '../../../../../renderer/stores/flow/flow-check.ts';
import {
  currentContent,
  currentGraph,
  editFlow,
  fieldsToSave,
  forgetFindings,
  openFlow,
  rememberViewport,
  renameFlow,
  select,
  useFlowStore,
} from '../../../../../renderer/stores/flow/flow-store.ts';
import { redoEdit, undoEdit } from '../../../../../renderer/stores/flow/undo-edits.ts';
import type { Chatflow } from '../../../../../shared/api/chatflows.ts';
import { nothingFound } from '../../../../../shared/flow/read-flow.ts';
import { createStarterFlow } from '../../../../../shared/flow/starter-flow.ts';

function chatflow(flowData: unknown): Chatflow {
  const date = '2026-01-02T03:04:05.000Z';
  const unset = { chatbotConfig: null, analytic: null, speechToText: null, textToSpeech: null, followUpPrompts: null };
  return {
    ...unset,
    category: null,
    apikeyid: null,
    id: '6a2c3f0e-58a1-4a63-9a43-0f8d9d3f9a11',
    name: 'Mine',
    flowData: JSON.stringify(flowData),
    deployed: null,
    isPublic: null,
    apiConfig: null,
    type: 'CHATFLOW',
    createdDate: date,
    updatedDate: date,
  };
}

const revision = () => useFlowStore.getState().revision;

describe('the open flow', () => {
  beforeEach(() => openFlow(chatflow(createStarterFlow())));

  test('opening and saving keeps unknown nodes, fields and the order of things', () => {
    const odd = {
      nodes: [
        {
          id: 'w_0',
          type: 'wild',
          position: { x: 1, y: 2, z: 3 },
          width: 300,
          data: { name: 'wild', label: 'W', inputs: { a: [1] }, b: { c: null } },
        },
        {
          id: 'note',
          type: 'stickyNote',
          position: { x: 0, y: 0 },
          data: { label: 'Note', name: 'stickyNote', inputs: { note: 'hi' } },
        },
      ],
      edges: [{ source: 'w_0', target: 'note', id: 'e', animated: true }],
      viewport: { x: 5, y: 6, zoom: 0.5 },
      chat: { anything: true },
    };
    openFlow(chatflow(odd));
    expect(JSON.parse(fieldsToSave().flowData ?? '')).toEqual(odd);
  });

  test('a run of moves by keys is one step; a drag is another', () => {
    for (const x of [20, 40, 60])
      editFlow((content) => moveNodes(content, new Map([['hnsw_0', { x, y: 0 }]])), { group: 'move hnsw_0' });
    editFlow((content) => moveNodes(content, new Map([['hnsw_0', { x: 200, y: 0 }]])));
    undoEdit();
    const place = () => currentContent().layout.get('hnsw_0')?.x;
    expect(place()).toBe(60);
    undoEdit();
    expect(place()).toBe(600);
    redoEdit();
    expect(place()).toBe(60);
  });

  test('each change asks for a save, undo and a new name too; the view and the selection do not', () => {
    const start = revision();
    editFlow((content) => setInput(content, 'hnsw_0', 'topK', 9));
    undoEdit();
    renameFlow('Yours');
    expect(revision()).toBe(start + 3);
    rememberViewport({ x: 1, y: 2, zoom: 1 });
    select(['hnsw_0']);
    renameFlow('Yours');
    editFlow((content) => content);
    expect(revision()).toBe(start + 3);
    expect(JSON.parse(fieldsToSave().flowData ?? '').viewport).toEqual({ x: 1, y: 2, zoom: 1 });
  });

  test('what is gone is not selected any more', () => {
    select(['hnsw_0', 'fileLoader_0'], ['no such edge']);
    editFlow((content) => removeNodes(content, new Set(['hnsw_0'])));
    expect([...useFlowStore.getState().selectedNodeIds]).toEqual(['fileLoader_0']);
    expect(useFlowStore.getState().selectedEdgeKeys.size).toBe(0);
  });

  test('saving writes the inputs that the edges make', () => {
    const { nodes } = JSON.parse(fieldsToSave().flowData ?? '');
    const store = nodes.find((node: { id: string }) => node.id === 'hnsw_0');
    expect(store.data.inputs).toMatchObject({
      document: ['{{fileLoader_0.data.instance}}'],
      embeddings: '{{transformersEmbeddings_0.data.instance}}',
    });
  });

  test('the problems are those of the server', () => {
    expect(checkOf(currentGraph()).problems).toEqual([]);
    editFlow((content) => setInput(content, 'hnsw_0', 'topK', 'many'));
    expect(checkOf(currentGraph()).problems).toMatchObject([
      { code: 'INVALID_PARAM', nodeId: 'hnsw_0', param: 'topK' },
    ]);
  });

  test('a document that is none is refused with the place', () => {
    expect(() => openFlow({ ...chatflow({ nodes: [] }), flowData: '{"nodes": 3}' })).toThrow(/flowData\.nodes/);
  });

  test('parts that cannot be read are told of, and saved as they came', () => {
    openFlow({ ...chatflow({ nodes: [] }), flowData: '{"nodes": [{"id": 3}]}' });
    expect(useFlowStore.getState().findings.unreadable).toBe(1);
    expect(JSON.parse(fieldsToSave().flowData ?? '')).toMatchObject({ setAside: { nodes: [{ id: 3 }] } });
    forgetFindings();
    expect(useFlowStore.getState().findings).toEqual(nothingFound);
  });
});
