import { expect, test } from 'vitest';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import {
  exampleOverrides,
  flowQueryCall,
  flowUpsertCall,
  storeQueryCall,
  storeRefreshCall,
  storeUpsertCall,
  uploadsOf,
} from '../../../../shared/snippets/example-calls.ts';
import { SNIPPET_LANGUAGES, writeSnippet } from '../../../../shared/snippets/write-snippet.ts';
import { makeApiConfig, makeFlow, node } from '../../../helpers/builders/flows.ts';

const flow = makeFlow({ splitter: { chunkSize: '500' } });
const [splitter, loader] = flow.nodes;
const id = 'f-1';

test('only what is switched on is in an example, with its value', () => {
  const apiConfig = makeApiConfig({ 'Recursive Character Text Splitter': ['chunkSize'] });
  expect(exampleOverrides(flow.nodes, apiConfig)).toEqual({ chunkSize: 500 });
  expect(exampleOverrides(flow.nodes, null)).toEqual({});
  const off = JSON.stringify({ ...JSON.parse(apiConfig), overrideConfig: { status: false } });
  expect(exampleOverrides(flow.nodes, off)).toEqual({});
});

test('nodes with different values have a value each, by their ids', () => {
  const other = node(nodeDefinitions.recursiveCharacterTextSplitter, { chunkSize: 900 }, 'other');
  const apiConfig = makeApiConfig({ [splitter?.id ?? '']: ['chunkSize'], other: ['chunkSize'] });
  expect(exampleOverrides([...flow.nodes, other], apiConfig)).toEqual({
    chunkSize: { [splitter?.id ?? '']: 500, other: 900 },
  });
});

test('a value that refers to a variable is no value of a call', () => {
  const nodes = [node(nodeDefinitions.recursiveCharacterTextSplitter, { chunkSize: '{{$vars.size}}' }, 's')];
  expect(exampleOverrides(nodes, makeApiConfig({ s: ['chunkSize'] }))).toEqual({ chunkSize: 1000 });
});

test('files are sent to loaders that calls may send files to, as a form; otherwise it is JSON', () => {
  const closed = { id, nodes: flow.nodes, apiConfig: null, needsKey: false };
  expect(flowUpsertCall(closed)).toMatchObject({ body: { type: 'json', value: {} } });
  expect(uploadsOf(closed)).toEqual({ takesFiles: true, mayBeSent: false, files: [] });
  const open = { ...closed, apiConfig: makeApiConfig({ [loader?.id ?? '']: ['files'] }) };
  expect(flowUpsertCall(open)).toMatchObject({ body: { type: 'form', files: ['handbook.md'], fields: {} } });
});

test('a key is read from the environment, and only where one is needed', () => {
  const store = { id, needsKey: true };
  const closed = { id, nodes: flow.nodes, apiConfig: null, needsKey: true };
  const calls = [
    flowUpsertCall(closed),
    flowQueryCall(closed),
    storeQueryCall(store),
    storeRefreshCall(store),
    storeUpsertCall(store),
  ];
  for (const call of calls) {
    for (const language of SNIPPET_LANGUAGES) {
      expect(writeSnippet(language, call, 'http://127.0.0.1:3000')).toContain('TRIBUTARY_API_KEY');
      expect(writeSnippet(language, { ...call, needsKey: false }, 'http://127.0.0.1:3000')).not.toContain('KEY');
    }
  }
});
