/** Facts about where a text comes from; JSON values only. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Text as one piece, or as pieces that follow each other (so that a large file is never held whole). */
export type TextInput = string | AsyncIterable<string>;

export interface LoadedDocument {
  readonly text: TextInput;
  readonly metadata: Metadata;
  /** Names in `metadata` whose values only say where the document lies among others (its row, its page): they change when others come or go. */
  readonly position?: readonly string[];
}

/** A file of the call, or one that is stored in the flow. */
export interface SourceFile {
  /** The client's name for it, with its folders below the one that was chosen. Only shown and recorded, never used as a path. */
  readonly name: string;
  /** The name that it was sent under, when another file of the call has that. */
  readonly sentAs?: string;
  /** Where it lies, under a name of ours. */
  readonly path: string;
  readonly sizeBytes: number;
}
