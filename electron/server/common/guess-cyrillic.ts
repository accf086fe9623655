/** The encodings of Cyrillic letters. */
const ENCODINGS = ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'] as const;

/** How many of a thousand letters of Russian these are; others of Cyrillic alphabets as many as the rarest. */
const FREQUENCIES = new Map(
  'о109 е85 а80 и74 н67 т63 с55 р47 в45 л44 к35 м32 д30 п28 у26 я20 ы19 ь17 г17 з16 б16 ч14 й12 х10 ж9 ш7 ю6 ц5 щ4 э3 ф3 ъ3 ё3 і3 ї3 є3'
    .split(' ')
    .map((entry) => [entry.charAt(0), Math.log(Number(entry.slice(1)) / 1000)]),
);

/** What else stands in such texts: quotes, dashes, the sign of numbers, frames of lines. */
const SIGNS = /[«»“”„’…–—№°\u00a0\u2500-\u259f]/u;
/** A frame of lines does not touch letters, but for the borders of columns. */
const TOUCHED_FRAME =
  /[\u2500\u2501\u2504-\u2550\u2552-\u259f](?=\p{L})|(?<=\p{L})[\u2500\u2501\u2504-\u2550\u2552-\u259f]/gu;

/** Fewer letters say nothing. */
const LEAST_LETTERS = 5;
/** The mean of the logarithms of letters is about -3 in real texts; random ones have less than -4. */
const LEAST_MEAN = -3.3;
/** The logarithm of how much more likely an encoding is than the next. */
const LEAST_AHEAD = 3;
/** What letters of words in capitals, signs and mistakes cost. */
const CAPITAL = 0.7;
const SIGN = 4;
const FAULT = 8;
const MOST_FAULTS = 0.05;
/** The bytes that are looked at. */
const SAMPLE_BYTES = 8192;

export type CyrillicEncoding = (typeof ENCODINGS)[number];

interface Reading {
  readonly encoding: CyrillicEncoding;
  readonly letters: number;
  readonly faults: number;
  /** Of the logarithms of the letters' frequencies. */
  readonly sum: number;
  readonly likelihood: number;
}

/** The encoding in which bytes read as Russian, or a language near it; undefined where none is much likelier than the others. */
export async function guessCyrillic(bytes: Uint8Array): Promise<CyrillicEncoding | undefined> {
  const { default: iconv } = await import('iconv-lite');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  const readings = ENCODINGS.map((encoding) => readingOf(encoding, iconv.decode(buffer, encoding)));
  const [best, next] = readings.sort((a, b) => b.likelihood - a.likelihood);
  if (best === undefined || next === undefined || best.letters < LEAST_LETTERS) return undefined;
  const { encoding, letters, faults, sum, likelihood } = best;
  if (faults > letters * MOST_FAULTS || sum / letters < LEAST_MEAN) return undefined;
  return likelihood - next.likelihood >= LEAST_AHEAD ? encoding : undefined;
}

function readingOf(encoding: CyrillicEncoding, text: string): Reading {
  let [letters, capitals, signs, sum] = [0, 0, 0, 0];
  let faults = text.match(TOUCHED_FRAME)?.length ?? 0;
  for (const sign of text) {
    if (sign < '\u0080' || /\p{L}/u.test(sign)) continue;
    if (SIGNS.test(sign)) signs += 1;
    else faults += 1;
  }
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const cyrillic = [...word].filter((letter) => letter >= '\u0080');
    if (cyrillic.length === 0) continue;
    // Letters of two alphabets, or a capital behind a small letter.
    if (/[a-z]/i.test(word) || /\p{Ll}\p{Lu}/u.test(word)) faults += cyrillic.length;
    if (/^\p{Lu}{2}/u.test(word)) capitals += cyrillic.length;
    letters += cyrillic.length;
    for (const letter of cyrillic) sum += FREQUENCIES.get(letter.toLowerCase()) ?? -FAULT;
  }
  return { encoding, letters, faults, sum, likelihood: sum - capitals * CAPITAL - signs * SIGN - faults * FAULT };
}
