import { datesIn } from '../../../shared/text/dates.ts';
import { isFillerWord, isForeignWord } from '../../../shared/text/filler-words.ts';
import { foldText } from '../../../shared/text/words.ts';
import { wordsFor } from './word-groups.ts';

/** What a question wants to know, as its words tell. */
export interface QuestionKind {
  /** What a sentence that answers has in it. undefined where nothing can be asked of it. */
  readonly isIn: ((sentence: string) => boolean) | undefined;
  /** Whether a sentence without it is no answer: `mostly` where it is one if it has all else that is asked for. */
  readonly isNeeded: 'always' | 'mostly' | 'never';
  /** The question without the words that only ask. */
  readonly topic: string;
}

const START = '(?<![\\p{L}\\p{M}\\p{N}])';
const END = '(?![\\p{L}\\p{M}\\p{N}])';

function words(...some: readonly string[]): string {
  return `${START}(?:${some.join('|')})${END}`;
}

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), 'iu');
}

const NUMBER_WORDS = [
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|once|twice|no|nothing|free',
  'eine?[nmrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|halbe?[rsnm]?|hälfte|einmal|zweimal|kein[es]?|kostenlos|gratis',
  'une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent|mille|demie?|moitié|gratuit[es]*|gratuitement|rien',
  'una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|ciento|mil|media?|mitad|veinticuatro|nada',
  'و?(?:احد|واحدة?|اثنان|اثنين|ثلاثة?|أربعة?|خمسة?|ستة?|سبعة?|ثمانية?|تسعة?|عشرة?|عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|لثمانين|ثمانين|تسعون|تسعين|مئة|مائة|ألف|آلاف|نصف)|مجانا',
];
const HAN_NUMBER = '[一二两兩三四五六七八九十百千万半０-９]';
const NUMBER = `(?:\\p{Nd}|${words(...NUMBER_WORDS)}|${HAN_NUMBER}|免费|無料)`;

const TIME_UNITS = [
  'seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?|years?|times',
  'sekunden?|minuten?|stunden?|tage?n?|nächten?|wochen?|monate?n?|monats|jahre?[ns]?|werktage?n?',
  'secondes?|minutes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?|fois',
  'segundos?|minutos?|horas?|días?|noches?|semanas?|mes(?:es)?|años?|veces',
  '(?:دقيقة|دقائق|ساعة|ساعات|يوما?|أيام|ليلة|أسبوعا?|أسابيع|شهرا?|أشهر|سنة|سنوات|عاما?|أعوام|مرة|مرات)',
];
const HAN_TIME = '[个か箇ヶカ]?(?:工作|営業)?(?:秒|分钟|分|小时|時間|天|日|夜|晩|周|週|月|季度|年)';
/** Of a number and the unit of time behind it. */
const DURATION = [
  `${NUMBER}[^.!?。！？\\n]{0,14}?${words(...TIME_UNITS)}`,
  `${HAN_NUMBER}+${HAN_TIME}|\\p{Nd}+ ?${HAN_TIME}`,
  words('(?:ل|ب|ال)?(?:يومين|أسبوعين|شهرين|سنتين|عامين|ساعتين|دقيقتين|أسبوعان|يومان|شهران)'),
];
/** How often, by what comes again. */
const REGULAR = [
  words(
    'daily|weekly|monthly|yearly|annually|annual|hourly|quarterly|every|each|always|never',
    '(?:halb|viertel)?jährlich|täglich|wöchentlich|monatlich|jede[rsnm]?|alle|immer|nie|unbestimmte',
    'chaque|tou(?:s|tes) les|annuel(?:le)?|quotidien(?:ne)?|mensuel(?:le)?|toujours|jamais',
    'cada|todos los|todas las|diari[oa]|semanal|mensual|anual|siempre|nunca',
    'كل|يوميا|أسبوعيا|شهريا|سنويا|دائما',
  ),
  '每|毎|ごと|半年|常に',
];
const COUNTED_TIMES = words(
  'once|twice|(?:three|four|five|six|\\p{Nd}+) times',
  '(?:ein|zwei|drei|vier|fünf|\\p{Nd}+ ?)mal',
  '(?:une|deux|trois|quatre|\\p{Nd}+) fois',
  '(?:una|dos|tres|cuatro|\\p{Nd}+) (?:vez|veces)',
);
const DAY_NAMES = [
  words(
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|morning|evening|spring|summer|autumn|winter|sunrise|sunset|dawn|dusk',
    '(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|mittags?|mitternacht|werktags?|frühling|sommer|herbst|winter|sonnenaufgang|sonnenuntergang|dämmerung',
    'lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|midi|minuit|matin|soir|printemps|été|automne|hiver|aube|lever du soleil|coucher du soleil',
    'lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|mediodía|medianoche|primavera|verano|otoño|invierno|amanecer|anochecer|puesta de sol',
    '(?:ال)?(?:أحد|اثنين|ثلاثاء|أربعاء|خميس|جمعة|سبت)|صباحا|مساء|ظهرا|الليل|الساعة|(?:منتصف|بداية|نهاية|شروق|غروب)',
  ),
  '星期|周[一二三四五六日末]|礼拜|[月火水木金土日]曜|上午|下午|早上|晚上|午前|午後|祝日|平日|日出|日落|日の出|日没|夕方',
];
const MONTH_NAMES = words(
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'januar|februar|märz|mai|juni|juli|oktober|dezember',
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|رمضان',
);
const CLOCK = `(?<![\\p{Nd}.,])\\p{Nd}{1,2}(?:[:.h][0-5]\\p{Nd}(?!\\p{Nd})| ?(?:${words('am|pm|a\\.m|p\\.m|uhr|h|heures?|horas?')}|[点點时時]))|${words('a las? \\p{Nd}+')}|[一二三四五六七八九十]+[点點时時]`;
const YEAR = '(?<!\\p{N})(?:1\\p{Nd}|20)\\p{Nd}\\p{Nd}(?!\\p{N})';

const TIME_WORDS = anyOf(CLOCK, ...DAY_NAMES, MONTH_NAMES, YEAR, ...DURATION, ...REGULAR);
const DAY_WORDS = anyOf(YEAR);
const DURATION_WORDS = anyOf(...DURATION, ...REGULAR, COUNTED_TIMES);
const MONEY_WORDS = anyOf(
  `[€$£¥]|${NUMBER}[^.!?。！？\\n]{0,12}?${words('euros?|eur|pounds?|dollars?|cents?|pence|francs?|francos?|yen|usd|gbp|chf|kr|kronen|kroner|kronor|mark|franken|rubel|rupees?|pesos?|yuan|won|zł|kč|(?:ال)?(?:جنيه|ريال|دينار|درهم|دولار|يورو)(?:ا|ات|ين)?|جنيهات|ريالات')}`,
  `(?:\\p{Nd}|${HAN_NUMBER})[元円块角]`,
  words(
    'free|nothing|kostenlos|gratis|gratuit[es]*|gratuitement|offert[es]*|percent|prozent|hälfte|moitié|mitad|half|مجانا',
  ),
  '免费|無料|一半|半額|半分|か月分|月分',
);
/** Of what costs, a number says how much in whatever money. */
const COSTS = anyOf(
  `${words('costs?|prices?|priced|pays?|paid|charged?|fees?|kost(?:et|en|ete|eten)|preise?|zahl(?:t|en|te|ten)|coûte(?:nt)?|prix|tarif|paie(?:nt)?|cuestan?|valen?|precios?|pagan?')}[^.!?。！？\\n]{0,30}?\\p{Nd}`,
);
const NUMBERS = anyOf(NUMBER);
const NAMES = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]+(?: (?:de|da|di|du|von|van|del|y|&))? \p{Lu}[\p{L}\p{M}]+/gu;
const TITLES = new RegExp(
  [
    words(
      '(?:frau|herrn?|firma|mme|monsieur|madame|don|doña|señora?|empresa|mr|mrs|ms|dr|prof)\\.?',
      '(?:ال)?(?:سيدة?|دكتورة?|مهندسة?|أستاذة?|شركة)',
    ),
    '先生|女士|经理|公司|さん|師|会社|由',
  ].join('|'),
  'giu',
);

const LENGTH = words(
  '\\p{Nd}[\\p{Nd}.,]* ?(?:[cmk]?m|m²|km²|qm|ha)|ft|met(?:er|re)s?|mètres?|metern?|metros?|zentimeter|centim[eè]t?ros?|kilom[eè]t(?:er|re|ro)s?|feet|miles?|inch(?:es)?|متر(?:ا|ين)?|أمتار|كيلومترا?',
);

const LENGTH_WORDS = anyOf(LENGTH);

interface Asking {
  readonly asks: RegExp;
  /** @param asked what the question asks with; its groups are what is counted */
  readonly isIn: (sentence: string, question: string, asked: RegExpExecArray) => boolean;
  readonly isUnsure?: boolean;
  /** Whether the groups of what it asks with are words of the topic. */
  readonly isCounted?: boolean;
}

function has(pattern: RegExp): (sentence: string) => boolean {
  return (sentence) => pattern.test(sentence);
}

/** Whether somebody is named whom the question does not name, by two capital letters or by a title. */
function hasName(sentence: string, question: string): boolean {
  if ([...sentence.matchAll(TITLES)].some(([title]) => !question.includes(title))) return true;
  return [...sentence.matchAll(NAMES)].some(([name]) => {
    const [first = ''] = foldText(name).split(' ', 1);
    return !question.includes(name) && !isFillerWord(first) && !isForeignWord(first);
  });
}

/** What a word has in common with its other forms, roughly. */
function stemOf(word: string): string {
  return word.slice(0, Math.max(4, word.length - 2));
}

/** How many words may part what is counted from its number. */
const COUNTED = '(?:[\\p{L}\\p{M}]+ ){0,2}';
/** As a number before a noun they are articles. */
const ARTICLE = words('un', 'une', 'una', 'ein', 'eine[nmrs]?', 'no');

/** Whether there is a number of what the question counts, whose beginning is its stem. */
function hasCount(sentence: string, counted: string): boolean {
  const stem = stemOf(counted);
  return new RegExp(`(?!${ARTICLE})${NUMBER}\\p{Nd}* ${COUNTED}\\p{L}*${stem}|${stem}\\p{L}* ?: ?${NUMBER}`, 'iu').test(
    sentence,
  );
}

const UNITS_OF_TIME_ASKED =
  'seconds|minutes|hours|days|weeks|months|years|times|minuten|stunden|tage|wochen|monate|jahre|male|minutos|días|semanas|meses|años|horas|veces';

/** From the more to the less exact: the first that fits counts. */
const ASKINGS: readonly Asking[] = [
  {
    asks: anyOf(
      words(
        "what(?: is|'s) the (?:tele)?phone number(?: of)?",
        'wie (?:ist|lautet) die telefonnummer',
        'quel est le numéro de téléphone',
        'cuál es el (?:número de )?teléfono',
        'ما (?:هو )?رقم (?:ال)?هاتف',
      ),
      '的?电话(?:号码)?是(?:多少|什么)|の?電話番号は',
    ),
    isIn: has(/\p{Nd}[\p{Nd} ()/.-]{5,}/u),
  },
  {
    asks: anyOf(
      words(
        `how (?:long|often|frequently)|(?:for |after |in )?how many (?:${UNITS_OF_TIME_ASKED})`,
        `wie (?:lange|oft|häufig)|wie viele (?:${UNITS_OF_TIME_ASKED})`,
        '(?:pour |pendant |depuis |en |tous les )?combien (?:de (?:temps|minutes|jours|semaines|mois|ans|fois)|d.(?:heures|années))|tous les combien|à quelle fréquence',
        `cuánto tiempo|cada cuánto(?: tiempo)?|cuánto (?:tarda|dura)n?|cuánt[oa]s (?:${UNITS_OF_TIME_ASKED})|con qué frecuencia`,
        'كم (?:من الوقت|تستمر|يستمر|تستغرق|يستغرق|تدوم|مدة|يوما|ساعة|دقيقة|أسبوعا|شهرا|سنة|مرة)|ما (?:هي )?مدة',
      ),
      '多久|多长时间|是?多长(?=$|[？?])|几(?:分钟|个?小时|天|个?星期|周|个月|年)|多少(?:分钟|小时|天|周|年)',
      '(?:どの|どれ)(?:くらい|ぐらい)の?(?:頻度|期間|時間)で?|何(?:年間?|か月|ヶ月|週間|日間?|分|時間)(?!に)',
    ),
    // Of a thing, "how long" asks for its length.
    isIn: (sentence, _question, [asked]) =>
      DURATION_WORDS.test(sentence) || (/^how long$/i.test(asked) && LENGTH_WORDS.test(sentence)),
  },
  {
    asks: anyOf(
      words(
        'when (?:was|were|did)',
        '(?:in )?(?:what|which) year',
        'wann (?:wurden?|war|waren)|in welchem jahr',
        'quand (?:a été|ont été|fut|a-t-\\p{L}+)|en quelle année',
        'cuándo (?:fue|fueron|se \\p{L}+(?:ó|aron|ieron))|en qué año',
        'متى (?:تأسس|تأسست|بني|بنيت|افتتح|ولد)|في أي (?:عام|سنة)',
      ),
      '哪一?年|何年に|いつ(?=\\p{L}+ました)',
    ),
    isIn: (sentence) => DAY_WORDS.test(sentence) || datesIn(sentence).length > 0,
  },
  {
    asks: anyOf(
      words(
        // Elsewhere it is no question: "What do I do when it rains?"
        '(?<=^[^\\p{L}]*(?:and |but |so |then )?)when|(?:until|since|by|from) when|(?:at |by |until )?what time|(?:on )?(?:which|what) (?:day|date)s?',
        '(?:bis |ab |seit )?wann|um wie ?viel uhr|an welche[mn] tage?n?',
        '(?<=^[^\\p{L}]*(?:et |mais )?)quand|(?:depuis|jusqu.à|à partir de|pour|de) quand|(?:à|jusqu.à|dès) quelles? heures?|quels? jours?|à quelle date',
        '(?:hasta |desde )?cuándo|(?:a|hasta|desde) qué hora|qué días?|en qué fecha',
        'متى|في أي (?:يوم|ساعة|تاريخ|شهر)',
      ),
      '(?:在|是)?(?:什么时候|何时|几点|哪一?天|星期几|几号|几月)',
      'いつ(?:から|まで)?|何(?:時|曜日|日|月|年)(?:に|から|まで)?',
    ),
    isIn: has(TIME_WORDS),
  },
  {
    asks: anyOf(
      words(
        'how much (?:is|are)|(?:how much|what)(?: do| does| did| must| will)?(?=.* (?:costs?|pay|charged?))|what is the (?:price|cost|fee|charge)(?: (?:for|of))?',
        'was kosten|was kostet|wie teuer|wie ?viel kostet|wie ?viel kosten',
        'combien (?:coûte(?:nt)?|paie-t-on|faut-il payer|doit-on payer)|quel(?:le)? est le (?:prix|tarif|montant|coût)',
        'cuánto (?:cuestan?|valen?|se paga|hay que pagar)|cuál es el (?:precio|coste|importe)',
        'كم (?:سعر|ثمن|تكلفة|رسوم|يكلف|تكلف)|ما (?:هو|هي) (?:سعر|ثمن|تكلفة|رسوم)',
      ),
      '(?:要|是)?多少(?:钱|元)|的?(?:价格|费用)是多少',
      '(?:の?(?:料金|値段|費用)は)?いくら(?:かか)?',
    ),
    isIn: (sentence) => MONEY_WORDS.test(sentence) || COSTS.test(sentence),
  },
  {
    asks: anyOf(
      words(
        'how (?:far|deep|tall|wide)|how many (?:met(?:er|re)s|kilomet(?:er|re)s|miles|feet)|what(?: is|.s) the (?:length|depth|height|width|distance|area)(?: of)?',
        'wie (?:weit|tief|breit)',
        'quelle est la (?:taille|profondeur|hauteur|longueur|largeur|distance|surface)',
        'cuál es la (?:profundidad|altura|longitud|anchura|distancia|superficie)',
      ),
      '多(?:远|深|高|宽)',
    ),
    isIn: has(LENGTH_WORDS),
  },
  {
    asks: anyOf(
      `${START}(?:how many |wie viele[nr]? |combien d(?:e |['’])|cuánt[oa]s |كم عدد )([\\p{L}\\p{M}]{3,})`,
      '何([人個枚匹本歳階台冊回点名度])',
      '多少([页頁人个台张次米度名位间册本升吨]|公斤|千克|厘米|公里|平方米)',
    ),
    isIn: (sentence, _question, [, counted = '', counter, measure]) => {
      const unit = counter ?? measure;
      return unit === undefined
        ? hasCount(sentence, counted)
        : new RegExp(`(?:\\p{Nd}|${HAN_NUMBER}) ?${unit}`, 'u').test(sentence);
    },
    isCounted: true,
  },
  {
    asks: anyOf(
      words(
        'how (?:many|much|hot|high|big|large|fast|loud|heavy|old|warm|strong|thick)',
        'wie (?:viele?[nr]?|hoch|groß|warm|heiß|schnell|schwer|laut|alt|lang|stark)',
        "combien(?: (?:de|d['’]))?",
        'cuánt[oa]s?',
        'كم',
      ),
      '(?:是)?多少|(?:是)?多(?:大|重|快)|几(?=个|张|台|名|位|次|间|本|条|只|件|份|辆|页|层|家|所|册|部|门|项)',
      '(?:どの|どれ)(?:くらい|ぐらい)',
    ),
    isIn: has(NUMBERS),
  },
  {
    asks: anyOf(
      words(
        "what(?: is| are|'s) the names? of",
        'wie hei(?:ß|ss)(?:t|en)',
        'comment s.appelle(?:nt)?',
        'cómo se llaman?',
        'ما (?:هو )?اسم',
      ),
      '叫什么(?:名字)?|の?名前は',
    ),
    isIn: hasName,
  },
  {
    asks: anyOf(
      words(
        '(?:by |to )?who(?:m|se)?',
        'we[rmn]|wessen',
        '(?:à |par |de )?qui(?: s.occupe(?: d(?:e|es|u))?)?',
        '(?:a |por )?quién(?:es)?',
      ),
      words('من (?:هو|هي|هم)'),
      '^\\s*من(?= )|(?:是)?由?(?:谁|哪位)|(?:誰|どなた|だれ)(?:が|に)?',
    ),
    isIn: hasName,
    isUnsure: true,
  },
  {
    asks: anyOf(
      `${words("what(?: is| are|'s) the")} ([\\p{L}\\p{M}]{4,}) (?=of )`,
      `${words('(?:was|wie|welche[rs]?) (?:ist|sind|lautet|lauten) (?:der|die|das)')} (\\p{L}{4,}) (?=(?:der|des|von|vom) )`,
      `${START}quel(?:le)?s? (?:est|sont) (?:le |la |les |l['’])([\\p{L}\\p{M}]{4,}) (?=(?:de|du|des|d['’]))`,
      `${START}cuál(?:es)? (?:es|son) (?:el|la|los|las) ([\\p{L}\\p{M}]{4,}) (?=del? )`,
      '的(\\p{sc=Han}{2,4}?)(?:在哪[里儿]|是什么)',
    ),
    isIn: (sentence, _question, [, ...groups]) => {
      const [asked = ''] = groups.filter((group) => group !== undefined);
      const others = [...wordsFor(foldText(asked))].map(stemOf);
      return new RegExp([stemOf(foldText(asked)), ...others].join('|'), 'u').test(foldText(sentence));
    },
    isUnsure: true,
    isCounted: true,
  },
];

/** Words that only ask, or hold the question together, by script. */
const LATIN = new RegExp(
  words(
    'can|may|must|might|need|costs?|there|someone|anyone|one',
    'darf|dürfen|kann|können|muss|müssen|man|bekomm(?:t|e|en)|gibt',
    '(?:peut|doit|faut|est|sont|a)(?:-t)?-(?:on|ils?|elles?)|peut|peuvent|doit|doivent|on|se trouve(?:nt)?',
    'se|puedo|puede[ns]?|debe[ns]?|hay|tiene[ns]?',
  ),
  'giu',
);
const ARABIC = new RegExp(
  words(
    '[وف]?ما (?:هي|هو|هم)|[وف]?هل|[وف]?ماذا|[وف]?أين|أي|[وف]?كيف|[وف]?لماذا|في|من|على|إلى|عن|مع|هذا|هذه|التي|الذي|يجوز|يمكن|يقع|تقع|يوجد',
  ),
  'gu',
);
const CHINESE = /什么|怎么办?|哪[里儿个些]|可以|应该|需要|请问|意思|[吗呢是的了我]/gu;
const JAPANESE =
  /どこ|どう|どの|何|かかり?|ください|したら|すれば|ときに?|どんな|なぜ|[っい]?ても?いい|(?<=[\p{sc=Han}\p{sc=Katakana}ー])\p{sc=Hiragana}+|です|ます|か(?=$|[？?])/gu;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** What a question wants to know, in English, German, French, Spanish, Chinese, Japanese or Arabic; nothing sure of one in another language. */
export function kindOf(question: string): QuestionKind {
  for (const { asks, isIn, isUnsure = false, isCounted = false } of ASKINGS) {
    const asked = asks.exec(question);
    if (asked === null) continue;
    const counted = isCounted ? asked.slice(1).join(' ') : '';
    const rest = question.replace(asks, `\n${counted}\n`);
    const isHidden = isIn === hasName && !HAS_CASE.test(question);
    const isNeeded = isHidden ? 'never' : isUnsure ? 'mostly' : 'always';
    return { isIn: (sentence) => isIn(sentence, question, asked), isNeeded, topic: topicOf(rest) };
  }
  return { isIn: undefined, isNeeded: 'never', topic: topicOf(question) };
}

function topicOf(question: string): string {
  const inKana = KANA.test(question) ? JAPANESE : CHINESE;
  return [LATIN, ARABIC, inKana].reduce((text, pattern) => text.replaceAll(pattern, '\n'), question);
}
