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

const NOTHING_STORED = {
  en: 'Nothing is stored here yet: upsert documents first.',
  de: 'Hier ist noch nichts gespeichert: Fügen Sie zuerst Dokumente hinzu.',
  fr: 'Rien n’est encore enregistré ici : ajoutez d’abord des documents.',
  es: 'Aquí todavía no hay nada guardado: añada primero documentos.',
  zh: '这里还没有存储任何内容：请先添加文档。',
  ja: 'ここにはまだ何も保存されていません。先に文書を追加してください。',
  ar: 'لا يوجد شيء محفوظ هنا بعد: أضف مستندات أولا.',
} as const satisfies Readonly<Record<Language, string>>;
const NO_QUESTION = 'There is no question to answer.';
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * Why nothing can be looked for, in the language of the question as {@link noAnswerText}.
 * @returns undefined where it can
 */
export function nothingToAnswerText(question: string, isStoreEmpty: boolean): string | undefined {
  if (!HAS_WORD.test(question)) return NO_QUESTION;
  return isStoreEmpty ? NOTHING_STORED[languageOf(question)] : undefined;
}

/** That the documents do not say it, in the language of the question if that is English, German, French, Spanish, Chinese, Japanese or Arabic; in English otherwise. */
export function noAnswerText(question: string): string {
  return NO_ANSWER[languageOf(question)];
}
