/** What is kept of a program's last words, in characters. */
const LAST_WORDS = 2000;

/** Adds what a program has written to what is kept of it. */
export function addWords(words: string, more: string): string {
  return (words + more).slice(-LAST_WORDS);
}
