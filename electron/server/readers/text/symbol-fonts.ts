/**
 * The signs of the font Symbol at the codes 0x20 to 0x7E and 0xA0 to 0xFE, in the order of Adobe's encoding; a space where no sign is.
 * What Unicode writes in other ways than people type (∗, ∼) is written as they do.
 */
const SYMBOL_LOW = ' !∀#∃%&∋()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}~';
const SYMBOL_HIGH = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The signs of fonts for pictures that stand in texts, from a code on. */
const PICTURES: Readonly<Record<string, readonly (readonly [from: number, signs: string])[]>> = {
  wingdings: [
    [0x21, '✏✂✁👓🔔📖🕯☎✆✉'],
    [0x36, '⌛⌨🖰🖲🖳🖴💾💾✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□□❑❒⬧⧫◆❖⬥⌧⍓⌘❀✿“”'],
    [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
    [0x9e, '·•▪○○○◉◎○▪☐▲✦★✶✴✹✵'],
    [0xd5, '⌫⌦⮘⮚⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⇔⇳'],
    [0xd8, '➢'],
    [0xf9, '▭▫✗✓☒☑'],
  ],
  'wingdings 2': [
    [0x4f, '✗✓☒☑☒☒⊗⊘'],
    [0x96, '●'],
    [0xa2, '■☐'],
  ],
  'wingdings 3': [
    [0x66, '←→↑↓↖↗↙↘'],
    [0x70, '▲▼△▽◀▶◁▷'],
  ],
  webdings: [
    [0x61, '✓'],
    [0x63, '☐'],
    [0x67, '■'],
    [0x6e, '●'],
    [0x72, '✗'],
    [0x78, '☒'],
  ],
};

type Table = ReadonlyMap<number, string>;

function tableOf(...ranges: readonly (readonly [from: number, signs: string])[]): Table {
  return new Map(
    ranges.flatMap(([from, signs]) => [...signs].map((sign, index): [number, string] => [from + index, sign])),
  );
}

const TABLES: ReadonlyMap<string, Table> = new Map([
  ['symbol', tableOf([0x20, SYMBOL_LOW], [0xa0, SYMBOL_HIGH])],
  ...Object.entries(PICTURES).map(([font, ranges]): [string, Table] => [
    font,
    tableOf([0x20, ' '], [0xa0, ' '], ...ranges),
  ]),
]);

/** Such fonts have their signs here, too: a part of Unicode that means nothing by itself. */
const PRIVATE = 0xf000;
const PRIVATE_SIGN = /[\uf020-\uf0ff]/;

/** The signs of code page 1252 at other codes than Unicode has them. */
const CODES_1252: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, index) => [sign, 0x80 + index]),
);

function tableOfFont(font: string): Table | undefined {
  const name = font.trim().toLowerCase();
  return TABLES.get(/^symbol\b/.test(name) ? 'symbol' : name.replace(/^wingdings(?=\d)/, 'wingdings '));
}

/** Whether the letters of a font show as other signs: "m" in Symbol is μ. */
export function isSymbolFont(font: string | undefined): font is string {
  return font !== undefined && tableOfFont(font) !== undefined;
}

/** Whether a text has signs that only its font can explain. */
export function hasPrivateSigns(text: string): boolean {
  return PRIVATE_SIGN.test(text);
}

/** The sign at a code of a font, in Unicode; undefined if it is not known. */
export function symbolAt(font: string, code: number): string | undefined {
  const isPrivate = code > PRIVATE && code <= PRIVATE + 0xff;
  const own = isPrivate ? code - PRIVATE : code;
  const table = tableOfFont(font);
  if (table !== undefined) return table.get(own);
  return isPrivate || own < 0x20 || own > 0x10ffff ? undefined : String.fromCodePoint(own);
}

/** What shows of a text in a font: letters of fonts such as Symbol and Wingdings are other signs. What is not known stays. */
export function shownIn(font: string | undefined, text: string): string {
  const table = font === undefined ? undefined : tableOfFont(font);
  if (table === undefined) return text;
  const signs = [...text].map((letter) => {
    const code = CODES_1252.get(letter) ?? letter.charCodeAt(0);
    return table.get(code > PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code) ?? letter;
  });
  return signs.join('');
}
