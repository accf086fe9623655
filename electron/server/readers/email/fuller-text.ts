/** A word; of scripts that write without spaces, a letter. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]|[\p{L}\p{N}]+/gu;
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** A text says what another does if it has so many of its words. */
const SAME = 0.6;
/** What programs write in place of a text: "View in your browser", "Your program shows no HTML". */
const STAND_IN = /\b(?:web)?browser|\bhtml\b|\bonline\b|\bwinmail\.dat\b|浏览器|ブラウザ|브라우저|браузер/iu;
const MOST_WORDS_OF_STAND_IN = 60;

/**
 * Of two forms of one text the first, unless it says much less than the second; both, if each says much that the other does not.
 */
export function fullerText(first: string, second: string): string {
  if (first === '' || second === '') return first || second;
  const [ofFirst, ofSecond] = [wordsOf(first), wordsOf(second)];
  if (saysAll(ofFirst, ofSecond)) return first;
  const isStandIn = ofFirst.size <= MOST_WORDS_OF_STAND_IN && STAND_IN.test(first);
  if (isStandIn || sharedOf(ofFirst, ofSecond) >= SAME) return second;
  return `${first}\n\n${second}`;
}

/** Whether a text says what a page does, as far as can be said without reading the page, which takes long. */
export function saysAllOfPage(text: string, html: string): boolean {
  const shown = html.split(/<\/?(?:style|script|title)\b[^<>]*>/i).filter((_, index) => index % 2 === 0);
  return saysAll(wordsOf(text), wordsOf(shown.join(' ').replaceAll(/<[^<>]*>|&\w+;/g, ' ')));
}

function saysAll(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && (sharedOf(others, words) >= SAME || others.size * 2 < words.size);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.replaceAll(ADDRESS, ' ').toLowerCase().match(WORD) ?? [];
  return new Set(words);
}

/** The share of words that are among others. */
function sharedOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 1;
  return [...words].filter((word) => others.has(word)).length / words.size;
}
