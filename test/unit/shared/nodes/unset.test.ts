import { expect, test } from 'vitest';
import { credentialProblems } from '../../../../shared/flow/credential-problems.ts';
import { mendFlowData } from '../../../../shared/flow/mend-flow.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { isBlank, isUnset } from '../../../../shared/nodes/unset.ts';
import { node } from '../../../helpers/builders/flows.ts';

test.each([
  [undefined, true, true],
  [null, true, true],
  ['', true, true],
  [' \n', false, true],
  ['a', false, false],
  [0, false, false],
  [false, false, false],
])('%j: unset %s, blank %s', (value, unset, blank) => {
  expect([isUnset(value), isBlank(value)]).toEqual([unset, blank]);
});

const credential = { id: 'c', name: 'Ours', fieldNames: ['openAIApiKey'], hosts: ['api.openai.com'] };

test('a secret of blanks does not hide that of the credential', () => {
  const { data, ...rest } = node(nodeDefinitions.openAIEmbeddings, { openAIApiKey: '  ' });
  const embedding = { ...rest, data: { ...data, credential: 'c' } };
  expect(credentialProblems(embedding, nodeDefinitions.openAIEmbeddings, new Map([['c', credential]]))).toEqual([]);
});

test('a secret of blanks goes from a flow that this app saved, as an empty one does', () => {
  const saved = (openAIApiKey: string) => {
    const one = node(nodeDefinitions.openAIEmbeddings);
    const inputs = { ...one.data.inputs, openAIApiKey };
    return mendFlowData(JSON.stringify({ nodes: [{ ...one, data: { ...one.data, inputs } }], edges: [] }));
  };
  expect(saved(' ')).toBe(saved(''));
  expect(saved(' ')).not.toContain('openAIApiKey":"');
  expect(saved('sk')).toContain('"openAIApiKey":"sk"');
});
