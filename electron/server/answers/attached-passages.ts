import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundPassage } from '../../../shared/api/predictions.ts';
import type { AttachedDocument } from '../core/answerer.ts';
import { relevanceFor } from '../stores/relevance.ts';

/** Of a piece, in characters: as long as chunks mostly are. */
const PIECE = 1000;
/** Where a piece may end, best first. */
const BREAKS = ['\n\n', '\n', '. ', '。', ' '];
/** A file of so many pieces goes whole; of others the best. */
const MOST_PASSAGES = 8;
/** Pieces that are looked at before other calls have their turn: some 5 ms. */
const AT_ONCE = 50;
/** Similarities do not count here. */
const WORDS_ONLY = 1;
/** Of what has no word of the question, too: who sends it with the question says that it belongs to it. */
const LEAST_RELEVANCE = 0.005;

/** Where the first piece of a text that goes on ends. */
function endOfPiece(text: string): number {
  for (const sign of BREAKS) {
    const at = text.lastIndexOf(sign);
    if (at > PIECE / 2) return at + sign.length;
  }
  // Not within a character of two units.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const most = text.slice(from, from + PIECE);
    const end = from + PIECE >= text.length ? most.length : endOfPiece(most);
    yield most.slice(0, end);
    from += end;
  }
}

/**
 * The passages of files that came with a question: all, or the eight that have most of its words, best first.
 * @throws the signal's reason
 */
export async function attachedPassages(
  question: string,
  documents: readonly AttachedDocument[],
  signal: AbortSignal,
): Promise<readonly FoundPassage[]> {
  const relevanceOf = relevanceFor(question, WORDS_ONLY);
  const best: FoundPassage[] = [];
  let looked = 0;
  for (const { name, text } of documents) {
    let chunkNo = 0;
    for (const piece of piecesOf(text)) {
      const pageContent = piece.trim();
      if (pageContent === '') continue;
      chunkNo += 1;
      looked += 1;
      const metadata = { source: name, isAttached: true };
      const relevance = Math.max(LEAST_RELEVANCE, relevanceOf({ pageContent, metadata }));
      best.push({ id: randomUUID(), pageContent, metadata, relevance, chunkNo });
      if (looked % AT_ONCE !== 0) continue;
      best.splice(0, best.length, ...bestOf(best));
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  return bestOf(best);
}

function bestOf(passages: readonly FoundPassage[]): readonly FoundPassage[] {
  return passages.toSorted((a, b) => b.relevance - a.relevance).slice(0, MOST_PASSAGES);
}
