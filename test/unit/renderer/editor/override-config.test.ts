import { describe, expect, test } from 'vitest';
import { enabledOverrides, moveLabelOverrides, setOverride } from '../../../../renderer/editor/override-config.ts';

const node = { id: 'fileLoader_0', label: 'File Loader' };

function config(nodes: Record<string, unknown>, status = true): string {
  return JSON.stringify({ overrideConfig: { status, nodes } });
}

describe('override switches', () => {
  test.each([
    ['nothing', null, []],
    ['text that is not JSON', '{', []],
    ['another shape', '[]', []],
    ['its id', config({ fileLoader_0: [{ name: 'files', enabled: true }] }), ['files']],
    ['its label', config({ 'File Loader': [{ name: 'files', enabled: true }] }), ['files']],
    ['an entry that is off', config({ fileLoader_0: [{ name: 'files', enabled: false }] }), []],
    ['all switched off', config({ fileLoader_0: [{ name: 'files', enabled: true }] }, false), []],
    ['another node', config({ hnsw_0: [{ name: 'topK', enabled: true }] }), []],
  ])('%s', (_, apiConfig, names) => {
    expect([...enabledOverrides(apiConfig, node)]).toEqual(names);
  });

  test('the first switch is kept under the id and turns overriding on', () => {
    expect(JSON.parse(setOverride(null, node, 'files', true))).toEqual({
      overrideConfig: { status: true, nodes: { fileLoader_0: [{ name: 'files', enabled: true }] } },
    });
  });

  test('everything else in apiConfig stays', () => {
    const before = JSON.stringify({
      rateLimit: { max: 3 },
      overrideConfig: {
        status: true,
        variables: [1],
        nodes: {
          'File Loader': [{ name: 'files', enabled: false, type: 'file' }],
          other: [{ name: 'x', enabled: true }],
        },
      },
    });
    expect(JSON.parse(setOverride(before, node, 'files', true))).toEqual({
      rateLimit: { max: 3 },
      overrideConfig: {
        status: true,
        variables: [1],
        nodes: {
          'File Loader': [{ name: 'files', enabled: true, type: 'file' }],
          other: [{ name: 'x', enabled: true }],
        },
      },
    });
  });

  test('switching off reaches the id and the label', () => {
    const entry = [{ name: 'files', enabled: true }];
    const off = setOverride(config({ fileLoader_0: entry, 'File Loader': entry }), node, 'files', false);
    expect(enabledOverrides(off, node).size).toBe(0);
    expect(JSON.parse(off).overrideConfig.status).toBe(true);
  });

  test('moving a label joins what the id has, which wins', () => {
    const before = config({
      'File Loader': [
        { name: 'files', enabled: false },
        { name: 'usage', enabled: true },
      ],
      fileLoader_0: [{ name: 'files', enabled: true }],
    });
    const after = moveLabelOverrides(before, 'File Loader', 'fileLoader_0');
    expect([...enabledOverrides(after, { id: 'fileLoader_0', label: 'New' })]).toEqual(['files', 'usage']);
    expect(moveLabelOverrides(before, 'Nobody', 'fileLoader_0')).toBe(before);
  });
});
