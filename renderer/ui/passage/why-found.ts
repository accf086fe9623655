import { markedWords } from './mark-words.ts';

/** Why a passage was found: words of the question that stand in it, or else its meaning. */
export type WhyFound =
  | { readonly by: 'words'; readonly words: readonly string[] }
  /** A search by words takes more forms of a word than are marked: "ran" for "running". */
  | { readonly by: 'other-forms' }
  | { readonly by: 'meaning' };

/** Says why a passage was found. By meaning alone its words had no part in it, whether they stand there or not. */
export function whyFound(text: string, query: string, mode: 'hybrid' | 'vector' | 'keyword'): WhyFound {
  if (mode === 'vector') return { by: 'meaning' };
  const words = markedWords(text, query);
  if (words.length > 0) return { by: 'words', words };
  return mode === 'keyword' ? { by: 'other-forms' } : { by: 'meaning' };
}
