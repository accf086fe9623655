import { describe, expect, test } from 'vitest';
import { applySelection } from '../../../../../renderer/features/canvas/use-canvas-changes.ts';

const on = (id: string) => ({ id, selected: true });
const off = (id: string) => ({ id, selected: false });

describe('the selection after changes', () => {
  test.each([
    [['a'], [on('b')], ['a', 'b']],
    [['a', 'b'], [off('a')], ['b']],
    [['a'], [off('a'), on('b')], ['b']],
    [[], [off('x')], []],
  ])('%j and %j is %j', (selected, changes, after) => {
    expect([...applySelection(new Set(selected), changes)]).toEqual(after);
  });

  test('the same selection is the same set', () => {
    const selected = new Set(['a']);
    expect(applySelection(selected, [on('a'), off('b')])).toBe(selected);
  });
});
