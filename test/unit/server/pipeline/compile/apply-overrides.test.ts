import { describe, expect, test } from 'vitest';
import { applyOverrides, enabledBy } from '../../../../../electron/server/pipeline/compile/apply-overrides.ts';
import { readOverrideSwitches } from '../../../../../shared/flow/api-config.ts';
import { makeApiConfig, makeFlow } from '../../../../helpers/builders/flows.ts';

const SPLITTER = 'Recursive Character Text Splitter';
const flow = makeFlow({ loaderInputs: { metadata: { kept: 1, team: 'old' } } });

function apply(overrides: Record<string, unknown>, nodes: Record<string, string[]>) {
  const result = applyOverrides(flow, overrides, enabledBy(readOverrideSwitches(makeApiConfig(nodes))));
  const inputsOf = (id: string) => result.flow.nodes.find((node) => node.id === id)?.data.inputs ?? {};
  return { ...result, splitter: inputsOf('recursiveCharacterTextSplitter_0'), loader: inputsOf('textFile_0') };
}

describe('applyOverrides', () => {
  test.each([0, '0', 50, '50'])('an enabled %j takes effect', (value) => {
    expect(apply({ chunkOverlap: value }, { [SPLITTER]: ['chunkOverlap'] })).toMatchObject({
      splitter: { chunkOverlap: value },
      ignored: [],
    });
  });

  test('switches may name a node by its id', () => {
    expect(apply({ chunkSize: 9 }, { recursiveCharacterTextSplitter_0: ['chunkSize'] }).splitter).toMatchObject({
      chunkSize: 9,
    });
  });

  test('overrides that are not allowed, or that no node has, are ignored and listed', () => {
    const result = apply({ chunkSize: 9, chunkOverlap: 1, nonsense: 1 }, { [SPLITTER]: ['chunkSize'] });
    expect(result.ignored).toEqual(['chunkOverlap', 'nonsense']);
    expect(result.splitter).toMatchObject({ chunkSize: 9, chunkOverlap: 200 });
  });

  test('an object with a node id addresses that node only', () => {
    const nodes = { [SPLITTER]: ['chunkSize'] };
    expect(apply({ chunkSize: { recursiveCharacterTextSplitter_0: 7 } }, nodes).splitter).toMatchObject({
      chunkSize: 7,
    });
    expect(apply({ chunkSize: { textFile_0: 7 } }, nodes)).toMatchObject({
      ignored: ['chunkSize'],
      splitter: { chunkSize: 1000 },
    });
  });

  test('of an object for several nodes, those that have no effect are listed', () => {
    const chunkSize = { recursiveCharacterTextSplitter_0: 7, textFile_0: 8, nobody_0: 9 };
    expect(apply({ chunkSize }, { [SPLITTER]: ['chunkSize'] })).toMatchObject({
      splitter: { chunkSize: 7 },
      ignored: ['chunkSize[textFile_0]', 'chunkSize[nobody_0]'],
    });
  });

  test('a wrong value is named as it was sent', () => {
    expect(() => apply({ addMetadata: 5 }, { 'Text File': ['addMetadata'] })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('overrideConfig.addMetadata'),
        details: { param: 'addMetadata' },
      }),
    );
  });

  test("metadata, as an object or its text, is merged into the node's own", () => {
    for (const metadata of [{ team: 'new' }, '{"team":"new"}']) {
      expect(apply({ metadata }, { 'Text File': ['metadata'] }).loader).toMatchObject({
        metadata: { kept: 1, team: 'new' },
      });
    }
    expect(apply({ addMetadata: { more: 1 } }, { 'Text File': ['addMetadata'] }).loader).toMatchObject({
      metadata: { kept: 1, more: 1 },
    });
  });

  test('an object override that is not enabled has no effect', () => {
    expect(apply({ metadata: { team: 'new' } }, {})).toMatchObject({
      ignored: ['metadata'],
      loader: { metadata: { kept: 1, team: 'old' } },
    });
  });

  test.each([
    ['text', 'chunkSize'],
    [true, 'chunkSize'],
    [[1], 'chunkSize'],
    [-1, 'chunkSize'],
    [1.5, 'chunkOverlap'],
  ])('%j for %s is 400', (value, key) => {
    expect(() => apply({ [key]: value }, { [SPLITTER]: [key] })).toThrow(
      expect.objectContaining({ code: 'INVALID_OVERRIDE', status: 400, nodeId: 'recursiveCharacterTextSplitter_0' }),
    );
  });

  test.each(['__proto__', 'constructor', 'toString', 'txtFile', 'openAIApiKey'])('the key %s is no override', (key) => {
    const overrides = JSON.parse(`{${JSON.stringify(key)}: {"x": 1}}`);
    expect(apply(overrides, { 'Text File': [key] }).ignored).toEqual([key]);
    expect({}).not.toHaveProperty('x');
  });

  test('the flow that was given stays as it is', () => {
    const before = structuredClone(flow);
    apply({ chunkSize: 9, metadata: { a: 1 } }, { [SPLITTER]: ['chunkSize'], 'Text File': ['metadata'] });
    expect(flow).toEqual(before);
  });

  test('with the master switch off nothing is enabled', () => {
    const config = JSON.parse(makeApiConfig({ [SPLITTER]: ['chunkSize'] }));
    config.overrideConfig.status = false;
    const result = applyOverrides(flow, { chunkSize: 9 }, enabledBy(readOverrideSwitches(JSON.stringify(config))));
    expect(result.ignored).toEqual(['chunkSize']);
  });
});
