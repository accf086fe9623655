import { describe, expect, test } from 'vitest';
import { findCommand, type KeyPress, shownKeys } from '../../../renderer/keymap.ts';
import { COMMANDS, keysInWindow } from '../../../shared/commands/command-table.ts';

const PC = { isMac: false, isInWindow: false };
const MAC = { isMac: true, isInWindow: false };

function press(key: string, ...modifiers: readonly ('ctrl' | 'meta' | 'shift' | 'alt')[]): KeyPress {
  return {
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
    shiftKey: modifiers.includes('shift'),
    altKey: modifiers.includes('alt'),
  };
}

describe('keys', () => {
  test.each([
    [press('z', 'ctrl'), 'undo'],
    [press('Z', 'ctrl', 'shift'), 'redo'],
    [press('y', 'ctrl'), 'redo'],
    [press('Enter', 'ctrl'), 'upsert'],
    [press('/'), 'find-node'],
    [press('/', 'shift'), 'find-node'],
    [press('?', 'shift'), 'shortcut-sheet'],
    [press('+', 'shift'), 'zoom-in'],
    [press('='), 'zoom-in'],
    [press('-'), 'zoom-out'],
    [press('1'), 'fit'],
    [press('c'), 'connect'],
    [press('Delete'), 'delete-selection'],
    [press('F2'), 'rename-node'],
    [press('c', 'shift'), undefined],
    [press('z', 'ctrl', 'alt'), undefined],
    [press('z', 'meta'), undefined],
    [press('c', 'ctrl'), undefined],
    [press('T', 'shift', 'alt'), 'tidy'],
    [press('T', 'shift'), undefined],
    [press('q'), undefined],
  ])('%j is %s', (event, id) => expect(findCommand(event, 'canvas', PC)).toBe(id));

  test('a Mac uses Cmd', () => {
    expect(findCommand(press('z', 'meta'), 'canvas', MAC)).toBe('undo');
    expect(findCommand(press('z', 'ctrl'), 'canvas', MAC)).toBeUndefined();
  });

  test('a browser keeps some keys for itself, which the window of the app has', () => {
    expect(findCommand(press('n', 'ctrl'), 'canvas', PC)).toBeUndefined();
    expect(findCommand(press('n', 'ctrl'), 'text', { ...PC, isInWindow: true })).toBe('new-flow');
    expect(shownKeys('new-flow', PC)).toBeUndefined();
    expect(shownKeys('new-flow', { ...MAC, isInWindow: true })).toBe('⌘N');
  });

  test('a key with Option is told by its place, whatever sign a Mac writes', () => {
    expect(findCommand({ ...press('ˇ', 'shift', 'alt'), code: 'KeyT' }, 'canvas', MAC)).toBe('tidy');
  });

  test.each([
    [press('Delete'), 'control', undefined],
    [press('z', 'ctrl'), 'control', 'undo'],
    [press('s', 'ctrl'), 'text', 'save'],
    [press('k', 'ctrl'), 'text', 'command-palette'],
    [press('S', 'ctrl', 'shift'), 'text', 'export-flow'],
    [press('o', 'ctrl'), 'text', 'import-flow'],
    [press(',', 'ctrl'), 'flow-form', 'settings'],
    [press('z', 'ctrl'), 'text', undefined],
    [press('z', 'ctrl'), 'flow-form', 'undo'],
    [press('c'), 'text', undefined],
    [press('Delete'), 'flow-form', undefined],
    [press('a', 'ctrl'), 'flow-form', undefined],
  ] as const)('elsewhere: %j in %s is %s', (event, place, id) => expect(findCommand(event, place, PC)).toBe(id));

  test('no two commands have the same key', () => {
    const combos = COMMANDS.flatMap((command) => [...keysInWindow(command)]);
    expect(new Set(combos).size).toBe(combos.length);
  });

  test('ids of commands are unique, and each has words', () => {
    expect(new Set(COMMANDS.map((command) => command.id)).size).toBe(COMMANDS.length);
    expect(COMMANDS.every((command) => /^[A-Z]/.test(command.label))).toBe(true);
  });

  test('keys for the eye', () => {
    expect(shownKeys('redo', PC)).toBe('Ctrl+Shift+Z');
    expect(shownKeys('redo', MAC)).toBe('⇧⌘Z');
    expect(shownKeys('tidy', PC)).toBe('Shift+Alt+T');
    expect(shownKeys('tidy', MAC)).toBe('⌥⇧T');
    expect(shownKeys('zoom-in', PC)).toBe('+');
    expect(shownKeys('query', PC)).toBeUndefined();
  });
});
