import type { VocabularyEntry } from './model-files.ts';

/** Turns text into the token ids of the built-in model. */
export interface Tokenizer {
  /** No ids for an empty text. Takes time in proportion to the text's length. */
  encode(text: string): Int32Array;
}

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  /** The piece that ends here, or -1. */
  pieceId: number;
}

/** Stands for a space in the pieces. */
const SPACE_SYMBOL = '\u2581';
/** The first entries of the vocabulary are marks of the training, not text. */
const RESERVED_PIECES = 6;
const UNKNOWN_ID = 0;

function buildTrie(vocabulary: readonly VocabularyEntry[]): TrieNode {
  const root: TrieNode = { children: new Map(), pieceId: -1 };
  for (let id = RESERVED_PIECES; id < vocabulary.length; id++) {
    let node = root;
    for (const symbol of vocabulary[id]?.[0] ?? '') {
      const codePoint = symbol.codePointAt(0) ?? 0;
      let child = node.children.get(codePoint);
      if (child === undefined) {
        child = { children: new Map(), pieceId: -1 };
        node.children.set(codePoint, child);
      }
      node = child;
    }
    if (node !== root) node.pieceId = id;
  }
  return root;
}

function toCodePoints(text: string): Int32Array {
  const normalised = text.normalize('NFKC');
  if (normalised.length === 0) return new Int32Array(0);
  return Int32Array.from(
    SPACE_SYMBOL + normalised.replaceAll(' ', SPACE_SYMBOL),
    (symbol) => symbol.codePointAt(0) ?? 0,
  );
}

/** Best way to cut the text up to each place: the id of the piece that ends there, 0 where none does. */
function lastPieces(codePoints: Int32Array, root: TrieNode, scores: Float64Array): Int32Array {
  const bestScores = new Float64Array(codePoints.length + 1);
  const pieces = new Int32Array(codePoints.length + 1);
  const offer = (end: number, score: number, piece: number): void => {
    const best = bestScores[end] ?? 0;
    // Scores are negative: 0 means that nothing ended here yet. (Of equals the later wins, as in the original.)
    if (best !== 0 && score < best) return;
    bestScores[end] = score;
    pieces[end] = piece;
  };
  for (let start = 0; start < codePoints.length; start++) {
    const scoreBefore = bestScores[start] ?? 0;
    let node = root.children.get(codePoints[start] ?? 0);
    let found = false;
    for (let end = start + 1; node !== undefined; end++) {
      if (node.pieceId >= 0) {
        found = true;
        offer(end, (scores[node.pieceId] ?? 0) + scoreBefore, node.pieceId);
      }
      if (end >= codePoints.length) break;
      node = node.children.get(codePoints[end] ?? 0);
    }
    if (!found) offer(start + 1, scoreBefore, UNKNOWN_ID);
  }
  return pieces;
}

/**
 * A unigram tokenizer (a trie of the pieces and a Viterbi search) that gives the same ids as the one the model was
 * published with, `@energetic-ai/embeddings`, which takes quadratic time.
 */
export function createTokenizer(vocabulary: readonly VocabularyEntry[]): Tokenizer {
  const root = buildTrie(vocabulary);
  const scores = Float64Array.from(vocabulary, ([, score]) => score);
  // In UTF-16 units, as the original steps back through the text.
  const lengths = Int32Array.from(vocabulary, ([piece]) => piece.length);
  return {
    encode(text) {
      const codePoints = toCodePoints(text);
      const pieces = lastPieces(codePoints, root, scores);
      const ids: number[] = [];
      let previousUnknown = false;
      for (let end = codePoints.length; end > 0; ) {
        const id = pieces[end] ?? UNKNOWN_ID;
        const isUnknown = id === UNKNOWN_ID;
        if (!(isUnknown && previousUnknown)) ids.push(id);
        previousUnknown = isUnknown;
        end -= Math.max(lengths[id] ?? 1, 1);
      }
      return Int32Array.from(ids.reverse());
    },
  };
}
