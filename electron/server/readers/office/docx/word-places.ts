import { ScriptWriter } from '../../text/script-writer.ts';
import type { Block, BlockSink } from './blocks.ts';
import type { ListPlace, ParagraphStyle } from './styles.ts';

/** The deepest level of a list, from 0 (ECMA-376, 17.9.6). */
const MAX_LEVEL = 8;

export interface Paragraph {
  text: string;
  readonly scripts: ScriptWriter;
  style: string;
  outline: number | undefined;
  numId: string | undefined;
  level: number | undefined;
  /** Whether it is the large first letter of the next paragraph. */
  isDropCap: boolean;
  /** Text boxes and notes of the paragraph; they are written after it. */
  readonly after: Block[];
}

export interface Table {
  cells: string[];
  /** Notes of its cells; they are written after the table. */
  readonly notes: Block[];
}

/** A container of paragraphs and tables; the body is the outermost. Containers are nested. */
export interface BlockContainer {
  readonly sink: BlockSink;
  readonly blocks: readonly Block[];
  /** The number of columns that the cell spans. */
  span: number;
  readonly paragraphs: Paragraph[];
  readonly tables: Table[];
}

export function newParagraph(text: string): Paragraph {
  return {
    text,
    scripts: new ScriptWriter(),
    style: '',
    outline: undefined,
    numId: undefined,
    level: undefined,
    isDropCap: false,
    after: [],
  };
}

/** The place of a paragraph in a list, which it or its style has. */
export function listPlace(paragraph: Paragraph, style: ParagraphStyle | undefined): ListPlace | undefined {
  const numId = paragraph.numId ?? style?.list?.numId;
  // 0 removes a paragraph from its style's list.
  if (numId === undefined || numId === '0') return undefined;
  const level = paragraph.level ?? style?.list?.level ?? 0;
  return { numId, level: Math.min(MAX_LEVEL, Math.max(0, level || 0)) };
}
