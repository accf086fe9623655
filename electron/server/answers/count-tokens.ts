/** Letters of scripts that models cut into a token each, or nearly so. */
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** Characters of a token: of what models of 2026 take, less than the mean, so that an estimate is rather too high. */
const CHARACTERS = 3.5;
const DENSE_CHARACTERS = 1.5;

/** About how many tokens a text takes. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil((text.length - dense) / CHARACTERS + dense / DENSE_CHARACTERS);
}
