import { describe, expect, test } from 'vitest';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';

const params = allNodeDefinitions.flatMap((definition) =>
  Object.entries(definition.params.shape).map(([name, schema]) => ({ definition, name, info: paramInfo(schema) })),
);

describe('how params are shown', () => {
  test('one that is shown with certain values of another names a choice of its node, and values that this has', () => {
    const dependent = params.filter(({ info }) => info.when !== undefined);
    const wrong = dependent.filter(({ definition, info }) => {
      const schema = definition.params.shape[info.when?.param ?? ''];
      const values = schema === undefined ? [] : (paramInfo(schema).choices ?? []).map(({ value }) => value);
      return !info.when?.values.every((value) => values.includes(value));
    });
    expect(dependent.length).toBeGreaterThan(0);
    expect(wrong.map(({ definition, name }) => `${definition.name}.${name}`)).toEqual([]);
  });

  test('times and sizes have their unit', () => {
    const wrong = params.filter(
      ({ name, info }) => info.kind === 'number' && /timeout|delay|batchSize|topK$|chunkSize/i.test(name) && !info.unit,
    );
    expect(wrong.map(({ definition, name }) => `${definition.name}.${name}`)).toEqual([]);
  });

  test('no help is longer than a few lines', () => {
    const long = params.filter(({ info }) => (info.help ?? '').length > 220);
    expect(long.map(({ definition, name }) => `${definition.name}.${name}`)).toEqual([]);
  });

  test('two fields of a form never have the same name', () => {
    const twice = allNodeDefinitions.filter((definition) => {
      const titles = Object.values(definition.params.shape).map((schema) => paramInfo(schema).title);
      return new Set(titles).size < titles.length;
    });
    expect(twice.map(({ name }) => name)).toEqual([]);
  });
});
