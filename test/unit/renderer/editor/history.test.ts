import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HISTORY_LIMIT, record, redo, startHistory, typingGroup, undo } from '../../../../renderer/editor/history.ts';

describe('history', () => {
  test('changes of one group are one step', () => {
    let history = startHistory('');
    for (const text of ['h', 'he', 'hey']) history = record(history, text, { group: 'name' });
    expect(history.present).toBe('hey');
    expect(undo(history).present).toBe('');
  });

  test('a change without a group and another group begin a step', () => {
    let history = record(startHistory(0), 1, { group: 'move' });
    history = record(history, 2);
    history = record(history, 3, { group: 'other' });
    expect(undo(history).present).toBe(2);
    expect(undo(undo(history)).present).toBe(1);
  });

  test('a change after undo drops what was undone, and undo does not widen the step before', () => {
    let history = record(record(startHistory(0), 1, { group: 'a' }), 2, { group: 'b' });
    history = record(undo(history), 9, { group: 'a' });
    expect(redo(history).present).toBe(9);
    expect(undo(history).present).toBe(1);
  });

  test('a step keeps the name that its edit was given, whichever side of the present it is on', () => {
    const history = record(record(startHistory(0), 1, { name: 'paste' }), 2);
    expect(undo(undo(history)).future).toEqual([
      { value: 1, name: 'paste' },
      { value: 2, name: undefined },
    ]);
    expect(redo(undo(undo(history))).past).toEqual([{ value: 0, name: 'paste' }]);
  });

  test('the same value is no step', () => {
    const history = startHistory('x');
    expect(record(history, 'x')).toBe(history);
  });

  test('undo and redo at the ends stay', () => {
    const history = startHistory('x');
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  test('undoing all steps and redoing them comes back, for up to the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 100 }), (values) => {
        const made = values.reduce((history, value) => record(history, { value }), startHistory({ value: 0 }));
        let history = made;
        let steps = 0;
        while (undo(history) !== history) {
          history = undo(history);
          steps += 1;
        }
        expect(steps).toBe(Math.min(values.length, HISTORY_LIMIT));
        while (redo(history) !== history) history = redo(history);
        expect(history.present).toBe(made.present);
      }),
    );
  });

  test.each([
    ['hel', 'hello', true],
    ['hello', 'hello ', true],
    ['hello ', 'hello w', false],
    ['a b', 'a bc', true],
  ])('typing from %j to %j: same step %j', (before, after, isSame) => {
    expect(typingGroup('f', before) === typingGroup('f', after)).toBe(isSame);
  });
});
