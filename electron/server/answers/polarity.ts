import type { Language } from './languages.ts';

/** What does not say no although it looks so: "not only", "must" in Japanese, "at most" in Chinese. All of folded text. */
const NO_NEGATION =
  /\bnot only\b|\bnot (?:more|less|fewer|later|earlier) than\b|\bno (?:more|less|fewer|later|earlier) than\b|\bnot exceed\w*|\bno\.? ?(?=\d)|\bnot until\b|\bwhether or not\b|\bnicht nur\b|\bnicht (?:mehr|weniger|spater|fruher) als\b|\bnon seulement\b|\bpas (?:seulement|plus de|moins de)\b|\bno (?:solo|sólo|mas de|más de|menos de|mas tarde|más tarde)\b|不但|不仅|不僅|不只|不过|不過|不同|不断|不斷|不久|不少[于於]|不得不|不管|不论|不論|不低[于於]|不超[过過]|不多[于於]|不[晚迟遲][于於]|非常|未来|未來|[无無][论論]|特[别別]|[区區][别別]|分[别別]|[级級][别別]|[类類][别別]|性[别別]|[别別]墅|[别別]人|[识識][别別]|[个個][别別]|除非|差不多|不[锈鏽]|[無无](?:料|事|[線线])|未[満满]|不[动動動][产產産]|な(?:けれ|くて)?ば?(?:は)?な(?:ら|り)(?:ない|ませ?ん)|ないと(?:いけ|なら)|かもしれ(?:ない|ません)|少ない|危ない|間違いない|だけでな[くい]|のみならず|すみません|ليس فقط/gu;

const NEGATIONS: readonly RegExp[] = [
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|neither|nor|cannot|non(?=-)|hardly)(?!\p{L})|n['’]t(?!\p{L})/u,
  /(?<!\p{L})(?:nicht|kein(?:e|en|em|er|es)?|nie|niemals|niemand(?:en|em)?|nichts|weder|keinesfalls|keineswegs)(?!\p{L})/u,
  /(?<!\p{L})(?:ne|pas|jamais|aucun(?:e|s|es)?|rien|ni|nul(?:le)?)(?!\p{L})|(?<!\p{L})n['’](?=\p{L})/u,
  /(?<!\p{L})(?:nunca|jam[aá]s|ning[uú]n|ninguna|ninguno|nada|nadie|tampoco)(?!\p{L})/u,
  /(?<!\p{L})[وف]?(?:لا|لم|لن|ليس|ليست|ليسوا|غير|عدم|يمتنع)(?!\p{L})/u,
];
const CHINESE_NEGATION = /不|没|沒|無|无|未|非|勿|否|禁止|严禁|嚴禁/u;
const JAPANESE_NEGATION =
  /ない|なかった|なく(?!な)|ませ[んぬ]|ず(?=に|、|。|$)|なし|なき|禁止|[不未無非](?=\p{sc=Han})/u;
const WITHOUT =
  /(?<!\p{L})(?:without|except|excluding|unless|ohne|außer|ausser|ausgenommen|sans|sauf|hormis|sin|excepto|salvo|بدون|دون|بلا|باستثناء|عدا|الا)(?!\p{L})|除了?(?!外|非)|を除|以外/u;

const NEGATIVE_MARK = /[不没沒無无未非勿]|な[いくかし]|ませ/u;

/** Whether a folded text says that something is not so. */
export function isNegated(text: string, language: Language): boolean {
  const rest = text.replaceAll(NO_NEGATION, ' ');
  if (language === 'ja')
    return NEGATIVE_MARK.test(rest) || rest.includes('禁止') || /ず/u.test(rest) ? JAPANESE_NEGATION.test(rest) : false;
  if (language === 'zh') return CHINESE_NEGATION.test(rest);
  return NEGATIONS.some((pattern) => pattern.test(rest));
}

/** Whether a folded text says that something is without something. */
export function isWithout(text: string): boolean {
  return WITHOUT.test(text);
}

/** Words that contradict each other, as they begin; "$" ends a word. In scripts without spaces anywhere. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  [
    'at least|minimum|no less than|not less than|no fewer than|mindest|wenigstens|mehr als|nicht weniger als|au moins|plus de|al menos|como minimo|por lo menos|mas de|more than|exceed|至少|不少于|不少於|不低于|不低於|超过|超過|以上|最低|少なくとも|最少|على الاقل|اكثر من|لا يقل',
    'at most|up to|maximum|no more than|not more than|less than|fewer than|not exceed|hochst|bis zu|maximal|weniger als|nicht mehr als|au plus|jusqu|moins de|maximum|como maximo|hasta|menos de|最多|至多|不超过|不超過|以下|以内|以內|最大|最高|多くとも|على الاكثر|حد اقصى|اقل من|لا يزيد|لا يتجاوز',
  ],
  [
    'before$|until$|till$|prior|vor$|bevor|bis$|avant$|jusqu|antes|hasta|之前|以前|前に|[日天时時周週月年点饭餐食术]前|قبل',
    'after$|nach$|nachdem|apres$|despues|tras$|之后|之後|以后|以後|後に|[日天时時周週月年点饭餐食术][后後]|بعد',
  ],
  [
    'from$|starting|a partir|depuis|des le|ab$|seit$|desde|起|から|以降|ابتداء|اعتبارا|منذ',
    'until|till$|through$|jusqu|bis$|hasta|截至|为止|まで|حتي',
  ],
  [
    'all$|every$|each$|alle$|allen$|aller$|jede|tous$|toutes$|chaque|todos|todas|cada|所有|全部|すべて|全て|جميع',
    'some$|einige|manche|certain|quelques|plusieurs|algunos|algunas|有些|一部|部分|بعض',
  ],
  [
    'must$|shall$|required|obligat|muss$|mussen$|verpflichtet|doit$|doivent|debe$|deben$|obligatori|必须|必須|应当|義務|なければな|يجب|ملزم',
    'may$|can$|could$|optional|freiwillig|kann$|konnen$|darf$|durfen$|peut$|peuvent|facultati|puede|pueden|opcional|可以|自愿|任意|ことができ|てもよい|يجوز|يمكن|اختياري',
  ],
  [
    'increas|rise$|rises$|rose$|rising|risen|raise|grew$|grow|erhoh|steig|stieg|gestiegen|augment|hausse|aument|subi|上升|增加|增长|提高|上涨|上が|増加|上昇|増え|زاد|ارتفع|زياد|ارتفاع|يرتفع',
    'decreas|fall$|falls$|fell$|fallen|falling|reduc|drop|declin|lower|senk|sink|sank|gesunken|gefallen|verringer|diminu|baiss|disminu|baj|reduj|下降|减少|減少|降低|下跌|下が|低下|減り|減っ|انخفض|انخفاض|تراجع|ينخفض',
  ],
  [
    'open$|opens|opened|opening|geoffnet|offnet|offnen|ouvert|ouvre|abiert|abre|abrir|开放|开门|開放|開館|営業|開店|مفتوح|يفتح',
    'close$|closes|closed|closing|geschlossen|schliess|ferme|cerrad|cierra|cerrar|关闭|关门|閉鎖|閉館|休業|閉店|休館|مغلق|يغلق',
  ],
  [
    'allow|permit|erlaub|gestattet|zulassig|autoris|permis|permit|允许|允許|准许|許可|認め|يسمح|مسموح',
    'forbid|forbidden|prohibit|banned|verbot|untersag|interdi|prohib|禁止|不准|ممنوع|يحظر|محظور',
  ],
  [
    'includ|inbegriffen|enthalten|einschliess|inclus|inclu|compris|包括|包含|含む|含ま|يشمل|تشمل',
    'exclud|ausgeschlossen|ausschliess|exclu|excluy|不含|除く|含まれない|يستثني',
  ],
  [
    'buy$|buys|bought|purchas|kauf|gekauft|achet|acheter|compr[aoó]|购买|買|購入|اشتري|يشتري',
    'sell$|sells|sold$|sale|verkauf|vend|卖|出售|売|販売|باع|يبيع',
  ],
  [
    'won$|win$|wins$|gewann|gewonnen|gewinn|gagn|gan[aoó]|赢|获胜|勝|فاز|ربح',
    'lost$|lose$|loses|verlor|verlier|perd|perdi|pierd|输|败|負|خسر',
  ],
  ['success|erfolgreich|reussi|exito|成功|نجح', 'fail|gescheitert|scheiter|echou|echec|fracas|失败|失敗|فشل'],
  [
    'accept|angenommen|akzept|acept|接受|受け入れ|قبل$|وافق',
    'reject|refus|decline|abgelehnt|ablehn|rechaz|拒绝|拒絶|拒否|却下|رفض',
  ],
  ['higher|hoher|plus (?:haut|eleve)|mas alt|更高|より高', 'lower|niedriger|plus bas|mas baj|更低|より低'],
  [
    'larger|bigger|greater|grosser|plus grand|mayor|更大|より大き|اكبر',
    'smaller|kleiner|plus petit|menor|更小|より小さ|اصغر',
  ],
  ['older|alter$|plus age|plus vieux|更老|اقدم', 'younger|junger|plus jeune|mas joven|更年轻|احدث'],
  ['faster|schneller|plus rapide|mas rapid|更快|より速|اسرع', 'slower|langsamer|plus lent|mas lent|更慢|より遅|ابطا'],
  ['first$|erste|premier|primer|第一|最初|اول', 'last$|letzte|dernier|ultim|最后|最後|اخير'],
  [
    'morning|vormittag|morgens|matin|上午|早上|午前|صباح',
    'afternoon|evening|nachmittag|abends|apres-midi|soir|tarde$|下午|晚上|午後|مساء',
  ],
  ['north|nord|norte|北|شمال', 'south|sud|sur$|南|جنوب'],
  ['east$|eastern|ost$|osten|est$|este$|东|東|شرق', 'west$|western|westen|ouest|oeste|西|غرب'],
  ['left$|links|linke|gauche|izquierd|左|يسار', 'right$|rechts|rechte$|droite|derech|右|يمين'],
  [
    'enable|activ|aktiv|einschalt|启用|開启|有効|تفعيل',
    'disable|deactiv|deaktiv|ausschalt|desactiv|禁用|关闭|無効|تعطيل',
  ],
  [
    'tenant|mieter|locataire|inquilin|arrendatari|租户|租客|承租人|借主|賃借人|مستاجر',
    'landlord|vermieter|bailleur|proprietaire|arrendador|casero|房东|出租人|貸主|賃貸人|大家|مؤجر|مالك',
  ],
  [
    'employee|arbeitnehmer|mitarbeiter|salarie|emplead|trabajador|员工|雇员|従業員|労働者|موظف|عامل',
    'employer|arbeitgeber|employeur|empleador|patron|雇主|使用者|雇用主|صاحب العمل',
  ],
  ['buyer|kaufer|acheteur|comprador|买方|買主|مشتري', 'seller|verkaufer|vendeur|vendedor|卖方|売主|بائع'],
];

const UNSPACED = /[\p{scx=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

function beginsWith(words: string): RegExp {
  const parts = words.split('|').map((word) => {
    if (UNSPACED.test(word)) return word;
    const end = word.endsWith('$') ? '(?!\\p{L})' : '';
    const arabic = /\p{sc=Arabic}/u.test(word) ? '(?<![\\p{L}])(?:[وفبل]?ال|[وفبلك])?' : '(?<![\\p{L}])';
    return `${arabic}${word.replace('$', '')}${end}`;
  });
  return new RegExp(parts.join('|'), 'u');
}

const OPPOSITE_PATTERNS = OPPOSITES.map(([one, other]) => [beginsWith(one), beginsWith(other)] as const);

/** Whether one folded text has a word, and the other one only what contradicts it. */
export function isContradicted(sentence: string, support: string): boolean {
  return OPPOSITE_PATTERNS.some(([one, other]) => {
    const hasOne = one.test(sentence);
    const hasOther = other.test(sentence);
    if (hasOne === hasOther) return false;
    const [same, opposite] = hasOne ? [one, other] : [other, one];
    return !same.test(support) && opposite.test(support);
  });
}
