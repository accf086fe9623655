import type { MatchedColumn } from '../keyword-query.ts';
import { gramsOfText } from './grams.ts';
import { namesOf } from './names-of.ts';
import { type Term, termsOf } from './terms.ts';

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

function stemsOf(terms: readonly Term[]): string[] {
  return terms.map(({ stem }) => stem);
}

/** Cuts texts: the one rule by which they are indexed, and looked through while they are not. Chunks of one place, which follow each other, have their names cut once. */
export function createTextCutter(): (text: TextToCut) => CutText {
  let last = { names: '', stems: [] as readonly string[] };
  return ({ content, metadata }) => {
    const names = namesOf(metadata);
    if (names !== last.names) last = { names, stems: stemsOf(termsOf(names)) };
    const terms = termsOf(content);
    const words = terms.flatMap(({ word }) => word ?? []);
    const grams = gramsOfText(content, terms);
    return {
      columns: { stems: stemsOf(terms), words, names: last.stems, grams },
      length: terms.length + words.length + last.stems.length + grams.size,
    };
  };
}
