import { type FlowNode, type GraphNode, isNote } from './flow-document.ts';
import { markOf } from './node-marks.ts';

/** The colours that a note can have; the first is that of a new one. */
export const NOTE_COLOURS = ['yellow', 'blue', 'green', 'pink'] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** In canvas pixels. */
export interface NoteSize {
  readonly width: number;
  readonly height: number;
}

/** Flowise's name of the node. */
const NAME = 'stickyNote';
/** Its only input. */
export const NOTE_TEXT = 'note';

const START: NoteSize = { width: 240, height: 120 };
/** A line of text has room at the least, and the longest note of an import stays on the screen. */
const LIMITS = { width: { min: 120, max: 1200 }, height: { min: 60, max: 1200 } } as const;

/** A new, empty note in the shape that Flowise saves, which it draws as a sticky note of its own. */
export function createNote(id: string, position: { readonly x: number; readonly y: number }): FlowNode {
  return {
    id,
    position: { x: position.x, y: position.y },
    type: NAME,
    ...START,
    data: {
      id,
      label: 'Sticky Note',
      version: 2,
      name: NAME,
      type: 'StickyNote',
      baseClasses: ['StickyNote'],
      tags: ['Utilities'],
      category: 'Utilities',
      description: 'Add a sticky note',
      inputParams: [
        {
          label: '',
          name: NOTE_TEXT,
          type: 'string',
          rows: 1,
          placeholder: 'Type something here',
          optional: true,
          id: `${id}-input-${NOTE_TEXT}-string`,
        },
      ],
      inputAnchors: [],
      inputs: { [NOTE_TEXT]: '' },
      outputAnchors: [
        {
          id: `${id}-output-${NAME}-StickyNote`,
          name: NAME,
          label: 'StickyNote',
          description: 'Add a sticky note',
          type: 'StickyNote',
        },
      ],
      outputs: {},
    },
  };
}

/** Whether nodes of this name are notes to be made anew: what the palette gives. */
export function isNoteName(name: string): boolean {
  return name === NAME;
}

/** The text of a note; "" while it has none. */
export function noteText({ data }: Pick<GraphNode, 'data'>): string {
  const text = data.inputs[NOTE_TEXT];
  return typeof text === 'string' ? text : '';
}

/** The colour of a note: the first, if it has none that we know. */
export function noteColour(node: Pick<GraphNode, 'data'>): NoteColour {
  const saved = markOf(node, 'colour');
  return NOTE_COLOURS.find((colour) => colour === saved) ?? NOTE_COLOURS[0];
}

/** The nearest size that a note may have. */
export function limitNoteSize({ width, height }: NoteSize): NoteSize {
  const limit = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
    Math.min(max, Math.max(min, Math.round(value)));
  return { width: limit(width, LIMITS.width), height: limit(height, LIMITS.height) };
}

/** The size of a note; it is as high as its text at the least. */
export function noteSize(node: GraphNode): NoteSize {
  const { width, height } = node;
  const known = (value: unknown, start: number) =>
    typeof value === 'number' && Number.isFinite(value) ? value : start;
  return limitNoteSize({ width: known(width, START.width), height: known(height, START.height) });
}

/** A note's first line, by which it is told from others; undefined for what is no note, and for an empty one. */
export function noteTitle(node: GraphNode): string | undefined {
  if (!isNote(node)) return undefined;
  return noteText(node)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
}
