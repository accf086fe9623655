import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveVariables } from '../../../../../electron/server/pipeline/compile/resolve-variables.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';

const values: Readonly<Record<string, string>> = {
  team: 'Support',
  empty: '',
  loop: '{{$vars.team}}',
  'two words': 'yes',
};
const scope = {
  variable: (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined),
  flow: { id: 'flow-1', name: 'Handbook', runId: undefined },
};
const { hnsw, textFile } = nodeDefinitions;

const resolve = (text: unknown) => resolveVariables(hnsw, { collection: text }, scope);

describe('resolveVariables', () => {
  test.each([
    ['{{$vars.team}}', 'Support'],
    ['a {{ $vars.team }} b {{$flow.name}}', 'a Support b Handbook'],
    ['{{$vars.two words}}', 'yes'],
    ['{{$vars.empty}}', ''],
    ['{{$vars.loop}}', '{{$vars.team}}'],
    ['{{{$vars.team}}}', '{Support}'],
    ['{{vars.team}} {$vars.team} {{$other.team}}', '{{vars.team}} {$vars.team} {{$other.team}}'],
    ['{{hnsw_0.data.instance}}', '{{hnsw_0.data.instance}}'],
  ])('%j is %j', (text, expected) => {
    expect(resolve(text)).toEqual({ inputs: { collection: expected }, unknown: undefined });
  });

  test.each(['$vars.nobody', '$flow.runId', '$flow.toString', '$vars.__proto__'])(
    '%s is named as unknown and left as it is',
    (variable) => {
      const text = `x {{${variable}}}`;
      expect(resolve(text)).toEqual({ inputs: { collection: text }, unknown: { param: 'collection', variable } });
    },
  );

  test('JSON is resolved in its texts, so that no value can break it', () => {
    const quote = { ...scope, variable: () => '", "admin": true, "x": "' };
    const { inputs } = resolveVariables(textFile, { metadata: '{"a": "{{$vars.q}}", "n": 1}' }, quote);
    expect(inputs.metadata).toEqual({ a: '", "admin": true, "x": "', n: 1 });
    const whole = resolveVariables(textFile, { metadata: '{{$vars.q}}' }, { ...scope, variable: () => '{"a": 1}' });
    expect(whole.inputs.metadata).toBe('{"a": 1}');
  });

  test('stored files and what is no param are left alone', () => {
    const inputs = { txtFile: '{{$vars.team}}', textSplitter: '{{$vars.team}}', chatId: '{{$vars.team}}' };
    expect(resolveVariables(textFile, inputs, scope)).toEqual({ inputs, unknown: undefined });
  });

  test('any text without a reference, and the inputs that were given, stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), (text, json) => {
        const inputs = { collection: text, metadata: json };
        const before = structuredClone(inputs);
        resolveVariables(textFile, inputs, scope);
        expect(inputs).toEqual(before);
        if (!text.includes('{{')) expect(resolve(text).inputs).toEqual({ collection: text });
      }),
    );
  });
});
