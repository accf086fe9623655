import { isFillerWord } from '../../../shared/text/filler-words.ts';
import type { ChatMessage } from '../core/chat-model.ts';
import { readText } from './read-text.ts';

/** Words that point at what was said before: of English, German, French, Spanish, and of Chinese, Japanese and Arabic what stands for persons and things. */
const POINTING = new Set(
  (
    'it its they them their theirs he him his she her hers this that these those there then one ones former latter same ' +
    'er ihm ihn sie ihr ihre ihren ihrem es dessen deren dies diese dieser diesen diesem dieses jene jener jenes dort dann davon dazu dafür darin darüber daran dabei damit ' +
    'il elle ils elles lui leur leurs celui celle ceux celles ceci cela ça y en ' +
    'él ella ellos ellas eso esto esa ese esos esas aquello aquel aquella allí ahí'
  ).split(' '),
);
const POINTING_LETTERS = /[它他她]|这个|那个|这些|那些|これ|それ|あれ|その|هو|هي|هذا|هذه|ذلك|تلك/u;
/** A question that goes on with another one: "And on Sundays?" */
const GOES_ON =
  /^\s*(?:and|but|or|also|what about|how about|und|oder|aber|wie ist es mit|et|mais|ou|y|e|o|pero|那|那么|では|じゃあ|و)(?![\p{L}\p{M}])/iu;
/** A question with fewer words of its own says too little. */
const FEW_WORDS = 2;

/** Whether a question can be understood only by what was said before it. */
export function refersBack(question: string): boolean {
  if (GOES_ON.test(question) || POINTING_LETTERS.test(question)) return true;
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.some((word) => POINTING.has(word))) return true;
  const { tokens } = readText(question);
  return tokens.filter(({ isContent, word }) => isContent && !isFillerWord(word)).length < FEW_WORDS;
}

/** What a question is searched by where no model can put it into words: the last question before it has what it refers to. undefined without one. */
export function joinedQuestion(question: string, history: readonly ChatMessage[]): string | undefined {
  const last = history.findLast(({ role }) => role === 'user');
  return last === undefined ? undefined : `${last.content.trim()} ${question.trim()}`;
}
