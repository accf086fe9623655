/** Languages in which the server says that there is no answer. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ar';

/** Words that questions in a language of Latin letters are full of. Those of the last three tell that it is none of the first four. */
const LATIN: readonly (readonly [language: Language | undefined, words: string])[] = [
  ['en', 'the is are of what when where who why how which do does can in to my for a and it i was many much'],
  [
    'de',
    'der die das ist sind was wann wo wer warum wie welche welcher kann ich ein eine im zu und mein den dem des viel viele',
  ],
  [
    'fr',
    'le la les est sont que quel quelle quand où qui pourquoi comment combien un une dans du des et mon il a-t-il de au',
  ],
  [
    'es',
    'el la los las es son qué cuál cuándo dónde quién por cómo cuánto cuánta cuántos un una en del de y mi se hay puedo',
  ],
  [undefined, 'il lo gli è sono che quale quando dove chi perché come quanto un una nel della di e mio si posso'],
  [undefined, 'o os as é são que qual quando onde quem porque como quanto um uma no na do da de e meu se posso'],
  [undefined, 'de het een is zijn wat wanneer waar wie waarom hoe welke kan ik in van en mijn op voor'],
];
const LETTERS: readonly (readonly [language: Language | undefined, letters: RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  [undefined, /\p{sc=Hangul}|[پچژگکیٹڈڑے]/u],
  ['zh', /\p{sc=Han}/u],
  ['ar', /\p{sc=Arabic}/u],
  ['es', /[¿¡ñ]/iu],
  ['de', /[ßäöü]/iu],
];

/** The language of a question; English where it is none of the others. */
export function languageOf(question: string): Language {
  const byLetters = LETTERS.find(([, letters]) => letters.test(question));
  if (byLetters !== undefined) return byLetters[0] ?? 'en';
  const words = question.toLowerCase().split(/[^\p{L}-]+/u);
  const counts = LATIN.map(([language, some]) => {
    const own = new Set(some.split(' '));
    return { language, count: words.filter((word) => own.has(word)).length };
  });
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).language ?? 'en';
}
