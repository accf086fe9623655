import { describe, expect, test } from 'vitest';
import { checkFlow, compileFlow } from '../../../../shared/flow/compile-flow.ts';
import { findStoreReader } from '../../../../shared/flow/find-store-reader.ts';
import type { FlowDocument, GraphNode } from '../../../../shared/flow/flow-document.ts';
import { disabledInWords, toFlowFile } from '../../../../shared/flow/flow-file.ts';
import { isDisabled, setMark } from '../../../../shared/flow/node-marks.ts';
import { nodesOf, readUpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node, withDisabled } from '../../../helpers/builders/flows.ts';

const { documentStoreVS, hnsw, pdfFile, transformersEmbeddings } = nodeDefinitions;
const flow = makeFlow({ records: {} });
const LOADER = 'textFile_0';
const SPLITTER = 'recursiveCharacterTextSplitter_0';
const EMBEDDING = 'transformersEmbeddings_0';
const RECORDS = 'SQLiteRecordManager_0';
const STORE = 'hnsw_0';

function plannedIds(document: FlowDocument): readonly string[] {
  const plan = readUpsertPlan(compileFlow(document));
  return plan === undefined ? [] : nodesOf(plan).map(({ id }) => id);
}

function problemsOf(document: FlowDocument, stopNodeId?: string) {
  return checkFlow(document, stopNodeId).problems.map(({ code, nodeId, message }) => ({ code, nodeId, message }));
}

describe('a run does without', () => {
  test('a disabled loader, and the splitter that only it has', () => {
    const pdf = node(pdfFile);
    const two = { nodes: [...flow.nodes, pdf], edges: [...flow.edges, edge(pdf, node(hnsw), 'document')] };
    expect(plannedIds(withDisabled(two, LOADER))).toEqual(['pdfFile_0', RECORDS, EMBEDDING, STORE]);
    expect(checkFlow(withDisabled(two, LOADER)).leftOut.map(({ id }) => id)).toEqual([LOADER]);
  });

  test('a disabled splitter: the document stays whole', () => {
    expect(plannedIds(withDisabled(flow, SPLITTER))).toEqual([LOADER, RECORDS, EMBEDDING, STORE]);
  });

  test('a disabled record manager', () => {
    expect(readUpsertPlan(compileFlow(withDisabled(flow, RECORDS)))?.recordManager).toBeUndefined();
  });

  test('a disabled loader that we do not have, or that is not filled in', () => {
    const pdf = node(pdfFile);
    const unknown = { ...pdf, data: { ...pdf.data, name: 'confluence', category: 'Document Loaders' } };
    const two = { nodes: [...flow.nodes, unknown], edges: [...flow.edges, edge(pdf, node(hnsw), 'document')] };
    expect(problemsOf(two)).toMatchObject([{ code: 'UNKNOWN_NODE' }]);
    expect(problemsOf(withDisabled(two, 'pdfFile_0'))).toEqual([]);
  });
});

describe('a flow can not run', () => {
  test('without its embedding model or vector store', () => {
    expect(problemsOf(withDisabled(flow, EMBEDDING))).toEqual([
      {
        code: 'NODE_DISABLED',
        nodeId: EMBEDDING,
        message: "On-device embedding is disabled, and the flow can't run without it: enable it.",
      },
    ]);
    expect(problemsOf(withDisabled(flow, STORE))).toMatchObject([{ code: 'NODE_DISABLED', nodeId: STORE }]);
    expect(problemsOf(withDisabled(flow, STORE), STORE)).toMatchObject([{ code: 'NODE_DISABLED', nodeId: STORE }]);
  });

  test('while its only loader is disabled', () => {
    expect(problemsOf(withDisabled(flow, LOADER))).toEqual([
      {
        code: 'NODE_DISABLED',
        nodeId: LOADER,
        message:
          'Local vector store (HNSW) gets no documents while Text File is disabled: enable it, or connect another.',
      },
    ]);
  });

  test('while all of its loaders are disabled', () => {
    const pdf = node(pdfFile);
    const two = { nodes: [...flow.nodes, pdf], edges: [...flow.edges, edge(pdf, node(hnsw), 'document')] };
    const [problem, ...others] = problemsOf(withDisabled(two, LOADER, 'pdfFile_0'));
    expect(others).toEqual([]);
    expect(problem?.message).toContain('while these are disabled (Text File, PDF File): enable one of them');
  });
});

test('of two vector stores the enabled one is filled', () => {
  const second = node(hnsw, {}, 'hnsw_1');
  const several = {
    nodes: [...flow.nodes, second],
    edges: [
      ...flow.edges,
      { ...edge(node(nodeDefinitions.textFile), second, 'document') },
      edge(node(transformersEmbeddings), second, 'embeddings'),
    ],
  };
  expect(checkFlow(several).problems).toMatchObject([{ code: 'SEVERAL_VECTOR_STORES' }]);
  expect(compileFlow(withDisabled(several, STORE)).target.id).toBe('hnsw_1');
});

test('a question needs no loader, and what is stored already is there whatever is disabled', () => {
  expect(checkFlow(withDisabled(flow, LOADER), undefined, undefined, 'question').problems).toEqual([]);
  expect(checkFlow(withDisabled(flow, EMBEDDING), undefined, undefined, 'question').problems).toHaveLength(1);
  const stored = compileFlow(withDisabled(flow, LOADER, SPLITTER, EMBEDDING, RECORDS, STORE), STORE, 'storage');
  expect(readUpsertPlan(stored)).toMatchObject({ store: { id: STORE }, recordManager: { id: RECORDS }, loaders: [] });
});

test('a disabled reader of a document store answers nothing', () => {
  const reading = { nodes: [node(documentStoreVS)], edges: [] };
  expect(findStoreReader(reading)?.id).toBe('documentStoreVS_0');
  expect(findStoreReader(withDisabled(reading, 'documentStoreVS_0'))).toBeUndefined();
  expect(problemsOf(withDisabled(reading, 'documentStoreVS_0'))).toMatchObject([{ code: 'NODE_DISABLED' }]);
});

describe('the mark', () => {
  const [loader] = flow.nodes;
  if (loader === undefined) throw new Error('The flow has no nodes.');

  test('comes and goes, and leaves the node as it was', () => {
    const off = setMark(loader, 'disabled', true);
    expect(isDisabled(off)).toBe(true);
    expect(setMark(off, 'disabled', undefined)).toEqual(loader);
    const both = setMark(off, 'collapsed', true);
    expect(isDisabled(setMark(both, 'collapsed', undefined))).toBe(true);
  });

  test.each([null, 'yes', [], { disabled: 'true' }])('means nothing when it is %j', (tributary) => {
    const odd: GraphNode = { ...loader, data: { ...loader.data, tributary } };
    expect(isDisabled(odd)).toBe(false);
    expect(isDisabled(setMark(odd, 'disabled', true))).toBe(true);
  });

  test('goes along in an export, which says what Flowise makes of it', () => {
    const off = withDisabled(flow, LOADER, RECORDS);
    const file = toFlowFile({ name: 'Garden', flowData: JSON.stringify(off), apiConfig: null });
    expect(JSON.stringify(file)).toContain('"tributary":{"disabled":true}');
    expect(disabledInWords(off)).toBe('2 disabled nodes: Flowise will run them.');
    expect(disabledInWords(withDisabled(flow, LOADER))).toBe('1 disabled node: Flowise will run it.');
    expect(disabledInWords(flow)).toBeUndefined();
  });
});
