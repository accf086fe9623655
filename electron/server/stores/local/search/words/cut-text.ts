import { namesOf } from '../../log/names-of.ts';
import type { MatchedColumn } from '../keyword-query.ts';
import { gramsOfText } from './grams.ts';
import { factStemsOf, termsOf } from './terms.ts';

/** A chunk's text, and its metadata as JSON. */
export interface TextToCut {
  readonly content: string;
  readonly metadata: string;
}

/** What a chunk is found by. */
export interface CutText {
  /** Of each column what stands there, as often as it does; words with their stems. */
  readonly columns: Readonly<Record<MatchedColumn, Iterable<string>>>;
  /** Those of the stems that are of no word: pieces of scripts without spaces, and facts. */
  readonly pieces: readonly string[];
  /** In terms of all columns. */
  readonly length: number;
}

function stemsOf(text: string): readonly string[] {
  return [...termsOf(text).map(({ stem }) => stem), ...factStemsOf(text)];
}

/** Cuts texts: the one rule by which they are indexed, and looked through while they are not. Chunks of one place, which follow each other, have their names cut once. */
export function createTextCutter(): (text: TextToCut) => CutText {
  let last = { names: '', stems: [] as readonly string[] };
  return ({ content, metadata }) => {
    const names = namesOf(metadata);
    if (names !== last.names) last = { names, stems: stemsOf(names) };
    const terms = termsOf(content);
    const stems: string[] = [];
    const words: string[] = [];
    const pieces: string[] = [];
    for (const { stem, form } of terms) {
      stems.push(stem);
      if (form === undefined) pieces.push(stem);
      else words.push(form);
    }
    const grams = gramsOfText(content, terms);
    const facts = factStemsOf(content);
    return {
      columns: { stems: [...stems, ...facts], words, names: last.stems, grams },
      pieces: [...pieces, ...facts],
      // Without the facts, which are other notations of its words.
      length: stems.length + words.length + last.stems.length + grams.size,
    };
  };
}
