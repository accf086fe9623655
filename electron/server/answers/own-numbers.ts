/** More digits are a year. */
const NUMBER = '\\s*\\^?\\d{1,3}\\s*';
const LIST = `${NUMBER}(?:[,;、，–-]${NUMBER})*`;
/** What is read as the numbers of sources, as a regular expression. */
export const CITATION_MARK = `(?:\\[\\[${LIST}\\]\\]|\\[${LIST}\\]|【${LIST}】)`;
const MARKS = new RegExp(CITATION_MARK, 'g');

/**
 * A text of a passage with its own numbers in brackets written so that nobody takes them for those of sources: `a[7]` as `a［7］`. (Brackets of full width: they are seen and copied
 * with the text, and the same when words are compared.)
 */
export function withOwnNumbers(text: string): string {
  return text.replaceAll(MARKS, (mark) => {
    const inner = mark.replaceAll(/[[\]【】]/g, '').trim();
    return /[1-9]/.test(inner) ? `［${inner}］` : mark;
  });
}
