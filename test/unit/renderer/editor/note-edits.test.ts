import { describe, expect, test } from 'vitest';
import { copyNodes, pasteNodes, readClipboard } from '../../../../renderer/editor/clipboard.ts';
import { contentOf, emptyContent, placeNodes } from '../../../../renderer/editor/flow-content.ts';
import { setInput } from '../../../../renderer/editor/flow-edits.ts';
import { boxOf } from '../../../../renderer/editor/free-place.ts';
import { addNote, colourNote, resizeNote } from '../../../../renderer/editor/note-edits.ts';
import type { GraphNode } from '../../../../shared/flow/flow-document.ts';
import { toFlowFile } from '../../../../shared/flow/flow-file.ts';
import { createNote, NOTE_TEXT, noteColour, noteSize, noteTitle } from '../../../../shared/flow/notes.ts';
import { makeFlow } from '../../../helpers/builders/flows.ts';

const empty = addNote(emptyContent, { x: 7, y: 9 });

function onlyNote(content: typeof emptyContent): GraphNode {
  const [note] = content.graph.nodes;
  if (note === undefined) throw new Error('There is no note.');
  return note;
}

describe('a note', () => {
  test('is on the grid, and covers no node', () => {
    expect(empty.content.layout.get('stickyNote_0')).toEqual({ x: 0, y: 0 });
    const flow = contentOf(makeFlow(), null);
    const { content, nodeId } = addNote(flow, { x: 0, y: 0 });
    const nodes = placeNodes(content, content.graph.nodes);
    const [note] = nodes.filter(({ id }) => id === nodeId);
    if (note === undefined) throw new Error('There is no note.');
    const box = boxOf(note);
    const covered = nodes.filter((node) => {
      const other = boxOf(node);
      return (
        node.id !== nodeId &&
        box.x < other.x + other.width &&
        other.x < box.x + box.width &&
        box.y < other.y + other.height &&
        other.y < box.y + box.height
      );
    });
    expect(covered).toEqual([]);
  });

  test('has a colour and a size within limits; the same again changes nothing', () => {
    const blue = colourNote(empty.content, 'stickyNote_0', 'blue');
    expect(noteColour(onlyNote(blue))).toBe('blue');
    const wide = resizeNote(blue, 'stickyNote_0', { width: 5000, height: 10 });
    expect(noteSize(onlyNote(wide))).toEqual({ width: 1200, height: 60 });
    expect(resizeNote(wide, 'stickyNote_0', { width: 1300, height: 0 })).toBe(wide);
    expect(resizeNote(wide, 'nobody', { width: 100, height: 100 })).toBe(wide);
  });

  test('is told by its first line', () => {
    const written = setInput(empty.content, 'stickyNote_0', NOTE_TEXT, '\n  Read me\nand more');
    expect(noteTitle(onlyNote(written))).toBe('Read me');
    expect(noteTitle(onlyNote(empty.content))).toBeUndefined();
  });

  test('is copied with its colour and size, under an id of its own', () => {
    const note = resizeNote(colourNote(empty.content, 'stickyNote_0', 'pink'), 'stickyNote_0', {
      width: 300,
      height: 200,
    });
    const clip = readClipboard(copyNodes(note, new Set(['stickyNote_0'])) ?? '');
    if (clip === undefined) throw new Error('Nothing was copied.');
    const { content } = pasteNodes(note, clip);
    const copy = content.graph.nodes[1];
    expect(copy).toMatchObject({ id: 'stickyNote_1', width: 300, height: 200, data: { id: 'stickyNote_1' } });
    expect(copy?.data.inputParams).toMatchObject([{ id: 'stickyNote_1-input-note-string' }]);
  });

  test('goes out as Flowise draws it: with the description of its one input, the text in it, and its size', () => {
    const written = setInput(empty.content, 'stickyNote_0', NOTE_TEXT, 'Read me');
    const nodes = placeNodes(written, written.graph.nodes);
    const file = toFlowFile({ name: 'Notes', flowData: JSON.stringify({ nodes, edges: [] }), apiConfig: null });
    expect(file.nodes).toMatchObject([
      {
        type: 'stickyNote',
        width: 240,
        data: { id: 'stickyNote_0', inputs: { note: 'Read me' }, inputParams: [{ name: 'note', type: 'string' }] },
      },
    ]);
  });
});

test.each([
  [
    { width: 300, height: 123 },
    { width: 300, height: 123 },
  ],
  [
    { width: 'wide', height: null },
    { width: 240, height: 120 },
  ],
  [{}, { width: 240, height: 120 }],
])('a note saved with %j is drawn as %j', (saved, size) => {
  const { width: _, height: __, ...note } = createNote('n', { x: 0, y: 0 });
  expect(noteSize({ ...note, ...saved })).toEqual(size);
});
