import { describe, expect, test } from 'vitest';
import { overridesFromFields } from '../../../../electron/server/routes/read-upsert-form.ts';

describe('overridesFromFields', () => {
  test('takes the JSON field, single fields beside it, and keys in brackets', () => {
    const fields: [string, string][] = [
      ['overrideConfig', '{"chunkSize": 5, "metadata": {"a": 1}}'],
      ['chunkOverlap', '0'],
      ['metadata[team]', 'red'],
      ['metadata[year]', '2026'],
      ['chatId', 'x'],
      ['question', 'x'],
      ['stopNodeId', 'hnsw_0'],
    ];
    expect(overridesFromFields(fields)).toEqual({
      chunkSize: 5,
      chunkOverlap: '0',
      metadata: { team: 'red', year: '2026' },
    });
  });

  test('an empty overrideConfig is none', () => {
    expect(overridesFromFields([['overrideConfig', ' ']])).toEqual({});
  });

  test.each([
    ['{', 'INVALID_JSON'],
    ['[1]', 'INVALID_INPUT'],
    ['3', 'INVALID_INPUT'],
  ])('overrideConfig %s is refused', (text, code) => {
    expect(() => overridesFromFields([['overrideConfig', text]])).toThrow(expect.objectContaining({ code }));
  });

  test('keys that would reach a prototype stay plain keys', () => {
    const overrides = overridesFromFields([
      ['__proto__[x]', '1'],
      ['constructor[prototype]', '1'],
    ]);
    expect(Object.getPrototypeOf(overrides)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('x');
  });
});
