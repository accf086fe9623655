const WORDS = /[\s(),./-]+/;

function scoreWord(word: string, label: string, others: readonly string[]): number {
  if (label.startsWith(word)) return 1;
  if (label.split(WORDS).some((part) => part.startsWith(word))) return 0.8;
  if (others.some((other) => [other, ...other.split(WORDS)].some((part) => part.startsWith(word)))) return 0.5;
  return label.includes(word) ? 0.3 : 0;
}

/**
 * How well an entry of a cmdk list fits what was typed, 0 to 1: every word must begin a word of it. (cmdk's own way takes any letters in
 * that order, which in long lists finds too much.)
 * @param texts the label, then other words that people search for
 */
export function matchWords(_value: string, query: string, texts: readonly string[] = []): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [label = '', ...others] = texts.map((text) => text.toLowerCase());
  const scores = words.map((word) => scoreWord(word, label, others));
  if (scores.includes(0)) return 0;
  return scores.length === 0 ? 1 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
