import { describe, expect, test } from 'vitest';
import { parseSetting, toOverrides } from '../../../../electron/server/cli/upsert.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { makeFlow, node } from '../../../helpers/builders/flows.ts';

describe('parseSetting', () => {
  test.each([
    ['textFile_0.metadata={"a": 1}', { node: 'textFile_0', input: 'metadata', value: '{"a": 1}' }],
    ['Text File v1.2.chunkSize=500', { node: 'Text File v1.2', input: 'chunkSize', value: '500' }],
    ['chunkSize=500', { node: undefined, input: 'chunkSize', value: '500' }],
    ['a.b=', { node: 'a', input: 'b', value: '' }],
    ['a.b=x=y.z', { node: 'a', input: 'b', value: 'x=y.z' }],
    ['a.b=one\ntwo', { node: 'a', input: 'b', value: 'one\ntwo' }],
  ])('%j', (text, setting) => {
    expect(parseSetting(text)).toEqual(setting);
  });

  test.each(['chunkSize', '=5', 'a.=5', ''])('%j is none', (text) => {
    expect(parseSetting(text)).toBeUndefined();
  });
});

describe('toOverrides', () => {
  const flow = makeFlow({ records: {} });
  const set = (text: string) => parseSetting(text) ?? expect.fail(`${text} is no setting`);

  test('names nodes by label in any spelling or by id, and several at once', () => {
    const settings = [
      set('text file.metadata={}'),
      set('recursiveCharacterTextSplitter_0.chunkSize=5'),
      set('batchSize=7'),
    ];
    expect(toOverrides(settings, flow)).toEqual({
      metadata: { textFile_0: '{}' },
      chunkSize: { recursiveCharacterTextSplitter_0: '5' },
      batchSize: '7',
    });
  });

  test('the last value for a node counts', () => {
    expect(toOverrides([set('Text File.metadata=1'), set('textFile_0.metadata=2')], flow)).toEqual({
      metadata: { textFile_0: '2' },
    });
  });

  test('a label that two nodes have is refused with their ids', () => {
    const twins = { ...flow, nodes: [...flow.nodes, node(nodeDefinitions.textFile, {}, 'textFile_1')] };
    expect(() => toOverrides([set('Text File.metadata=1')], twins)).toThrow(/use an id, textFile_0, textFile_1/);
    expect(toOverrides([set('textFile_1.metadata=1')], twins)).toEqual({ metadata: { textFile_1: '1' } });
  });

  test('one input both for all nodes and for one is refused', () => {
    expect(() => toOverrides([set('metadata=1'), set('Text File.metadata=2')], flow)).toThrow(
      /both for all nodes and for one/,
    );
  });
});
