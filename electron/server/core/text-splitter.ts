import type { TextChunk } from './chunk.ts';
import type { TextInput } from './document.ts';

/** Runs in a worker thread. Chunks are never empty or blank. */
export interface TextSplitter {
  split(text: TextInput): AsyncIterable<TextChunk>;
}

/** What a splitter may know of where its chunks go. */
export interface SplitterContext {
  /** The on-device model that they are embedded with, as its node names it; undefined: another one, or not known yet. */
  readonly localModel: string | undefined;
  /** Where on-device models lie. */
  readonly modelsFolder: string;
}
