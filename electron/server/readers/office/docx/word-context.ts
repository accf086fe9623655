import type { ListMarks } from './numbering.ts';
import type { ParagraphStyle } from './styles.ts';

/** The parts that the paragraphs of a document refer to. */
export interface WordContext {
  readonly styles: ReadonlyMap<string, ParagraphStyle>;
  readonly lists: ListMarks;
  /** The text of a note, by its id with "footnote:", "endnote:" or "comment:" in front. */
  readonly notes: ReadonlyMap<string, string>;
  /** The texts of charts, diagrams and documents that the part takes in, by the ids of its relationships. */
  readonly linked: ReadonlyMap<string, string>;
  /** Receives the comments that the text refers to, as `notes` names them. */
  readonly comments: Set<string>;
  /** Receives the fonts whose signs nobody knows. */
  readonly unknownFonts: Set<string>;
}
