import { type Language, languageOf } from './languages.ts';
import type { RankedUnit } from './rank-units.ts';

/** A sentence that has less of the question's words may speak of anything. */
const LEAST_SHARE = 0.45;
/** One that has what the question wants, too. */
const LEAST_FITTING = 0.42;
/** One that lacks what it mostly has. */
const LEAST_UNFITTING = 0.9;

/** Whether a sentence can be the answer. */
export function answers({ share, isFitting, isNeeded, lacks }: RankedUnit): boolean {
  if (lacks) return false;
  if (isFitting === false && isNeeded !== 'never') return isNeeded === 'mostly' && share >= LEAST_UNFITTING;
  return share >= (isFitting === true && isNeeded === 'always' ? LEAST_FITTING : LEAST_SHARE);
}

const NO_ANSWER = {
  en: 'That is not in your documents.',
  de: 'Das steht nicht in Ihren Dokumenten.',
  fr: 'Cela ne figure pas dans vos documents.',
  es: 'Eso no figura en sus documentos.',
  zh: '您的文档中没有相关内容。',
  ja: 'お手元の文書には見当たりません。',
  ar: 'هذا غير موجود في مستنداتك.',
} as const satisfies Readonly<Record<Language, string>>;

/** That the documents do not say it, in the language of the question if that is English, German, French, Spanish, Chinese, Japanese or Arabic; in English otherwise. */
export function noAnswerText(question: string): string {
  return NO_ANSWER[languageOf(question)];
}
