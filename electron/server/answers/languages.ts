import { foldText } from '../../../shared/text/words.ts';
import type { Language } from './question-language.ts';

interface Words {
  /** By which a text tells its language. */
  readonly usual: string;
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
    usual: 'the of and to is are was were for with that this from by at be has have not or it as must may will',
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
    usual:
      'der die das und ist sind war den dem des ein eine einen einem einer für mit von zu im am auf nicht wird werden muss kann hat bei nach auch es sich oder aus als vom zum zur',
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
    usual:
      'le la les des du un une et est sont dans pour par avec sur que qui ne pas au aux ce cette il elle se son sa ses doit peut été en de ou',
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
    usual:
      'el la los las un una y es son en de del para por con que no se al lo su sus ha han fue está debe puede como más desde o hasta',
    upToTwelve: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
    teens: 'trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    ordinals:
      'primer/primero/primera segundo/segunda tercer/tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
    weekdays: 'lunes martes miércoles jueves viernes sábado/sábados domingo/domingos',
  },
  ar: {
    usual: '',
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

const LATIN_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
const USUAL: ReadonlyMap<string, readonly Language[]> = (() => {
  const usual = new Map<string, Language[]>();
  for (const language of LATIN_LANGUAGES) {
    for (const word of WORDS[language].usual.split(' ')) {
      const key = foldText(word);
      usual.set(key, [...(usual.get(key) ?? []), language]);
    }
  }
  return usual;
})();
const KANA = /[\u3041-\u30ff]/;
const HAN = /\p{sc=Han}/u;
const ARABIC = /\p{sc=Arabic}/u;
const LATIN_WORD = /\p{sc=Latin}+/gu;
/** So many characters tell a language. */
const LOOKED_AT = 600;
const PREFIX = /^(?:و|ف|ب|ل|ك)(?=.{3})/u;

/** The language that a text is most likely in; of a text that does not tell, the one that is given. */
export function languageOf(text: string, otherwise: Language = 'en'): Language {
  const part = text.slice(0, LOOKED_AT);
  if (KANA.test(part)) return 'ja';
  if (HAN.test(part)) return 'zh';
  if (ARABIC.test(part)) return 'ar';
  const counts = { en: 0, de: 0, fr: 0, es: 0, zh: 0, ja: 0, ar: 0 };
  for (const word of foldText(part).match(LATIN_WORD) ?? []) {
    for (const language of USUAL.get(word) ?? []) counts[language] += 1;
  }
  const best = LATIN_LANGUAGES.toSorted((one, other) => counts[other] - counts[one])[0] ?? otherwise;
  return counts[best] > counts[otherwise] ? best : otherwise;
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
