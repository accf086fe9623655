import { foldText } from '../../../shared/text/words.ts';

/** Languages in which texts are compared, and in which the server says that there is no answer. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja' | 'ar';

interface Words {
  /** 2 to 12, by blanks; forms of one parted by "/". One is an article as well. */
  readonly upToTwelve: string;
  /** 13 to 19. */
  readonly teens: string;
  /** 20, 30 … 90. */
  readonly tens: string;
  /** First to tenth. */
  readonly ordinals: string;
  /** January to December. */
  readonly months: string;
  /** Monday to Sunday. */
  readonly weekdays: string;
}

const WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es' | 'ar', Words>> = {
  en: {
    upToTwelve: 'two/twice three four five six seven eight nine ten eleven twelve',
    teens: 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety',
    ordinals: 'first second third fourth fifth sixth seventh eighth ninth tenth',
    months:
      'january/jan february/feb march april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov december/dec',
    weekdays:
      'monday/mondays tuesday/tuesdays wednesday/wednesdays thursday/thursdays friday/fridays saturday/saturdays sunday/sundays',
  },
  de: {
    upToTwelve: 'zwei/zweimal drei/dreimal vier fünf sechs sieben acht neun zehn elf zwölf',
    teens: 'dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    ordinals:
      'erste/ersten/erster/erstes zweite/zweiten/zweiter/zweites dritte/dritten/dritter/drittes vierte/vierten/vierter/viertes fünfte/fünften/fünfter sechste/sechsten siebte/siebten achte/achten neunte/neunten zehnte/zehnten',
    months: 'januar/jänner februar märz april mai juni juli august september oktober november dezember',
    weekdays:
      'montag/montags/montagen dienstag/dienstags mittwoch/mittwochs donnerstag/donnerstags freitag/freitags samstag/samstags/sonnabend/sonnabends sonntag/sonntags',
  },
  fr: {
    upToTwelve: 'deux trois quatre cinq six sept huit neuf dix onze douze',
    teens: 'treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix',
    ordinals:
      'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième',
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    weekdays:
      'lundi/lundis mardi/mardis mercredi/mercredis jeudi/jeudis vendredi/vendredis samedi/samedis dimanche/dimanches',
  },
  es: {
    upToTwelve: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
    teens: 'trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    ordinals:
      'primer/primero/primera segundo/segunda tercer/tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
    weekdays: 'lunes martes miércoles jueves viernes sábado/sábados domingo/domingos',
  },
  ar: {
    upToTwelve:
      'اثنان/اثنين/اثنتان/اثنتين/مرتين/مرتان ثلاثة/ثلاث أربعة/أربع خمسة/خمس ستة/ست سبعة/سبع ثمانية/ثماني/ثمان تسعة/تسع عشرة/عشر أحد_عشر اثنا_عشر',
    teens: '_ _ _ _ _ _ _',
    tens: 'عشرون/عشرين ثلاثون/ثلاثين أربعون/أربعين خمسون/خمسين ستون/ستين سبعون/سبعين ثمانون/ثمانين تسعون/تسعين',
    ordinals:
      'الأول/الأولى الثاني/الثانية الثالث/الثالثة الرابع/الرابعة الخامس/الخامسة السادس/السادسة السابع/السابعة الثامن/الثامنة التاسع/التاسعة العاشر/العاشرة',
    months:
      'يناير/كانون_الثاني فبراير/شباط مارس/آذار أبريل/نيسان/ابريل مايو/أيار يونيو/حزيران يوليو/تموز أغسطس/آب سبتمبر/أيلول أكتوبر/تشرين_الأول نوفمبر/تشرين_الثاني ديسمبر/كانون_الأول',
    weekdays: 'الاثنين/الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد',
  },
};

/** What a word says, by its folded form. */
export interface Lexicon {
  readonly numbers: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlyMap<string, number>;
}

function listed(words: string, first: number, step = 1): readonly (readonly [string, number])[] {
  return words
    .split(' ')
    .flatMap((forms, index) => forms.split('/').map((form) => [foldText(form), first + index * step] as const));
}

function lexiconOf(words: Words): Lexicon {
  return {
    numbers: new Map([...listed(words.upToTwelve, 2), ...listed(words.teens, 13), ...listed(words.tens, 20, 10)]),
    ordinals: new Map(listed(words.ordinals, 1)),
    months: new Map(listed(words.months, 1)),
    weekdays: new Map(listed(words.weekdays, 1)),
  };
}

const NONE: Lexicon = { numbers: new Map(), ordinals: new Map(), months: new Map(), weekdays: new Map() };

const LEXICONS: Readonly<Record<Language, Lexicon>> = {
  en: lexiconOf(WORDS.en),
  de: lexiconOf(WORDS.de),
  fr: lexiconOf(WORDS.fr),
  es: lexiconOf(WORDS.es),
  ar: lexiconOf(WORDS.ar),
  zh: NONE,
  ja: NONE,
};

/** Words that texts and questions in a language of Latin letters are full of. Those of the last three tell that a text is in none of the first four. */
const USUAL_WORDS: readonly (readonly [language: Language | undefined, words: string])[] = [
  [
    'en',
    'the of and to is are was were for with that this from by at be has have not or it as must may will what when where who why how which do does did can in i my a many much any there allowed',
  ],
  [
    'de',
    'der die das und ist sind war den dem des ein eine einen einem einer für mit von zu im am auf nicht wird werden muss kann hat bei nach auch es sich oder aus als vom zum zur was wann wo wer warum wie welche welcher ich mein viel viele darf gibt kostet',
  ],
  [
    'fr',
    'le la les des du un une et est sont dans pour par avec sur que qui ne pas au aux ce cette il elle se son sa ses doit peut été en de ou quel quelle quand où pourquoi comment combien on mon sont-ils sont-elles peut-on faut-il',
  ],
  [
    'es',
    'el la los las un una y es son en de del para por con que no se al lo su sus ha han fue está debe puede como más desde o hasta qué cuál cuándo dónde quién cómo cuánto cuánta cuántos mi hay puedo',
  ],
  [
    undefined,
    'il lo gli è sono che quale quando dove chi perché come quanto un una nel della di e mio si posso la per ha',
  ],
  [undefined, 'o os as é são que qual quando onde quem porque como quanto um uma no na do da de e meu se posso'],
  [undefined, 'de het een is zijn wat wanneer waar wie waarom hoe welke kan ik in van en mijn op voor heeft'],
];
const USUAL: ReadonlyMap<string, readonly number[]> = (() => {
  const usual = new Map<string, number[]>();
  for (const [index, [, words]] of USUAL_WORDS.entries()) {
    for (const word of words.split(' ').map(foldText)) usual.set(word, [...(usual.get(word) ?? []), index]);
  }
  return usual;
})();
/** What letters tell, in this order: Korean and Persian are none of the languages. */
const LETTERS: readonly (readonly [language: Language | undefined, letters: RegExp])[] = [
  ['ja', /[\u3041-\u30ff]/],
  [undefined, /\p{sc=Hangul}|[پچژگکیٹڈڑے]/u],
  ['zh', /\p{sc=Han}/u],
  ['ar', /\p{sc=Arabic}/u],
];
/** What counts like some words: other languages have them, too, in names. */
const ACCENTS: readonly (readonly [index: number, letters: RegExp])[] = [
  [1, /[ßäöü]/iu],
  [3, /[¿¡ñ]/iu],
];
const ACCENT_COUNT = 2;
const WORD = /[\p{sc=Latin}]+(?:-[\p{sc=Latin}]+)*/gu;
/** So many characters tell a language. */
const LOOKED_AT = 600;
const PREFIX = /^(?:و|ف|ب|ل|ك)(?=.{3})/u;

/** The language that a text or a question is most likely in; of one that does not tell, or is in none of these, the one that is given. */
export function languageOf(text: string, otherwise: Language = 'en'): Language {
  const part = text.slice(0, LOOKED_AT);
  const byLetters = LETTERS.find(([, letters]) => letters.test(part));
  if (byLetters !== undefined) return byLetters[0] ?? otherwise;
  const counts = USUAL_WORDS.map(() => 0);
  const count = (index: number, by: number) => counts.splice(index, 1, (counts[index] ?? 0) + by);
  for (const word of foldText(part).match(WORD) ?? []) for (const index of USUAL.get(word) ?? []) count(index, 1);
  for (const [index, letters] of ACCENTS) if (letters.test(part)) count(index, ACCENT_COUNT);
  const isGiven = (index: number) => USUAL_WORDS[index]?.[0] === otherwise;
  const best = counts.reduce((most, own, index) => {
    const other = counts[most] ?? 0;
    return own > other || (own === other && isGiven(index)) ? index : most;
  }, 0);
  return (counts[best] === 0 ? undefined : USUAL_WORDS[best]?.[0]) ?? otherwise;
}

/** What a folded word means in a language: of Arabic ones also with what is written onto them. */
export function meaningOf(word: string, kind: keyof Lexicon, language: Language): number | undefined {
  const { [kind]: meanings } = LEXICONS[language];
  const direct = meanings.get(word);
  if (direct !== undefined || language !== 'ar') return direct;
  const bare = word.replace(PREFIX, '');
  return meanings.get(bare) ?? meanings.get(`ال${bare}`) ?? meanings.get(bare.replace(/^ال/, ''));
}

const GERMAN_COMPOUND = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\p{L}+)$/u;

/** The number that a folded word is, from two. */
export function numberOfWord(word: string, language: Language): number | undefined {
  const plain = meaningOf(word, 'numbers', language);
  if (plain !== undefined || language !== 'de') return plain;
  const [, one = '', ten = ''] = GERMAN_COMPOUND.exec(word) ?? [];
  const tens = LEXICONS.de.numbers.get(ten);
  return tens === undefined ? undefined : tens + (one === 'ein' ? 1 : (LEXICONS.de.numbers.get(one) ?? 0));
}
