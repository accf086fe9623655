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
export async function guessAsian(bytes: Uint8Array): Promise<string | undefined> {
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
