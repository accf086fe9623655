/** The position of a sentence, without the white space around it. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

// The rules of Unicode (UAX 29) hardly differ between languages; a fixed language gives the same chunks on every machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Ends with a full stop that does not end a sentence: titles and initials. Han and kana stand before a title without a space. */
const TITLE =
  /(?:^|[\s("'“‘[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|St|Gen|Col|Capt|Lt|Sgt|Sen|Rep|Gov|vs|cf|viz|Hr|Fr|M|Mme|Sr|Sra|Проф|проф|акад|им|ул|пр|г|डॉ|डाॅ|प्रो|श्री|पं|मो|सौ|कु|स्व|इ|ई|वि|(?:कि|से|मि)(?:\.(?:मी|ग्रा|ली))?|[\p{Lu}](?:\.\p{Lu})*|\p{sc=Arab})\.\s*$/u;
/** Likewise, before a number. */
const BEFORE_NUMBER =
  /(?:^|[\s("'“‘[])(?:\p{L}+str|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Nos?|Nr|Figs?|Eqs?|Vol|Ch|Sec|Art|Abs|pp?|ca?|S|стр?|рис|табл|гл|रु|दि|क्र|पृ|ता|नं|सं|स)\.\s*$/iu;
const NUMBER = /^\p{Nd}/u;
/** German: "z. B.", "3. Mai". */
const SMALL_LETTER = /(?:^|[\s(])\p{Ll}\.\s*$/u;
const INITIAL = /^\p{Lu}\./u;
const ORDINAL = /(?:^|[\s(])\d{1,2}\.\s*$/;
const MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/;
/** Thai ends no sentence with a full stop: it marks abbreviations, as in "พ.ศ. 2560". */
const THAI_STOP = /\p{sc=Thai}\.\s*$/u;
/** A number of full width before an item, which has no space behind it. */
const ITEM = /^\s*[\d０-９]{1,3}．\s*$/;
/** A quotation with an end of its own, before the words that say whose it is. */
const QUOTED = /[。！？!?…][」』”’"）)]+\s*$/;
const SAYS_WHO = /^(?:と(?!ても|ころ|きどき|にかく)|って|など|なんて|\p{sc=Han}{1,4}?[说說道问問喊答])/u;
/** An opening sign, as one that stands directly before the next sentence. The rules of Unicode take it for a closing one of the sentence before. */
const OPENING = /[\p{Ps}\p{Pi}]/u;

/**
 * Ends of sentences that the rules of Unicode do not know: the space between two parts of a Thai or Lao text, which has no full stops (it also stands
 * between clauses), the shad of Tibetan, two word spaces of Ethiopic, and the question mark of Greek.
 */
const FURTHER_ENDS =
  /(?<=[\p{sc=Thai}\p{sc=Lao}]) +(?=[\p{sc=Thai}\p{sc=Lao}])|(?<=[།༎]) *(?![།༎\s])|(?<=፡፡)\s*(?=[^\s፡])|(?<=\p{sc=Grek}[;\u037e]) +(?=\p{Lu})/gu;

/** The sentences of one paragraph. A line break within it counts as a space. */
export function findSentences(paragraph: string): SentenceRange[] {
  const text = paragraph.replace(/\s/g, ' ');
  const found: SentenceRange[] = [];
  let start = 0;
  let end = 0;
  const add = (): void => {
    const sentence = text.slice(start, end);
    const trimmed = sentence.trim();
    const from = start + sentence.length - sentence.trimStart().length;
    if (trimmed !== '') found.push({ start: from, end: from + trimmed.length });
  };
  for (const { segment, index } of findParts(text)) {
    if (index > start && !goesOn(text.slice(start, index), segment)) {
      add();
      start = index;
    }
    end = index + segment.length;
  }
  add();
  return found;
}

interface Part {
  readonly segment: string;
  readonly index: number;
}

/** The text in parts that are sentences, or belong to one. */
function* findParts(text: string): Generator<Part> {
  let start = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const isLast = index + segment.length === text.length;
    let end = index + segment.length;
    while (!isLast && end > index && OPENING.test(text.charAt(end - 1))) end -= 1;
    let from = start;
    for (const { index: at, 0: gap } of text.slice(start, end).matchAll(FURTHER_ENDS)) {
      const next = start + at + gap.length;
      if (next <= from || next >= end) continue;
      yield { segment: text.slice(from, next), index: from };
      from = next;
    }
    if (end > from) yield { segment: text.slice(from, end), index: from };
    start = end;
  }
}

/** Longest abbreviation with its context on both sides, in UTF-16 units. */
const TAIL_UNITS = 24;

/** Whether the two parts found by the segmenter are one sentence. */
function goesOn(sentence: string, next: string): boolean {
  const tail = sentence.slice(-TAIL_UNITS);
  if (TITLE.test(tail) || THAI_STOP.test(tail) || ITEM.test(sentence)) return true;
  if (BEFORE_NUMBER.test(tail)) return NUMBER.test(next);
  if (SMALL_LETTER.test(tail)) return INITIAL.test(next);
  if (ORDINAL.test(tail)) return MONTH.test(next);
  return QUOTED.test(tail) && SAYS_WHO.test(next);
}
