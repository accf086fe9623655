import { foldText } from '../../../shared/text/words.ts';

/**
 * Words that say little of what a question is about: a sentence that answers it may have others for them. Parted by blanks; of scripts without spaces they are
 * letters that may stand anywhere.
 */
const LIGHT = [
  'took went came gave stood brought said meant knew told wanted needed keep keeps kept get gets got take takes taken took use uses used using do done make makes made need needs needed find found happen happens mean means stand stands stay stays go goes going gone come comes look give gives given put puts bring brings brought want like know tell say says same time times way thing things kind kinds type types sort people person someone anyone somebody anybody everyone everybody something anything exactly usually normally still already ever today now please here possible able available required necessary allowed permitted forbidden prohibited permissible maximum minimum cost costs pay pays paid price prices charge charged fee fees amount number total name names called fit fits located case long often far big large new old first last next main different please ask should let lets around',
  'geht gehen ging kommt kommen kam liegt liegen lag steht stehen stand findet finden statt macht machen gemacht tun tut bekommt bekommen braucht brauchen gebraucht benotigt benotigen nehmen nimmt heisst heissen bedeutet bedeuten bleiben bleibt lassen passt passen erlaubt gestattet verboten zulassig moglich notig notwendig erforderlich kosten kostet preis zahlen zahlt bezahlt bezahlen hoch lang lange oft gross alt neu jemand leute person personen genau eigentlich normalerweise heute jetzt hier gleiche gleichen gleichzeitig zeit zeiten mal selbst selber benutzen verwenden hohe anzahl name namen betragt betragen gilt gelten hin bitte denn haben hat hause',
  'ou faire fait font prendre prend mettre pour met aller va vont trouve trouver trouvent situe situee utiliser utilise besoin permis permise autorise autorisee autorises autorisees admis admise admises interdit interdite acceptes acceptees accepte acceptee possible necessaire obligatoire coute coutent prix tarif tarifs payer paie paye paient montant cout temps fois heure heures lieu personne personnes gens quelqu meme nombre nom type genre dure durer reste restent rester avoir etre jusqu ne pas il ils elle elles lorsqu besoin long longtemps grand grande nouveau nouvelle',
  'donde cual que hacer hace tener tiene tienen llevar lleva poner tomar usar necesita necesito necesitan necesario encuentra encuentran queda estan permitido permitida permite permiten permitidos admite admiten acepta aceptan prohibido prohibida posible obligatorio cuesta cuestan costar precio pagar paga pagan importe coste vale valen tiempo vez veces hora horas lugar persona personas gente mismo misma numero nombre tipo dura durar tarda grande nuevo nueva debo debemos quiero',
  'يمكن مسموح ممنوع يسمح مسموحا ممنوعا يوجد توجد سعر ثمن تكلفه رسوم يكلف تكلف يدفع ندفع وقت الوقت مره عدد اسم نوع مكان يجب احتاج نحتاج يحتاج',
  '可以 需要 应该 必须 允许 准许 禁止 多少 多久 什么 怎么 怎样 如何 哪里 哪个 哪些 有没有 是否 价格 费用 花费 多少钱 时间 时候 地点 位于 位置 名字 负责 使用 拥有 办理 进行 一共 最多 最少 至少 那里 这里 一个 每个 请问 意思 左右 大概 大约 一般 的时候 最大 最高 晚上',
  '料金 値段 費用 場所 必要 可能 禁止 使用 利用 方法 時間 名前 場合 一番 大体 通常',
];

/** Words that say the same where a question asks for one of them. */
const SAME: readonly string[] = [
  'eat eating food meal meals snacks',
  'car cars vehicle vehicles',
  'bike bikes bicycle bicycles',
  'phone telephone call',
  'begin begins start starts opens',
  'end ends finish finishes',
  'buy purchase',
  'rent rented hire hired lend lent loan loans borrow borrowed lease leased',
  'photo photos photograph photographs photography picture pictures camera',
  'warranty guarantee',
  'lead leads led head heads manage manages managed manager run runs director leader boss',
  'repair repairs fix fixed mend mended',
  'clean cleans wash washed',
  'send ship shipped deliver delivered post delivery',
  'toilet toilets restroom bathroom lavatory',
  'doctor physician',
  'staff employee employees worker workers',
  'kid kids child children',
  'holiday holidays vacation',
  'hurt injured injury injuries accident',
  'weigh weighs weight heavy kg kilos kilograms',
  'build built construct constructed construction',
  'close closed closes shut',
  'rain rains raining wet',
  'lift elevator',
  'lose lost loses',
  'replace replaced replacement',
  'due deadline until',
  'responsible answers answered charge',
  'essen speisen mahlzeit mahlzeiten',
  'auto wagen pkw fahrzeug',
  'fahrrad fahrrader rad rader',
  'telefon anrufen telefonnummer',
  'beginnt beginnen anfangen anfang start startet',
  'endet enden schluss ende',
  'kaufen erwerben anschaffen',
  'mieten leihen ausleihen verleihen',
  'foto fotos fotografieren bilder',
  'garantie gewahrleistung',
  'leitet leiter leiterin fuhrt chef chefin geleitet',
  'repariert reparieren reparatur beheben behebt instandhaltung',
  'reinigt reinigen putzt putzen gereinigt waschen wascht',
  'zustandig verantwortlich kummert wartet gewartet betreut',
  'wartet gewartet wartung',
  'toilette toiletten wc',
  'urlaub ferien',
  'wiegt wiegen gewicht schwer',
  'gebaut errichtet erbaut',
  'fallig eingehen eingegangen',
  'fuhrt geht fahrt',
  'annehmen nimmt entgegen annahme',
  'fasst wasser',
  'louer location loue louee loues louees loyer',
  'manger nourriture repas',
  'voiture vehicule auto',
  'commence commencer debute debut',
  'finit termine fin',
  'acheter achat',
  'photo photos photographie',
  'dirige directeur directrice responsable',
  'repare reparer reparation',
  'nettoie nettoyer laver lavage',
  'toilettes sanitaires wc',
  'horaires heures heure ouvert ouverte',
  'taille mesure grandeur surface',
  'envoie envoyer expedie expedies livraison',
  'temperature degres chauffe',
  'an annee annuel annuelle',
  'visite visites entree',
  'alquilar alquiler prestan prestar alquila',
  'comer comida',
  'coche coches vehiculo vehiculos',
  'aparcar aparcamiento parking estacionamiento',
  'empieza empezar comienza inicio',
  'acaba termina fin',
  'dirige director directora jefe',
  'repara reparar arregla reparacion',
  'limpia limpiar lavar',
  'cancelar anular anulacion',
  'barco buque',
  'viaje travesia trayecto',
  'ano anual',
  'فتح يفتح افتتاح',
  '飞机 航班 机票',
  '抽烟 吸烟',
  '丢失 遗失 丢',
  '酒店 宾馆 旅馆 住宿',
  '购买 买',
  '员工 职工 人员',
  '质保 保修',
  '几年 年',
  '預約 予約',
  'お手洗い トイレ',
  '電話番号 電話',
];

/** What a question may ask of all at once, and what a sentence may have for it. */
const BROADER: Readonly<Record<string, string>> = {
  pet: 'animal animals dog dogs cat cats',
  pets: 'animal animals dog dogs cat cats',
  animal: 'pet pets dog dogs cat cats',
  animals: 'pet pets dog dogs cat cats',
  papers: 'passport identity proof certificate',
  documents: 'passport identity proof certificate',
  haustier: 'tiere hund hunde katze katzen kleintiere',
  haustiere: 'tiere hund hunde katze katzen kleintiere',
  tiere: 'hund hunde katze katzen kleintiere',
  animaux: 'chien chiens chat chats',
  animal_fr: 'chien chiens chat chats',
  mascota: 'perro perros gato gatos',
  mascotas: 'perro perros gato gatos',
  animales: 'perro perros gato gatos',
  宠物: '狗 猫 犬',
  ペット: '犬 猫 小鳥',
};

/** Words that look like forms of one, and are none. */
const OTHER_WORDS: readonly string[] = [
  'author authors|authority authorities',
  'policy policies|police',
  'new|news',
  'university universities|universal universe',
  'organ organs|organization organisation organize organise',
  'busy|business businesses',
  'several|severe|sever',
  'general generals|generation generations|generous|generic',
  'experience experiences experienced|experiment experiments experimental',
  'design designs designed|designate designated designation',
  'import imports imported|importance important',
  'community communities|communication communications communicate|communist',
  'past|paste pastes',
  'polite|politics',
  'object objects|objective objectives|objection objections',
  'execute execution|executive executives',
  'animal animals|animate animated animation',
  'person persons|personal|personality',
  'late|lately|later',
  'water waters|watering',
  'mean means|meaning',
  'hard|hardly',
  'number numbers|numb',
  'station stations|stationary|stationery',
  'secret secrets|secretion',
  'miete mieten mietet|mieter mieters mietern mieterin',
];

function folded(words: string): readonly string[] {
  return words.split(' ').map(foldText);
}

const LIGHT_WORDS = new Set(LIGHT.flatMap(folded));

/** Words, and letters of Chinese and Japanese, without which a sentence may answer a question that has them. */
export function isLightWord(word: string): boolean {
  return LIGHT_WORDS.has(word);
}

const HAN_OR_KANA = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}]/u;

/** The light words of Chinese and Japanese in a text, longest first. */
export const LIGHT_LETTERS = new RegExp(
  LIGHT.flatMap(folded)
    .filter((word) => HAN_OR_KANA.test(word))
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'gu',
);

const OTHERS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  const add = (word: string, others: readonly string[]) => {
    found.set(word, new Set([...(found.get(word) ?? []), ...others]));
  };
  for (const group of SAME) for (const word of folded(group)) add(word, folded(group));
  for (const [word, narrower] of Object.entries(BROADER)) add(foldText(word.replace(/_.*/, '')), folded(narrower));
  return found;
})();
const NO_WORDS: ReadonlySet<string> = new Set();

/** What may stand for a folded word of a question. */
export function wordsFor(word: string): ReadonlySet<string> {
  return OTHERS.get(word) ?? NO_WORDS;
}

/** What of Chinese and Japanese may stand for letters of a question, by these letters. */
export const LETTERS_FOR: readonly (readonly [letters: string, others: readonly string[]])[] = [...OTHERS]
  .filter(([word]) => HAN_OR_KANA.test(word))
  .map(([word, others]) => [word, [...others]]);

/** Whether a text has other letters for one or two letters of a question, or of a word of it. */
export function isInOtherLetters(letters: string, text: string): boolean {
  return LETTERS_FOR.some(
    ([word, others]) =>
      (letters.length > 1 ? word.includes(letters) : word === letters) && others.some((other) => text.includes(other)),
  );
}

const APART: readonly (readonly ReadonlySet<string>[])[] = OTHER_WORDS.map((row) =>
  row.split('|').map((words) => new Set(words.split(' '))),
);

/** Whether two folded words that look alike are forms of different words. */
export function areOtherWords(one: string, other: string): boolean {
  return APART.some((sets) => {
    const own = sets.find((words) => words.has(one));
    return own !== undefined && !own.has(other) && sets.some((words) => words.has(other));
  });
}
