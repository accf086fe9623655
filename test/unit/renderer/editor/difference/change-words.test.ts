import { expect, test } from 'vitest';
import { listChanges, summarizeChanges } from '../../../../../renderer/editor/difference/change-words.ts';
import { findDifference } from '../../../../../renderer/editor/difference/flow-difference.ts';
import { contentOf, type FlowContent } from '../../../../../renderer/editor/flow-content.ts';
import {
  addNode,
  moveNodes,
  removeNodes,
  renameNode,
  setCredential,
  setInput,
} from '../../../../../renderer/editor/flow-edits.ts';
import { parseFlowDocument } from '../../../../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../../../../shared/flow/starter-flow.ts';
import { findNodeDefinition } from '../../../../../shared/nodes/registry.ts';

const starter = contentOf(parseFlowDocument(JSON.stringify(createStarterFlow())), null);
const SPLITTER = 'recursiveCharacterTextSplitter_0';

function add(content: FlowContent, name: string): FlowContent {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`no node ${name}`);
  return addNode(content, definition, { x: 0, y: 0 }).content;
}

function words(after: FlowContent): string {
  return summarizeChanges(findDifference(starter, after));
}

test('a line says what counts: nodes, values, and how much more there is', () => {
  const sized = setInput(starter, SPLITTER, 'chunkSize', 800);
  expect(words(starter)).toBe('Nothing changed');
  expect(words(moveNodes(starter, new Map([['hnsw_0', { x: 1, y: 1 }]])))).toBe('1 node moved');
  expect(words(add(add(sized, 'pdfFile'), 'pdfFile'))).toBe('2 nodes added, Chunk size 1,000 → 800');
  const many = setInput(
    setInput(setInput(sized, 'hnsw_0', 'topK', 9), 'hnsw_0', 'collection', 'a'),
    SPLITTER,
    'chunkOverlap',
    1,
  );
  expect(words(removeNodes(many, new Set(['fileLoader_0'])))).toMatch(/^1 node removed, .+ and 2 more changes$/);
});

test('a list names each node and value, in the words of its form', () => {
  const renamed = renameNode(setInput(starter, SPLITTER, 'chunkSize', 800), SPLITTER, 'Cutter');
  const after = removeNodes(add(renamed, 'pdfFile'), new Set(['SQLiteRecordManager_0']));
  expect(listChanges(findDifference(starter, after))).toMatchObject([
    { kind: 'added', title: 'PDF File', nodeId: 'pdfFile_0' },
    {
      kind: 'changed',
      title: 'Cutter',
      nodeId: SPLITTER,
      parts: [
        { title: 'Name', before: 'Recursive Character Text Splitter', after: 'Cutter' },
        { title: 'Chunk size', before: '1,000', after: '800' },
      ],
    },
    { kind: 'removed', title: 'SQLite Record Manager' },
    { kind: 'removed', title: 'Connection of “SQLite Record Manager” to “Local vector store (HNSW)”' },
  ]);
});

test('secrets and passwords are not told, credentials by no id', () => {
  const before = add(add(starter, 'openAIEmbeddings'), 'postgres');
  const typed = setInput(before, 'openAIEmbeddings_0', 'openAIApiKey', 'sk-secret');
  const addressed = setInput(typed, 'hnsw_0', 'collection', 'postgres://me:hidden@host/db');
  const after = setCredential(addressed, 'postgres_0', 'id-of-credential');
  const told = JSON.stringify(listChanges(findDifference(before, after)));
  expect(told).toContain('"Credential"');
  expect(told).toContain('postgres://me:•••@host/db');
  for (const hidden of ['sk-secret', 'hidden', 'id-of-credential']) expect(told).not.toContain(hidden);
});
