import { namesOf } from '../../log/names-of.ts';
import type { MatchedColumn } from '../keyword-query.ts';
import { gramsOfText } from './grams.ts';
import { termsOf } from './terms.ts';

/** A chunk's text, and its metadata as JSON. */
export interface TextToCut {
  readonly content: string;
  readonly metadata: string;
}

/** What a chunk is found by. */
export interface CutText {
  /** Of each column what stands there, as often as it does. */
  readonly columns: Readonly<Record<MatchedColumn, Iterable<string>>>;
  /** In terms of all columns. */
  readonly length: number;
}

/** Cuts texts: the one rule by which they are indexed, and looked through while they are not. Chunks of one place, which follow each other, have their names cut once. */
export function createTextCutter(): (text: TextToCut) => CutText {
  let last = { names: '', stems: [] as readonly string[] };
  return ({ content, metadata }) => {
    const names = namesOf(metadata);
    if (names !== last.names) last = { names, stems: termsOf(names).map(({ stem }) => stem) };
    const terms = termsOf(content);
    const stems: string[] = [];
    const words: string[] = [];
    for (const { stem, word } of terms) {
      stems.push(stem);
      if (word !== undefined) words.push(word);
    }
    const grams = gramsOfText(content, terms);
    return {
      columns: { stems, words, names: last.stems, grams },
      length: stems.length + words.length + last.stems.length + grams.size,
    };
  };
}
