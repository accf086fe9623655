import { foldText } from '../../../shared/text/words.ts';
import type { Language } from './languages.ts';
import type { Match } from './match-words.ts';
import type { Token } from './read-text.ts';

interface Compared {
  /** Of the sentence. */
  readonly said: readonly Token[];
  /** Of the sentence of the passage that supports it. */
  readonly held: readonly Token[];
  /** Of the sentences that it may lean on. */
  readonly around: readonly Token[];
  readonly language: Language;
  readonly match: Match;
}

/** Endings of English, French and Spanish nouns that begin sentences without an article, as no name does. */
const COMMON_NOUN = /(?:s|ing|ion|ment|ness|ty|ery|ance|ence|age|ism|ure)$/;
/** Folded; a name stands behind them. */
export const TITLES: ReadonlySet<string> = new Set(
  foldText(
    'mr mrs ms dr prof herr frau herrn firma monsieur madame mme señor señora sr sra don doña السيد السيدة الدكتور الدكتورة شركة مدينة المهندس الأستاذ',
  ).split(' '),
);
const ARTICLES = new Set(
  'der die das den dem des ein eine einen einem einer eines kein keine keinen jede jeder jedes jeden diese dieser dieses the a an le la les el los las un une una'.split(
    ' ',
  ),
);
const CHINESE_SURNAMES =
  /^[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘蒋蔡余杜叶葉程苏蘇魏吕呂丁沈任姚卢盧姜崔钟鐘谭譚陆陸汪范金石廖贾賈夏韦付方白邹邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱]/u;
const NAME_ENDING =
  /^(?:先生|女士|小姐|经理|教授|博士|公司|集团|银行|大学|市|省|县|縣|区|國|国|さん|氏|様|社長|部長|課長|株式|社|県|都|府|州|町|村|駅|店|工場)/u;
const KATAKANA = /^[\p{sc=Katakana}ー]+$/u;
/** A run of letters that is longer is no name. */
const MAX_NAME_LETTERS = 6;

function isSameName(one: Token, other: Token): boolean {
  if (one.word === other.word) return true;
  const [short, long] = one.word.length < other.word.length ? [one.word, other.word] : [other.word, one.word];
  return short.length > 2 && long.length - short.length === 1 && long === `${short}s`;
}

function isLatinName(token: Token): boolean {
  return token.isCapital && token.isContent && token.fact === undefined && !token.isUnspaced;
}

/** Whether a name that only stands nearby may be meant: the sentence itself names nobody else. */
function mayBeMeant(token: Token, { said, held, around }: Compared): boolean {
  if (!around.some((other) => isSameName(token, other))) return false;
  return !held.some((other, index) => index > 0 && isLatinName(other) && !said.some((name) => isSameName(name, other)));
}

function isLacking(token: Token, compared: Compared): boolean {
  return !compared.held.some((other) => isSameName(token, other)) && !mayBeMeant(token, compared);
}

/** Whether the passage has another word in the place of a word of the sentence: the words beside them are the same. */
function isReplaced(
  index: number,
  { said, held, match }: Compared,
  isLike: (token: Token, at: number) => boolean,
): boolean {
  const before = said[index - 1];
  const after = said[index + 1];
  return held.some((other, at) => {
    if (!isLike(other, at) || said.some(({ word }) => word === other.word)) return false;
    const hasBefore = before === undefined ? at === 0 : before.word === held[at - 1]?.word;
    const next = held[at + 1];
    const hasAfter =
      after === undefined
        ? next === undefined
        : after.word === next?.word || (next !== undefined && match.isMatched(after, [next]));
    return hasBefore && hasAfter;
  });
}

function hasOtherLatinName(compared: Compared): boolean {
  const { said, language } = compared;
  return said.some((token, index) => {
    if (!isLatinName(token) || !isLacking(token, compared)) return false;
    const before = said[index - 1];
    if (before !== undefined && TITLES.has(before.word)) return true;
    if (index === 0) {
      const isName = !COMMON_NOUN.test(token.word) || language === 'de';
      return isName && isReplaced(index, compared, (other, at) => isLatinName(other) && at === 0);
    }
    if (language !== 'de') return true;
    if (before !== undefined && ARTICLES.has(before.word)) return false;
    return isReplaced(index, compared, isLatinName);
  });
}

/** Runs of letters of a script without spaces that the passage lacks. */
function lackingRuns({ said, held, match }: Compared): readonly { readonly text: string; readonly behind: string }[] {
  const runs: { text: string; behind: string }[] = [];
  let run = '';
  const end = (at: number) => {
    if (run !== '') {
      runs.push({
        text: run,
        behind: said
          .slice(at, at + 4)
          .map(({ word }) => word)
          .join(''),
      });
    }
    run = '';
  };
  for (const [index, token] of said.entries()) {
    const isLackingLetter =
      token.isUnspaced && token.fact === undefined && token.isContent && !match.isMatched(token, held);
    if (isLackingLetter) run += token.word;
    else end(index);
  }
  end(said.length);
  return runs;
}

function hasOtherUnspacedName(compared: Compared): boolean {
  return lackingRuns(compared).some(({ text, behind }) => {
    if (text.length > MAX_NAME_LETTERS) return false;
    if (
      compared.around.length > 0 &&
      compared.around
        .map(({ word }) => word)
        .join('')
        .includes(text)
    )
      return false;
    if (NAME_ENDING.test(behind) && text.length > 1) return true;
    if (compared.language === 'zh') return CHINESE_SURNAMES.test(text) && text.length >= 2 && text.length <= 3;
    return KATAKANA.test(text) && text.length > 2;
  });
}

function hasOtherArabicName(compared: Compared): boolean {
  const { said, held } = compared;
  const isPlain = (token: Token) => token.isContent && token.fact === undefined && !token.word.startsWith('ال');
  return said.some((token, index) => {
    if (!isPlain(token) || held.some(({ stem }) => stem === token.stem)) return false;
    const before = said[index - 1];
    if (before === undefined) return false;
    return TITLES.has(before.word) || isReplaced(index, compared, isPlain);
  });
}

/** Whether the sentence names somebody or something else than the passage does where it supports it. */
export function hasOtherName(compared: Compared): boolean {
  if (hasOtherLatinName(compared)) return true;
  if (compared.language === 'ar') return hasOtherArabicName(compared);
  return (compared.language === 'zh' || compared.language === 'ja') && hasOtherUnspacedName(compared);
}
