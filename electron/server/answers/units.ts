import { foldText } from '../../../shared/text/words.ts';

/** By unit its names and signs in all languages, parted by blanks; "_" stands for a blank. */
const NAMES: Readonly<Record<string, string>> = {
  kg: 'kg kilogram kilograms kilo kilos kilogramm kilogramme kilogrammes kilogramo kilogramos 公斤 千克 キロ キログラム كيلوغرام كيلوجرام كيلوغراما كيلوجراما كغ كجم كيلو',
  g: 'g gram grams gramm gramme grammes gramo gramos 克 グラム غ غرام جرام غراما جراما',
  mg: 'mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos 毫克 ミリグラム ملغ ملليغرام ملليجرام',
  t: 't ton tons tonne tonnes tonnen tonelada toneladas 吨 噸 トン طن',
  lb: 'lb lbs pound pounds pfund libra libras livre livres 磅 ポンド',
  km: 'km kilometer kilometers kilometre kilometres kilometern kilomètre kilomètres kilómetro kilómetros 公里 キロメートル كيلومتر كيلومترا كم',
  m: 'm meter meters metre metres metern mètre mètres metro metros 米 メートル متر مترا أمتار',
  cm: 'cm centimeter centimeters centimetre centimetres zentimeter zentimetern centimètre centimètres centímetro centímetros 厘米 センチ センチメートル سم سنتيمتر',
  mm: 'mm millimeter millimeters millimetre millimetres millimetern millimètre millimètres milímetro milímetros 毫米 ミリ ミリメートル مم',
  mile: 'mile miles meile meilen mille milles milla millas 英里 マイル ميل',
  ft: 'ft foot feet fuß pied pieds pie pies 英尺 フィート قدم',
  in: 'inch inches zoll pouce pouces pulgada pulgadas 英寸 インチ بوصة',
  m2: 'm² m2 sqm qm square_meters square_metres quadratmeter quadratmetern mètres_carrés metros_cuadrados 平方米 平米 平方メートル متر_مربع مترا_مربعا',
  m3: 'm³ m3 cubic_meters cubic_metres kubikmeter kubikmetern mètres_cubes metros_cúbicos 立方米 立方メートル متر_مكعب',
  ha: 'ha hectare hectares hektar hectárea hectáreas 公顷 ヘクタール هكتار',
  l: 'l liter liters litre litres litern litro litros 升 リットル لتر لترا لترات',
  gallon: 'gallon gallons gallone gallonen galón galones 加仑 ガロン جالون غالون',
  yard: 'yard yards yarda yardas 码 ヤード ياردة',
  acre: 'acre acres 英亩 エーカー فدان',
  kcal: 'kcal calories kalorien calorías 卡路里 カロリー سعرة',
  oz: 'oz ounce ounces unze unzen onza onzas 盎司 オンス',
  ml: 'ml milliliter milliliters millilitre millilitres millilitern mililitro mililitros 毫升 ミリリットル مل ملليلتر',
  '°c': '°c ° degree degrees celsius grad degré degrés grado grados 度 摄氏度 درجة درجات degrees_celsius grad_celsius degrés_celsius grados_celsius درجة_مئوية درجات_مئوية',
  '°f': '°f fahrenheit degrees_fahrenheit grad_fahrenheit degrés_fahrenheit 华氏度 فهرنهايت درجة_فهرنهايت',
  '%': '% ٪ percent per_cent prozent pour_cent por_ciento パーセント 百分比 بالمئة بالمائة في_المئة في_المائة percentage_points',
  '‰': '‰ promille permille',
  eur: '€ eur euro euros 欧元 歐元 ユーロ يورو',
  usd: '$ usd us$ dollar dollars dólar dólares 美元 ドル دولار دولارا دولارات',
  gbp: '£ gbp pfund_sterling 英镑 英鎊',
  chf: 'chf franken franc francs franco francos 瑞士法郎 フラン',
  jpy: '円 jpy yen 日元',
  cny: '¥ 元 cny rmb yuan 人民币 块 块钱',
  sar: 'ريال ريالا ريالات riyal riyals',
  aed: 'درهم درهما دراهم dirham dirhams',
  egp: 'جنيه جنيها جنيهات',
  cent: 'cent cents centime centimes céntimo céntimos',
  second: 'second seconds sec s sekunde sekunden seconde secondes segundo segundos 秒 秒钟 秒間 ثانية ثوان ثواني',
  minute: 'minute minutes min minuten minuto minutos 分钟 分鐘 分 分間 دقيقة دقائق',
  hour: 'hour hours hr hrs h stunde stunden std heure heures hora horas 小时 小時 時間 个小时 ساعة ساعات',
  day: 'day days tag tage tagen tages jour jours día días 天 日 日間 يوم يوما أيام',
  week: 'week weeks woche wochen semaine semaines semana semanas 周 週 週間 星期 个星期 أسبوع أسبوعا أسابيع',
  month:
    'month months monat monate monaten monats mois mes meses 个月 個月 か月 ヶ月 カ月 ヵ月 箇月 شهر شهرا أشهر شهور',
  quarter: 'quarter quarters quartal quartale quartalen trimestre trimestres 季度 四半期',
  year: 'year years jahr jahre jahren jahres an ans année années año años 年 年間 سنة سنوات سنين عام عاما أعوام',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes',
  tb: 'tb terabyte terabytes',
  w: 'w watt watts وات 瓦',
  kw: 'kw kilowatt kilowatts 千瓦 キロワット كيلوواط',
  mw: 'megawatt megawatts 兆瓦 メガワット ميغاواط',
  kwh: 'kwh kilowattstunden 千瓦时 キロワット時',
  v: 'v volt volts 伏 ボルト فولت',
  a: 'ampere amperes amp amps',
  hz: 'hz hertz',
  mhz: 'mhz',
  ghz: 'ghz',
  'km/h': 'km/h kmh kilometers_per_hour stundenkilometer 公里每小时',
  mph: 'mph miles_per_hour',
  bar: 'bar bars',
};

const TIME_UNITS: ReadonlySet<string> = new Set('second minute hour day week month quarter year'.split(' '));

/** Words that say how often, or for how long, without a number. */
const PERIODS: Readonly<Record<string, string>> = {
  hour: 'hourly stündlich',
  day: 'daily täglich tägliche täglichen quotidien quotidienne quotidiennement diario diaria diarios diarias diariamente يومي يوميا يومية 每天 每日 毎日',
  week: 'weekly wöchentlich wöchentliche wöchentlichen hebdomadaire hebdomadaires semanal semanales semanalmente أسبوعي أسبوعيا أسبوعية 每周 每週 毎週',
  month:
    'monthly monatlich monatliche monatlichen monatlicher mensuel mensuelle mensuels mensuelles mensuellement mensual mensuales mensualmente شهري شهريا شهرية 每月 毎月 月額',
  quarter: 'quarterly vierteljährlich trimestriel trimestrielle trimestral trimestrales 每季度',
  year: 'yearly annual annually jährlich jährliche jährlichen jährlicher annuel annuelle annuels annuelles annuellement anual anuales anualmente سنوي سنويا سنوية 每年 毎年 年額 年度',
};

function byName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([unit, words]) =>
      words.split(' ').map((word) => [foldText(word.replaceAll('_', ' ')), unit] as const),
    ),
  );
}

const UNITS = byName(NAMES);
const TIMES = new Map([...UNITS].filter(([name, unit]) => TIME_UNITS.has(unit) && name.length > 2));
const PERIOD_WORDS = new Map([...TIMES, ...byName(PERIODS)]);

const AFTER_NUMBER =
  /^(?:[ \u00a0\u202f]?[-\u2010\u2011]?)((?:[%٪‰°€$£¥][cf]?(?![\p{L}])|(?:km\/h|[\p{sc=Latin}\p{sc=Arabic}\p{M}]+[²³]?)))(?:[ \u00a0\n]+([\p{sc=Latin}\p{sc=Arabic}\p{M}]+))?(?:[ \u00a0\n]+([\p{sc=Latin}\p{sc=Arabic}]+))?/u;
const UNSPACED_AFTER = /^[ \u3000]?([\p{sc=Han}\p{scx=Katakana}\p{sc=Hiragana}]{1,7})/u;

export interface FoundUnit {
  readonly unit: string;
  /** UTF-16 units behind the number. */
  readonly length: number;
}

function longestName(run: string): string | undefined {
  for (let length = Math.min(run.length, 7); length > 0; length -= 1) {
    if (UNITS.has(run.slice(0, length))) return run.slice(0, length);
  }
  return undefined;
}

/** The unit that begins a folded text, which stands behind a number; of a time also behind an adjective ("30 working days"). */
export function unitBehind(text: string): FoundUnit | undefined {
  const unspaced = UNSPACED_AFTER.exec(text);
  if (unspaced !== null) {
    const name = longestName(unspaced[1] ?? '');
    const unit = UNITS.get(name ?? '');
    return unit === undefined
      ? undefined
      : { unit, length: unspaced[0].length - (unspaced[1]?.length ?? 0) + (name?.length ?? 0) };
  }
  const match = AFTER_NUMBER.exec(text);
  if (match === null) return undefined;
  const [whole, first = '', second, third] = match;
  const firstEnd = whole.indexOf(first) + first.length;
  if (second !== undefined) {
    const both = UNITS.get(foldText(`${first} ${second}`));
    if (both !== undefined) return { unit: both, length: whole.indexOf(second, firstEnd) + second.length };
  }
  const unit = UNITS.get(foldText(first));
  if (unit !== undefined) return { unit, length: firstEnd };
  const later = TIMES.get(foldText(second ?? '')) ?? TIMES.get(foldText(third ?? ''));
  return later === undefined ? undefined : { unit: later, length: 0 };
}

/** The unit of a sign or a code of money before a number. */
export function unitOfSign(sign: string): string | undefined {
  return UNITS.get(sign);
}

/** The day, week, month or year that a folded word says without a number. */
export function periodOfWord(word: string): string | undefined {
  return PERIOD_WORDS.get(word);
}

/** The same of scripts without spaces. */
export const UNSPACED_PERIODS = /[每毎](?:个|個)?([年月周週天日])|([年月])[額间間]/gu;

const UNSPACED_PERIOD: Readonly<Record<string, string>> = {
  年: 'year',
  月: 'month',
  周: 'week',
  週: 'week',
  天: 'day',
  日: 'day',
};

export function periodOfCharacter(character: string): string | undefined {
  return UNSPACED_PERIOD[character];
}
