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
export function isShiftJis(bytes: Uint8Array): boolean {
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
export function isNarrowKana(bytes: Uint8Array): boolean {
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
