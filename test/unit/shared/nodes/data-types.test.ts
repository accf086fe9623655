import { describe, expect, test } from 'vitest';
import { fitsType, inputHandleId } from '../../../../shared/flow/handles.ts';
import { dataTypeOfClass } from '../../../../shared/nodes/data-types.ts';
import { describeNode } from '../../../../shared/nodes/describe-node.ts';
import { allCategories, categoryOf } from '../../../../shared/nodes/kinds.ts';
import { findNodeDefinition, nodeDefinitions } from '../../../../shared/nodes/registry.ts';

describe('types of data', () => {
  test('a retriever is no vector store, and a vector store is no retriever', () => {
    const [retriever, vectorStore] = nodeDefinitions.hnsw.outputs;
    expect([retriever?.type, vectorStore?.type]).toEqual(['BaseRetriever', 'VectorStore']);
    const fits = (classes: readonly string[] = []) =>
      [fitsType(classes, 'BaseRetriever'), fitsType(classes, 'VectorStore')] as const;
    expect(fits(retriever?.baseClasses)).toEqual([true, false]);
    expect(fits(vectorStore?.baseClasses)).toEqual([false, true]);
  });

  test('a class of a node that we do not have says its type', () => {
    const types = ['VectorStoreRetriever', 'VectorStore', 'BaseChatModel', 'BaseCache', 'toString'].map(
      dataTypeOfClass,
    );
    expect(types).toEqual(['BaseRetriever', 'VectorStore', 'BaseChatModel', undefined, undefined]);
  });

  test('an input may write another class into its handle', () => {
    const input = { name: 'baseRetriever', type: 'BaseRetriever', handleClass: 'VectorStoreRetriever' };
    expect(inputHandleId('filter_0', input)).toBe('filter_0-input-baseRetriever-VectorStoreRetriever');
  });
});

test('nodes of one kind may stand in several categories', () => {
  const reader = findNodeDefinition('documentStoreVS');
  expect(reader && [reader.kind, categoryOf(reader), describeNode(reader).category]).toEqual([
    'retriever',
    'Vector Stores',
    'Vector Stores',
  ]);
  expect(categoryOf({ kind: 'retriever' })).toBe('Retrievers');
  expect(allCategories()).toEqual([...new Set(allCategories())]);
});
