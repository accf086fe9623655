import { guessCyrillic, guessWestern } from './guess-western.ts';

/** Bytes at the start of a file that name its encoding. Longer marks first: UTF-32's begins like UTF-16's. */
const byteOrderMarks = [
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: 'utf-32le' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: 'utf-32be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** An encoding's name as iconv-lite knows it, and how long its mark is. */
export interface MarkedEncoding {
  readonly encoding: string;
  readonly markBytes: number;
}

/** The encoding that a byte order mark names, if there is one. */
export function encodingByMark(head: Uint8Array): MarkedEncoding | undefined {
  for (const { bytes, encoding } of byteOrderMarks) {
    if (bytes.every((byte, index) => head[index] === byte)) return { encoding, markBytes: bytes.length };
  }
  return undefined;
}

/** Share of NUL bytes among the even or the odd bytes that shows Western text in UTF-16; real text has 90 % and more. */
const UTF16_NUL_SHARE = 0.7;

/** UTF-16 without a mark: in most alphabets' text every second byte is often NUL, and hardly ever the one beside it. */
export function utf16WithoutMark(head: Uint8Array): string | undefined {
  const counts = { even: 0, odd: 0 };
  for (let index = 0; index < head.length; index += 1) {
    if (head[index] === 0) counts[index % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  const units = head.length / 2;
  if (counts.odd > units * UTF16_NUL_SHARE && counts.even < counts.odd / 10) return 'utf-16le';
  if (counts.even > units * UTF16_NUL_SHARE && counts.odd < counts.even / 10) return 'utf-16be';
  return undefined;
}

/** Japanese in bytes of ASCII, as old mail and web pages have it: an escape says that pairs of them are letters from there on. */
export const ISO_2022_JP = 'iso-2022-jp';

const ESCAPE = 0x1b;

/** Whether bytes, all of them ASCII, are ISO-2022-JP: somewhere after its escape come pairs, up to the line's end or the next escape. */
export function isIso2022Jp(bytes: Buffer): boolean {
  for (let start = bytes.indexOf('\x1b$'); start !== -1; start = bytes.indexOf('\x1b$', start + 1)) {
    // The two editions of the alphabet.
    if (bytes[start + 2] !== 0x40 && bytes[start + 2] !== 0x42) continue;
    let end = start + 3;
    while (isLetterByte(bytes[end])) end += 1;
    const length = end - start - 3;
    const next = bytes[end];
    const isCut = next === undefined;
    if (length >= 2 && (isCut || (length % 2 === 0 && (next === ESCAPE || next === 0x0a || next === 0x0d))))
      return true;
  }
  return false;
}

function isLetterByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x21 && byte <= 0x7e;
}

/** Encodings that others contain in full: the larger one reads quotes and dashes that the smaller has no place for. */
const supersets: ReadonlyMap<string, string> = new Map([
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
]);

/** The larger encoding that is meant, or the same. */
export function withSupersets(encoding: string): string {
  return supersets.get(encoding.toLowerCase()) ?? encoding;
}

/** chardet's confidence in a mere possibility, in percent. */
const GUESS = 10;

/** The most usual characters of texts, and of tables, in each language; none is usual in another of these encodings by chance more than once or twice. */
const SIMPLIFIED =
  '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知全使现点问手使部动加心等同体高长外开力新理想间实信相工样本月两关机高平业意情文第它最但应果全身提名并此把正向将真明由各化重政因已四五六七八九次员度利产资社制权济会科电话单位编号姓地址城市数量价格总计金额日期期号码司管类型备注册系统务项目表报告内容据件记录测试说处北京海广东西南州市省区县路';
const TRADITIONAL =
  '的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生自會那後能對著事其裡所去行過家十用發天如然作方成者多日都三小二無同麼經法當起與好看學進種將還分此心前面又定見只主沒公從知全使現點問手部動加等體高長外開力新理想間實信相工樣本月兩關機平業意情文第它最但應果身提名並把正向真明由各化重政因已四五六七八九次員度利產資社制權濟科電話單位編號姓地址城市數量價格總計金額日期號碼司管類型備註冊系統務項目表報告內容據件記錄測試處台北京海廣東西南州省區縣路';
const JAPANESE =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんがぎぐげござじずぜぞだでどばびぶべぼぱぴぷぺぽっゃゅょアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパピプペポッャュョー日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場員九入選立開手力学問高代明実円関決子動京全目表最言氏現理体化田当八六約主題下意不来作性的要用制度気小七成期公野取都和以機平加思家話受区県続正安設改数記院初北午指心界支第産結点報原名資計画号番価格量住所電課係品物店車道語書文';
const KOREAN =
  '이다는을의에가고하지한로은를사기서나도아어리인대시자들과요세해수일주부스그있보정제전장안여상원만니게것라마오우구동습계녕생적명국거비조공성반미관내소무신방위경유물용연모않면러때문되영말년없간식당음화재실중단행분저할입산번학회호금름출업야데려드타품체발양민트개선질치었았했던와더터교히진집같르까태표량통남김백박최강천심월차결격후합날속권등존엄프매책직청루종복로레현법역광북석달점포토료불목술달온건작바노독우피살네추약류변외필육형편론울론건군벌향배삼외승확록력능임설준율투평초증환답록편값액예규응님께쓰써찾살잘처음번울볼람쳐';

const CHARACTERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['gb18030', new Set(SIMPLIFIED)],
  ['big5', new Set(TRADITIONAL)],
  ['euc-jp', new Set(JAPANESE)],
  ['euc-kr', new Set(KOREAN)],
]);

/** The share of usual characters in a text is .4 at least, in another language or encoding .1 at most. */
const LEAST_SHARE = 0.3;
/** Fewer of them may be chance. */
const LEAST = 2;
/** The bytes that are looked at. */
const SAMPLE_BYTES = 8192;

/**
 * The Asian encoding with characters of two bytes in which the usual characters of its language come out; undefined where no such encoding is far better than
 * the others. Shift-JIS is known by its own marks.
 */
async function guessAsian(bytes: Uint8Array): Promise<string | undefined> {
  const { default: iconv } = await import('iconv-lite');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  const found = [...CHARACTERS].map(([encoding, usual]) => ({
    encoding,
    count: countUsual(iconv.decode(buffer, encoding), usual),
  }));
  const [best, second] = found.sort((a, b) => b.count - a.count);
  if (best === undefined || second === undefined || best.count < LEAST) return undefined;
  return best.count >= second.count * 2 ? best.encoding : undefined;
}

/** How many characters are usual; 0 if too few are, or if bytes are none at all. The last one may be cut. */
function countUsual(text: string, usual: ReadonlySet<string>): number {
  let [letters, count] = [0, 0];
  for (const letter of text.replace(/\ufffd$/, '')) {
    if (letter === '\ufffd') return 0;
    if (letter < '\u0080' || /[\p{P}\p{S}\p{Z}]/u.test(letter)) continue;
    letters += 1;
    if (usual.has(letter)) count += 1;
  }
  return count >= letters * LEAST_SHARE ? count : 0;
}

/** Share of the letters that are usual in Japanese, and of those beside another: both are near 1 in real text. */
const LEAST_USUAL = 0.85;
const LEAST_BESIDE = 0.6;

/** Trail bytes of the signs that Japanese text is full of, behind 0x81: 、。・ー「」（） and the like. */
const SIGNS = new Set([
  0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x48, 0x49, 0x5b, 0x60, 0x63, 0x69, 0x6a, 0x75, 0x76, 0x77, 0x78,
]);

/**
 * Whether bytes that are not UTF-8 are Japanese in Shift-JIS, however few they are: all pairs are valid, nearly all are kana, signs or one of the kanji of the
 * first level (JIS X 0208), and they stand together as no odd letters of another encoding do.
 */
function isShiftJis(bytes: Uint8Array): boolean {
  let [letters, usual, beside] = [0, 0, 0];
  let wasPair = false;
  let countedBefore = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      wasPair = false;
      continue;
    }
    if (lead >= 0xa1 && lead <= 0xdf) {
      // A narrow kana, which is rare.
      letters += 1;
      wasPair = false;
      continue;
    }
    if (lead === 0x80 || lead === 0xa0 || lead > 0xfc) return false;
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return false;
    at += 1;
    letters += 1;
    if (isUsual(lead, trail)) usual += 1;
    if (wasPair) beside += countedBefore ? 1 : 2;
    countedBefore = wasPair;
    wasPair = true;
  }
  return letters >= 2 && usual >= letters * LEAST_USUAL && beside >= letters * LEAST_BESIDE;
}

function isUsual(lead: number, trail: number): boolean {
  if (lead === 0x81) return SIGNS.has(trail);
  if (lead === 0x82) return (trail >= 0x9f && trail <= 0xf1) || (trail >= 0x4f && trail <= 0x58);
  if (lead === 0x83) return trail <= 0x96;
  return (lead === 0x88 && trail >= 0x9f) || (lead > 0x88 && lead <= 0x97) || (lead === 0x98 && trail <= 0x72);
}

/** Narrow kana stand together: so many to a word on average. */
const LEAST_RUN = 2.5;
/** The share of those from A to SO, which are a third; other scripts have signs in their place. */
const LEAST_FIRST = 0.15;
/** Lines of a frame repeat. */
const MOST_REPEATED = 0.2;

/**
 * Whether all odd bytes are narrow kana, of one byte each, as old data of banks has them. Marks of voice stand only where they can; a second mark, or an odd
 * number of bytes together, says that they are no pairs of another encoding.
 */
function isNarrowKana(bytes: Uint8Array): boolean {
  let [count, first, repeated, marks, runs, oddRuns] = [0, 0, 0, 0, 0, 0];
  let run = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const [before = 0, byte = 0] = [bytes[at - 1], bytes[at]];
    if (byte < 0x80) {
      if (run > 0) runs += 1;
      // A letter behind it may be the second byte of a pair.
      if (byte < 0x40) oddRuns += run % 2;
      run = 0;
      continue;
    }
    if (byte < 0xa1 || byte > 0xdf || !isMarkRight(byte, before)) return false;
    count += 1;
    run += 1;
    if (byte >= 0xb1 && byte <= 0xbf) first += 1;
    if (byte === before) repeated += 1;
    if (isMark(byte)) marks += 1;
  }
  if (count < LEAST_RUN * runs || first < LEAST_FIRST * count || repeated > MOST_REPEATED * count) return false;
  return runs > 0 && (marks > 1 || oddRuns > 0);
}

function isMark(byte: number): boolean {
  return byte === 0xde || byte === 0xdf;
}

/** The first mark stands behind k, s, t, h and u, the second behind h. */
function isMarkRight(byte: number, before: number): boolean {
  const isOfH = before >= 0xca && before <= 0xce;
  if (byte === 0xdf) return isOfH;
  return byte !== 0xde || isOfH || before === 0xb3 || (before >= 0xb6 && before <= 0xc4);
}

/** Guesses the encoding of bytes that are not UTF-8. With little to go by, Western European. */
export async function guessLegacyEncoding(sample: Uint8Array): Promise<string> {
  if (isShiftJis(sample)) return 'Shift_JIS';
  const asian = await guessAsian(sample);
  if (asian !== undefined) return asian;
  const cyrillic = await guessCyrillic(sample);
  // The one that chardet does not know.
  if (cyrillic === 'cp866') return cyrillic;
  if (cyrillic === undefined) {
    if (isNarrowKana(sample)) return 'Shift_JIS';
    const western = await guessWestern(sample);
    if (western !== undefined) return western;
  }
  const { default: chardet } = await import('chardet');
  const { default: iconv } = await import('iconv-lite');
  // What has no NUL is none of UTF-32, which chardet sees in two letters.
  const best = chardet.analyse(sample).find(({ name }) => !name.startsWith('UTF-32'));
  if (best === undefined) return 'windows-1252';
  if (best.confidence <= GUESS) {
    if (cyrillic !== undefined) return cyrillic;
    // Two or three odd bytes among plain letters fit many Asian encodings as well; a text in one of those is full of such bytes.
    if (sample.filter((byte) => byte >= 0x80).length < sample.length / 2) return 'windows-1252';
  }
  const name = withSupersets(best.name);
  return iconv.encodingExists(name) ? name : 'windows-1252';
}
